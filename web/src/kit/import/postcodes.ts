// Postcodes that lost their leading zero in a spreadsheet.
import { findPlaces, placeLabel } from '../../lib/places.ts';
import type { Mapping } from './matching.ts';
import { countryOf, zeroKey, type ImportSpec, type Sheet } from './spec.ts';

export interface LostZero {
  country: string;
  from: string;
  to: string;
  /** Suburb and state of the corrected postcode. */
  place: string;
}

const MAX_LOOKUPS = 200;
/** Looked up at once. If none of the first has lost a zero, the others of its length have not. */
const CONCURRENCY = 8;

interface Code {
  country: string;
  code: string;
}

/** Digits only, shortest first: a code that lost a zero is shorter than the others. */
function codesOf(sheet: Sheet, mapping: Mapping, spec: ImportSpec, country: string): Code[] {
  const columns = (spec.postcodes?.columns ?? [])
    .map((id) => mapping.indexOf(id))
    .filter((at) => at >= 0);
  const codes = new Map<string, Code>();
  for (const row of sheet.rows)
    for (const at of columns) {
      const code = (row.cells[at] ?? '').trim();
      if (!/^\d{2,5}$/.test(code)) continue;
      const of = countryOf(mapping, row, spec, country).toUpperCase();
      codes.set(zeroKey(of, code), { country: of, code });
    }
  return [...codes.values()].toSorted((a, b) => a.code.length - b.code.length);
}

async function lostZero({ country, code }: Code, signal: AbortSignal): Promise<LostZero | null> {
  const to = `0${code}`;
  const exact = async (text: string) =>
    (await findPlaces(country, text, signal)).find(({ postCode }) => postCode === text);
  const place = await exact(to);
  if (!place || (await exact(code))) return null;
  return { country, from: code, to, place: placeLabel({ ...place, postCode: '' }) };
}

export async function lostZeros(
  sheet: Sheet,
  mapping: Mapping,
  spec: ImportSpec,
  country: string,
  signal: AbortSignal,
): Promise<LostZero[]> {
  const codes = codesOf(sheet, mapping, spec, country);
  const found: LostZero[] = [];
  for (const length of new Set(codes.map(({ code }) => code.length))) {
    const alike = codes.filter(({ code }) => code.length === length).slice(0, MAX_LOOKUPS);
    for (let at = 0; at < alike.length; at += CONCURRENCY) {
      const results = await Promise.all(
        alike.slice(at, at + CONCURRENCY).map((code) => lostZero(code, signal)),
      );
      const lost = results.filter((one) => one !== null);
      found.push(...lost);
      // Codes of this length are whole.
      if (at === 0 && lost.length === 0) break;
    }
  }
  return found;
}

export const zerosBack = (found: readonly LostZero[]): ReadonlyMap<string, string> =>
  new Map(found.map(({ country, from, to }) => [zeroKey(country, from), to]));
