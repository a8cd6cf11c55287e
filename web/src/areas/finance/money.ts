// Amounts as the host counts them: rounded to the currency's smallest unit, the half away from zero.

/** Digits after the point. */
export const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits ?? 2;

/** The binary form of 1.005 lies below it; what was typed is what is rounded. */
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

/** As it stands in a field: "1234.50". */
export const fieldText = (value: number, digits: number): string => value.toFixed(digits);
