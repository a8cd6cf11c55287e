// Amounts as the host counts them: rounded to the currency's smallest unit, the half away from
// zero.

/** Digits after the point. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** Rounds the decimal text: 1.005 in binary is slightly smaller. */
export function roundTo(value: number, digits: number): number {
  const scale = 10 ** digits;
  return (
    (Math.sign(value) * Math.round(Number((Math.abs(value) * scale).toPrecision(14)))) / scale || 0
  );
}

/** The amount in the currency's smallest unit: sums of whole numbers are exact. */
export const toMinor = (value: number, digits: number): number =>
  Math.round(roundTo(value, digits) * 10 ** digits);
export const fromMinor = (minor: number, digits: number): number => minor / 10 ** digits;

/** Field text: "1234.50". */
export const fieldText = (value: number, digits: number): string => value.toFixed(digits);
