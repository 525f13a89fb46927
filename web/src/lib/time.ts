/** How much time is left, in words short enough for a clock. */
export function left(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [Math.floor(whole / 86400), Math.floor(whole / 3600), Math.floor(whole / 60)];
  const two = (number: number) => String(number).padStart(2, "0");
  if (days) return `${days} d ${hours % 24} h`;
  if (hours) return `${hours} h ${two(minutes % 60)} min`;
  return `${minutes}:${two(whole % 60)}`;
}
