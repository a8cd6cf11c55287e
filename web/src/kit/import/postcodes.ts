// Postcodes that lost their leading zero in a spreadsheet.
import { findPlaces, placeLabel, type Place } from '../../lib/places.ts';
import type { Mapping } from './matching.ts';
import { countryOf, zeroKey, type ImportSpec, type Sheet } from './spec.ts';

export interface LostZero {
  country: string;
  from: string;
  to: string;
  /** Suburb and state of the corrected postcode; empty if no place of it is known. */
  place: string;
}

/** Digits of the postcodes of countries whose codes may begin with 0. */
const LENGTHS: Readonly<Record<string, number>> = {
  AU: 4,
  DE: 5,
  ES: 5,
  FR: 5,
  IT: 5,
  NZ: 4,
  US: 5,
};

const MAX_LOOKUPS = 200;
/** Looked up at once. If none of the first has lost a zero, the others of its length have not. */
const CONCURRENCY = 8;

export interface Code {
  country: string;
  code: string;
}

/** Places of a country by the beginning of a postcode. */
type Find = (country: string, text: string) => Promise<readonly Place[]>;

/** Possible remains of a postcode. */
export const isShortCode = (text: string): boolean => /^\d{2,5}$/.test(text);

function codesOf(sheet: Sheet, mapping: Mapping, spec: ImportSpec, country: string): Code[] {
  const columns = (spec.postcodes?.columns ?? [])
    .map((id) => mapping.indexOf(id))
    .filter((at) => at >= 0);
  const codes = new Map<string, Code>();
  for (const row of sheet.rows)
    for (const at of columns) {
      const code = (row.cells[at] ?? '').trim();
      if (!isShortCode(code)) continue;
      const of = countryOf(mapping, row, spec, country).toUpperCase();
      codes.set(zeroKey(of, code), { country: of, code });
    }
  return [...codes.values()];
}

async function lostZero({ country, code }: Code, find: Find): Promise<LostZero | null> {
  const to = `0${code}`;
  const exact = async (text: string) =>
    (await find(country, text)).find(({ postCode }) => postCode === text);
  const place = await exact(to);
  const isTooShort = to.length === LENGTHS[country];
  if (!isTooShort && (!place || (await exact(code)))) return null;
  return { country, from: code, to, place: place ? placeLabel({ ...place, postCode: '' }) : '' };
}

/** Shortest first: a code that lost a zero is shorter than the others. */
export async function lostZerosAmong(codes: readonly Code[], find: Find): Promise<LostZero[]> {
  const found: LostZero[] = [];
  const lengths = new Set(codes.map(({ code }) => code.length));
  for (const length of [...lengths].toSorted((a, b) => a - b)) {
    const alike = codes.filter(({ code }) => code.length === length).slice(0, MAX_LOOKUPS);
    for (let at = 0; at < alike.length; at += CONCURRENCY) {
      const results = await Promise.all(
        alike.slice(at, at + CONCURRENCY).map((code) => lostZero(code, find)),
      );
      const lost = results.filter((one) => one !== null);
      found.push(...lost);
      // Codes of this length are whole.
      if (at === 0 && lost.length === 0) break;
    }
  }
  return found;
}

export const lostZeros = (
  sheet: Sheet,
  mapping: Mapping,
  spec: ImportSpec,
  country: string,
  signal: AbortSignal,
): Promise<LostZero[]> =>
  lostZerosAmong(codesOf(sheet, mapping, spec, country), (of, text) =>
    findPlaces(of, text, signal),
  );

export const zerosBack = (found: readonly LostZero[]): ReadonlyMap<string, string> =>
  new Map(found.map(({ country, from, to }) => [zeroKey(country, from), to]));
