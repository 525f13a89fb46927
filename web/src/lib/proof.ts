/** Whether a seed is the one that was promised; null where the browser offers no way to compute it. */
export async function fits(seed: string, commitment: string): Promise<boolean | null> {
  if (!globalThis.crypto?.subtle) return null; // only there on https and localhost
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(seed));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}
