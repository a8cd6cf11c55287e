// Phone numbers that lost the zero before their area code.

/**
 * National numbers without their zero, as a spreadsheet keeps a number. Only lengths and first
 * digits that no complete number of the country has.
 */
const WITHOUT_ZERO: Readonly<Record<string, RegExp>> = {
  AU: /^[23478]\d{8}$/,
  FR: /^[1-79]\d{8}$/,
  GB: /^[127]\d{9}$/,
  NZ: /^(2\d{7,9}|[34679]\d{7})$/,
};

/** The number with its zero; null if it has not lost one. */
export const withZero = (country: string, phone: string): string | null =>
  WITHOUT_ZERO[country]?.test(phone) ? `0${phone}` : null;
