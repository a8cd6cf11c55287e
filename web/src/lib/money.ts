// Amounts rounded like the host: half away from zero.
import { numberFormat, writeNumber } from '@waybill/plugin';

/** Decimal places. */
export const digitsOf = (currency: string): number =>
  numberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Rounds decimal text: binary 1.005 is slightly smaller. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  return (
    (Math.sign(value) * Math.round(Number((Math.abs(value) * scale).toPrecision(14)))) / scale || 0
  );
}

/** Smallest units, as integers sum exactly. */
export const toMinor = (value: number, digits: number): number =>
  Math.round(roundTo(value, digits) * 10 ** digits);
export const fromMinor = (minor: number, digits: number): number => minor / 10 ** digits;

/** Field text such as "1234.50", with the reader's decimal sign. */
export const fieldText = (value: number, digits: number): string => writeNumber(value, digits);
