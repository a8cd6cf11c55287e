// Code 128 (ISO/IEC 15417), code set B, and C for a run of digits at the start.

/** Widths of bars and spaces by symbol value; the last one is the stop symbol. */
const SYMBOLS = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 ' +
  '122132 122231 113222 123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 ' +
  '321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 ' +
  '211313 231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 ' +
  '213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 111422 ' +
  '121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 ' +
  '241112 134111 111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 ' +
  '412121 111143 111341 131141 114113 114311 411113 411311 113141 114131 311141 411131 211412 ' +
  '211214 211232 2331112'
).split(' ');
const TO_B = 100;
const START_B = 104;
const START_C = 105;
const STOP = 106;
const MODULUS = 103;

/** Modules left blank on each side. */
export const QUIET_ZONE = 10;

const valuesOfB = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0) - 32);

function valuesOf(text: string): number[] {
  const digits = /^(?:\d\d){2,}/.exec(text)?.[0] ?? '';
  if (!digits) return [START_B, ...valuesOfB(text)];
  const rest = text.slice(digits.length);
  const pairs = (digits.match(/\d\d/g) ?? []).map(Number);
  return [START_C, ...pairs, ...(rest ? [TO_B, ...valuesOfB(rest)] : [])];
}

/** Widths in modules, a bar first and then in turns; null for text outside printable ASCII. */
export function code128(text: string): number[] | null {
  if (!/^[\x20-\x7e]+$/.test(text)) return null;
  const values = valuesOf(text);
  const check = values.reduce((sum, value, place) => sum + value * Math.max(1, place), 0) % MODULUS;
  return [...values, check, STOP].flatMap((value) => [...(SYMBOLS[value] ?? '')].map(Number));
}
