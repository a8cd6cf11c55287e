// Measures in centimetres and kilograms.
import { writeNumber } from '@waybill/plugin';
import type { Quantity } from '@waybill/plugin';

export const centimetres: Record<string, number> = { mm: 0.1, cm: 1, m: 100, in: 2.54, ft: 30.48 };
export const kilograms: Record<string, number> = {
  g: 0.001,
  kg: 1,
  lb: 0.45359237,
  oz: 0.028349523125,
  t: 1000,
};

/** Converts to a field's text without binary fractions. */
export function inUnit(
  quantity: Quantity | null | undefined,
  units: Record<string, number>,
): string {
  if (!quantity) return '';
  const factor = units[quantity.unit];
  return factor === undefined ? '' : writeNumber(Number((quantity.value * factor).toFixed(9)));
}
