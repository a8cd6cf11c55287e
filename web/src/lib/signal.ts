// Sound and vibration of a scan, for drivers who look at the goods.

const HERTZ = { good: 1_200, bad: 280 } as const;
const SECONDS = { good: 0.12, bad: 0.45 } as const;
const VIBRATION = { good: [60], bad: [120, 80, 120] } as const;

let context: AudioContext | null = null;

export function signal(kind: 'good' | 'bad'): void {
  navigator.vibrate?.([...VIBRATION[kind]]);
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = HERTZ[kind];
  volume.gain.value = 0.2;
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + SECONDS[kind]);
}
