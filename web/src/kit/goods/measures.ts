// Weight, volume and chargeable weight.

export const kgPerCubicMetre = 250;

/** One line; measures (centimetres and kilograms) are per piece. */
export interface LineMeasures {
  quantity: number;
  length: number;
  width: number;
  height: number;
  weight: number;
}

export interface Totals {
  pieces: number;
  /** Kilograms on the scales. */
  deadWeight: number;
  volume: number;
  /** Kilograms the volume counts as. */
  cubicWeight: number;
  chargeable: number;
}

const positiveOrZero = (value: number): number => (Number.isFinite(value) && value > 0 ? value : 0);

// Rounds off binary noise, to grams and cubic centimetres.
const round = (value: number, places: number): number =>
  Math.round(value * 10 ** places + Number.EPSILON) / 10 ** places;

export function lineVolume(line: LineMeasures): number {
  return round(
    (positiveOrZero(line.quantity) *
      positiveOrZero(line.length) *
      positiveOrZero(line.width) *
      positiveOrZero(line.height)) /
      1_000_000,
    6,
  );
}

export function lineWeight(line: LineMeasures): number {
  return round(positiveOrZero(line.quantity) * positiveOrZero(line.weight), 3);
}

/** Incomplete lines count with what they have. */
export function totals(lines: readonly LineMeasures[], factor = kgPerCubicMetre): Totals {
  let pieces = 0;
  let deadWeight = 0;
  let volume = 0;
  for (const line of lines) {
    pieces += positiveOrZero(line.quantity);
    deadWeight += lineWeight(line);
    volume += lineVolume(line);
  }
  deadWeight = round(deadWeight, 3);
  volume = round(volume, 6);
  const cubicWeight = round(volume * factor, 3);
  return { pieces, deadWeight, volume, cubicWeight, chargeable: Math.max(deadWeight, cubicWeight) };
}

/** Reads a typed number; other text is NaN. */
export const typedNumber = (text: string): number => readNumber(text) ?? Number.NaN;
import { readNumber } from '@waybill/plugin';
