// Quantities with units, as forms show and send them.

export const measureText = (quantity: { value: number } | null | undefined): string =>
  quantity ? writeNumber(quantity.value) : '';

/** Null for an empty or unreadable text. */
export function readMeasure<U extends string>(
  text: string,
  unit: U,
): { value: number; unit: U } | null {
  const value = text.trim() === '' ? null : readNumber(text);
  return value === null ? null : { value, unit };
}
import { readNumber, writeNumber } from '@waybill/plugin';
