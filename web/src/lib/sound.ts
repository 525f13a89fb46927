/** Sounds of the boards, made here out of tones and noise: nothing is loaded, and nothing sounds until it is wanted. */
import type { SoundName } from "../boards/contract";
import { settings } from "./settings.svelte";

interface Part {
  at: number; // seconds after the start
  lasts: number;
  from: number; // hertz: of a tone, or in the middle of a band of noise
  to: number; // it glides there
  loud: number; // from 0 to 1
  wave?: OscillatorType; // noise without one
  narrow?: number; // how much of the noise is one pitch
}

const noise = (at: number, lasts: number, from: number, to: number, loud: number, narrow = 1): Part => ({
  at,
  lasts,
  from,
  to,
  loud,
  narrow,
});
const tone = (
  at: number,
  lasts: number,
  from: number,
  to: number,
  loud: number,
  wave: OscillatorType = "sine",
): Part => ({
  at,
  lasts,
  from,
  to,
  loud,
  wave,
});

const rattle = (count: number, gap: number, part: (at: number, place: number) => Part) =>
  Array.from({ length: count }, (_, place) => part(place * gap, place));

export const SOUNDS: Record<SoundName, Part[]> = {
  splash: [noise(0, 0.5, 2400, 500, 0.5), noise(0.06, 0.35, 900, 300, 0.4, 2), tone(0.05, 0.18, 420, 160, 0.15)],
  dice: rattle(6, 0.075, (at, place) =>
    noise(at * (1 + place * 0.06), 0.05, 2600 - place * 180, 1500, 0.5 - place * 0.05, 5),
  ),
  card: [noise(0, 0.09, 3500, 5200, 0.3, 1.5), noise(0.08, 0.05, 1400, 900, 0.25, 2)],
  bite: [
    noise(0, 0.07, 1800, 700, 0.7, 2),
    tone(0.02, 0.22, 190, 55, 0.6, "sawtooth"),
    noise(0.1, 0.06, 1200, 500, 0.6, 3),
  ],
  crack: [
    noise(0, 0.05, 3200, 1400, 0.7, 3),
    noise(0.06, 0.09, 1500, 600, 0.6, 4),
    tone(0.05, 0.3, 110, 45, 0.4, "triangle"),
  ],
  barrel: [
    tone(0, 0.22, 150, 85, 0.6, "triangle"),
    noise(0.02, 0.12, 500, 250, 0.4, 3),
    noise(0.18, 0.4, 1800, 450, 0.3),
  ],
  bell: [tone(0, 1.4, 660, 658, 0.35), tone(0, 0.9, 1322, 1318, 0.18), tone(0, 0.5, 1985, 1980, 0.1)],
  bubbles: rattle(6, 0.09, (at, place) =>
    tone(at, 0.09, 320 + ((place * 137) % 260), 700 + ((place * 211) % 400), 0.22),
  ),
  wave: [noise(0, 1.3, 300, 1300, 0.3, 0.7), noise(0.5, 1.1, 1200, 250, 0.25, 0.7)],
  win: [392, 494, 587, 784].map((pitch, place) =>
    tone(place * 0.13, place === 3 ? 0.7 : 0.25, pitch, pitch, 0.3, "triangle"),
  ),
  lose: [330, 294, 247, 196].map((pitch, place) =>
    tone(place * 0.18, place === 3 ? 0.8 : 0.3, pitch, pitch * 0.98, 0.25, "triangle"),
  ),
};

const LONGEST = 2; // seconds of noise to take from

let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

/** Let it be heard, if sounds are wanted. */
export function play(name: SoundName): void {
  if (!settings.liked.sound || document.hidden || !("AudioContext" in window)) return;
  context ??= new AudioContext();
  void context.resume(); // browsers let a page sound only after somebody touched it
  const all = context.createGain();
  all.gain.value = settings.liked.volume;
  all.connect(context.destination);
  for (const part of SOUNDS[name]) sound(context, part, all);
}

function sound(context: AudioContext, part: Part, into: AudioNode): void {
  const start = context.currentTime + 0.01 + part.at;
  const end = start + part.lasts;
  const swell = context.createGain();
  swell.gain.setValueAtTime(0, start);
  swell.gain.linearRampToValueAtTime(part.loud, start + Math.min(0.012, part.lasts / 4));
  swell.gain.exponentialRampToValueAtTime(0.0008, end);
  swell.connect(into);
  const source = part.wave ? pitched(context, part, start, swell) : noisy(context, part, start, swell);
  source.start(start);
  source.stop(end);
}

function glide(pitch: AudioParam, { from, to, lasts }: Part, start: number): void {
  pitch.setValueAtTime(from, start);
  pitch.exponentialRampToValueAtTime(to, start + lasts);
}

function pitched(context: AudioContext, part: Part, start: number, into: AudioNode): AudioScheduledSourceNode {
  const source = context.createOscillator();
  source.type = part.wave ?? "sine";
  glide(source.frequency, part, start);
  source.connect(into);
  return source;
}

function noisy(context: AudioContext, part: Part, start: number, into: AudioNode): AudioScheduledSourceNode {
  const source = context.createBufferSource();
  source.buffer = hiss ??= hissing(context);
  source.loop = true;
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.Q.value = part.narrow ?? 1;
  glide(band.frequency, part, start);
  source.connect(band).connect(into);
  return source;
}

function hissing(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, LONGEST * context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
