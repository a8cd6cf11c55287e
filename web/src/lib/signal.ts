// Sound and vibration of a scan, for people who look at the goods.

export type Signal = 'good' | 'warn' | 'bad';

/** Tones in turn: hertz and seconds. */
const TONES: Readonly<Record<Signal, readonly (readonly [hertz: number, seconds: number])[]>> = {
  good: [[1_200, 0.12]],
  warn: [
    [700, 0.1],
    [700, 0.1],
  ],
  bad: [[280, 0.45]],
};
const VIBRATION: Readonly<Record<Signal, readonly number[]>> = {
  good: [60],
  warn: [60, 60, 60],
  bad: [120, 80, 120],
};
const PAUSE = 0.06;

let context: AudioContext | null = null;

export function signal(kind: Signal): void {
  navigator.vibrate?.([...VIBRATION[kind]]);
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  let start = context.currentTime;
  for (const [hertz, seconds] of TONES[kind]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    volume.gain.value = 0.2;
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + seconds);
    start += seconds + PAUSE;
  }
}
