/** Sounds, all synthesised, so nothing is downloaded. They can be heard after the first gesture, if sound is on. */
import { settings } from './settings.svelte.ts';

/** Everything that can be heard. */
export const CUES = [
  'disc',
  'flip',
  'capture',
  'card-slide',
  'card-snap',
  'reveal',
  'win',
  'lose',
  'tie',
  'ball',
  'cushion',
  'pot',
  'cue-stick',
  'your-turn',
  'question',
  'tick',
  'refusal',
  'result',
] as const;
export type Cue = (typeof CUES)[number];

/** A knock: filtered noise that fades. `tone` is its pitch in Hz, `length` its length in seconds. */
interface Knock {
  kind: 'knock';
  tone: number;
  length: number;
  gain: number;
}
/** Notes one after another: pitch in Hz and length in seconds. */
interface Notes {
  kind: 'notes';
  notes: [number, number][];
  gain: number;
}

const SOUNDS: Record<Cue, Knock | Notes> = {
  disc: { kind: 'knock', tone: 1800, length: 0.05, gain: 0.9 },
  flip: { kind: 'knock', tone: 700, length: 0.08, gain: 0.9 },
  capture: { kind: 'knock', tone: 320, length: 0.14, gain: 1 },
  'card-slide': { kind: 'knock', tone: 4200, length: 0.09, gain: 0.35 },
  'card-snap': { kind: 'knock', tone: 2600, length: 0.04, gain: 0.7 },
  reveal: { kind: 'knock', tone: 3200, length: 0.22, gain: 0.35 },
  // They differ in the number of pulses, not only in pitch: one, two, three.
  win: { kind: 'notes', notes: [[659, 0.09], [880, 0.09], [1047, 0.16]], gain: 0.3 },
  lose: { kind: 'notes', notes: [[392, 0.3]], gain: 0.3 },
  tie: { kind: 'notes', notes: [[523, 0.12], [523, 0.18]], gain: 0.3 },
  ball: { kind: 'knock', tone: 2400, length: 0.03, gain: 1 },
  cushion: { kind: 'knock', tone: 240, length: 0.09, gain: 0.8 },
  pot: { kind: 'knock', tone: 150, length: 0.25, gain: 1 },
  'cue-stick': { kind: 'knock', tone: 1200, length: 0.04, gain: 0.9 },
  'your-turn': { kind: 'notes', notes: [[784, 0.12], [1047, 0.2]], gain: 0.18 },
  question: { kind: 'notes', notes: [[659, 0.12], [988, 0.24]], gain: 0.25 },
  tick: { kind: 'knock', tone: 3000, length: 0.02, gain: 0.5 },
  refusal: { kind: 'knock', tone: 110, length: 0.16, gain: 1 },
  result: { kind: 'notes', notes: [[523, 0.12], [659, 0.12], [784, 0.32]], gain: 0.3 },
};

/** The most sounds played at once. */
const MOST_VOICES = 24;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
let voices = 0;
/** Shows each cue as a word if captions are on. */
let caption: (cue: Cue) => void = () => {};

/** Sets where captions go. */
export function onCaption(show: (cue: Cue) => void): void {
  caption = show;
}

/** Waits for the first gesture, because browsers allow no sound before it. */
export function listenForGesture(): void {
  const wake = () => {
    if (typeof AudioContext !== 'function') return;
    context ??= new AudioContext();
    void context.resume();
  };
  for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, wake, { passive: true });
}

/** Plays a sound at the given loudness. */
export function play(cue: Cue, loudness = 1): void {
  if (settings.captions) caption(cue);
  if (!settings.sound || context?.state !== 'running' || voices >= MOST_VOICES) return;
  const sound = SOUNDS[cue];
  const gain = sound.gain * settings.volume * Math.max(0, Math.min(1, loudness));
  if (sound.kind === 'knock') knock(context, sound, gain);
  else ring(context, sound, gain);
}

function knock(audio: AudioContext, { tone, length }: Knock, gain: number): void {
  noise ??= whiteNoise(audio);
  const source = new AudioBufferSourceNode(audio, { buffer: noise });
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: tone, Q: 2.2 });
  const fade = new GainNode(audio, { gain: gain * 2 });
  fade.gain.setTargetAtTime(0, audio.currentTime, length / 3);
  source.connect(filter).connect(fade).connect(audio.destination);
  start(source, audio.currentTime, length * 2);
}

function ring(audio: AudioContext, { notes }: Notes, gain: number): void {
  let at = audio.currentTime;
  for (const [frequency, length] of notes) {
    const source = new OscillatorNode(audio, { type: 'triangle', frequency });
    const fade = new GainNode(audio, { gain: 0 });
    fade.gain.setValueAtTime(gain, at);
    fade.gain.setTargetAtTime(0, at + length * 0.3, length / 3);
    source.connect(fade).connect(audio.destination);
    start(source, at, length * 2);
    at += length;
  }
}

function start(source: AudioScheduledSourceNode, at: number, length: number): void {
  voices += 1;
  source.onended = () => (voices -= 1);
  source.start(at);
  source.stop(at + length);
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
