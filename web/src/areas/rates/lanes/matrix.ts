// Lane rates and unsaved edits, without UI.
import { numberError, readSheetNumber } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';
import type { Translate } from '../../../lib/i18n.ts';
import type { Method, RateDetail } from '../model.ts';

export type Wire = Schema<'RateMatrix'>;
export type Zone = Wire['zones'][number];
type Shape = Wire['shapes'][number];

export const MAX_AMOUNT = 1_000_000_000;
/** Cells in one call. */
export const MAX_UNSAVED = 5_000;

/** A rate as far as shown. */
export interface LaneRate {
  /** 0: unsaved. */
  id: number;
  rowVersion: number;
  minimum: number;
  accumulative: boolean;
  lines: RateDetail[];
  reciprocal: boolean;
  ownTerms: boolean;
  dated: boolean;
}

export interface Matrix {
  zones: readonly Zone[];
  method: Method;
  day: string;
  size: number;
  /** The rate of a lane. */
  rate: (from: string, to: string) => LaneRate | null;
  /** Most common lines without prices, for new rates. */
  usual: readonly RateDetail[];
  /** Maximum prices of a rate. */
  breaks: number;
}

export const keyOf = (from: string, to: string): string => `${from}\n${to}`;
export const laneOf = (key: string): { from: string; to: string } => {
  const [from = '', to = ''] = key.split('\n');
  return { from, to };
};

const isPrice = ({ rateType }: Pick<RateDetail, 'rateType'>) => rateType !== 'Basic';

function usualLines(
  shapes: readonly Shape[],
  used: readonly number[],
  method: Method,
): RateDetail[] {
  const counts = shapes.map(() => 0);
  for (const shape of used) counts[shape] = (counts[shape] ?? 0) + 1;
  const commonestShape = shapes[counts.indexOf(Math.max(0, ...counts))];
  const priced = commonestShape?.lines.filter(isPrice) ?? [];
  if (priced.length === 0)
    return [{ rateType: method === 'Flat' ? 'Flat' : 'Break', break: null, basic: 0, value: 0 }];
  return priced.map(({ rateType, break: upTo }) => ({ rateType, break: upTo, basic: 0, value: 0 }));
}

/** Builds rates on demand: most of 40,000 are never shown. */
export function matrixOf(wire: Wire): Matrix {
  const { rates, shapes, zones } = wire;
  const numbers = new Map(zones.map(({ code }, number) => [code, number]));
  const laneNumber = (from: number, to: number) => from * zones.length + to;
  const byLane = new Map<number, number>();
  const begins = new Uint32Array(rates.id.length);
  const lengths = shapes.map(({ lines }) => 2 * lines.length);
  let begin = 0;
  rates.shape.forEach((shape, place) => {
    byLane.set(laneNumber(rates.from[place] ?? 0, rates.to[place] ?? 0), place);
    begins[place] = begin;
    begin += lengths[shape] ?? 0;
  });
  const [reciprocal, ownTerms, dated] = [
    new Set(rates.reciprocal),
    new Set(rates.ownTerms),
    new Set(rates.dated),
  ];
  const built = new Map<number, LaneRate>();
  const build = (place: number): LaneRate => {
    const shape = shapes[rates.shape[place] ?? 0];
    const first = begins[place] ?? 0;
    const lines = (shape?.lines ?? []).map(({ rateType, break: upTo }, line) => ({
      rateType,
      break: upTo,
      basic: rates.prices[first + 2 * line] ?? 0,
      value: rates.prices[first + 2 * line + 1] ?? 0,
    }));
    return {
      id: rates.id[place] ?? 0,
      rowVersion: rates.rowVersion[place] ?? 0,
      minimum: rates.minimum[place] ?? 0,
      accumulative: shape?.accumulative ?? false,
      lines,
      reciprocal: reciprocal.has(place),
      ownTerms: ownTerms.has(place),
      dated: dated.has(place),
    };
  };
  return {
    zones,
    method: wire.calculationMethod,
    day: wire.day,
    size: rates.id.length,
    rate: (from, to) => {
      const [one, other] = [numbers.get(from), numbers.get(to)];
      const place =
        one === undefined || other === undefined ? undefined : byLane.get(laneNumber(one, other));
      if (place === undefined) return null;
      const rate = built.get(place) ?? build(place);
      built.set(place, rate);
      return rate;
    },
    usual: usualLines(shapes, rates.shape, wire.calculationMethod),
    breaks: Math.max(1, ...shapes.map(({ lines }) => lines.filter(isPrice).length)),
  };
}

/** Pixels of a digit in a cell, of a mark, and of the cell's padding and gaps. */
const [DIGIT, MARK, AROUND] = [8, 12, 24];
const MIN_WIDTH = 96;

/** Width of a column in which the highest amount and its marks fit. */
export function cellWidth({ rates, shapes }: Wire, format: (amount: number) => string): number {
  let highest = 0;
  let longest = '';
  for (const amounts of [rates.prices, rates.minimum])
    for (const amount of amounts) {
      // Decimals count too, but only a few amounts have more than two.
      if (amount <= highest && Number.isInteger(Math.round(amount * 1e6) / 1e4)) continue;
      highest = Math.max(highest, amount);
      const text = format(amount);
      if (text.length > longest.length) longest = text;
    }
  const marks = [
    rates.reciprocal.length > 0,
    shapes.some(({ lines }) => lines.filter(isPrice).length > 1),
    rates.ownTerms.length > 0,
    rates.dated.length > 0,
  ].filter(Boolean).length;
  return Math.max(MIN_WIDTH, AROUND + MARK * marks + DIGIT * longest.length);
}
/** All, minimum, basic charge, or one break. */
export type Measure = 'all' | 'minimum' | 'basic' | `price:${number}`;

const breakOf = (measure: Measure): number =>
  measure.startsWith('price:') ? Number(measure.slice(6)) : -1;

export function isMeasure(text: string): text is Measure {
  return text === 'all' || text === 'minimum' || text === 'basic' || /^price:\d+$/.test(text);
}

/** A measure's number; null without one. */
export function valueOf(
  { minimum, lines }: Pick<LaneRate, 'minimum' | 'lines'>,
  measure: Measure,
): number | null {
  if (measure === 'minimum') return minimum;
  if (measure === 'basic')
    return lines
      .filter((line) => !isPrice(line))
      .reduce((sum, { basic, value }) => sum + basic + value, 0);
  return lines.filter(isPrice)[breakOf(measure)]?.value ?? null;
}

/** Edited values; undefined is unchanged. */
export interface Changes {
  minimum?: number;
  basic?: number;
  prices?: Readonly<Record<number, number>>;
}

export type Edit =
  | { kind: 'new'; set: Changes }
  | { kind: 'change'; id: number; rowVersion: number; set: Changes }
  | { kind: 'delete'; id: number; rowVersion: number };

const withChange = (set: Changes, measure: Measure, value: number): Changes => {
  if (measure === 'minimum') return { ...set, minimum: value };
  if (measure === 'basic') return { ...set, basic: value };
  return { ...set, prices: { ...set.prices, [breakOf(measure)]: value } };
};

function linesWith(lines: readonly RateDetail[], { basic, prices = {} }: Changes): RateDetail[] {
  let at = -1;
  const priced = lines.map((line) => {
    if (!isPrice(line)) return basic === undefined ? line : { ...line, basic, value: 0 };
    at += 1;
    return { ...line, value: prices[at] ?? line.value };
  });
  if (!basic || lines.some((line) => !isPrice(line))) return priced;
  return [{ rateType: 'Basic', break: null, basic, value: 0 }, ...priced];
}

/** The rate as it would be saved; null for none. */
export function edited(
  matrix: Matrix,
  stored: LaneRate | null,
  edit: Edit | undefined,
): LaneRate | null {
  if (!edit) return stored;
  if (edit.kind === 'delete') return null;
  if (edit.kind === 'change' && stored)
    return {
      ...stored,
      minimum: edit.set.minimum ?? stored.minimum,
      lines: linesWith(stored.lines, edit.set),
    };
  // Fills breaks without price, so nothing is free by accident.
  const [first = 0] = Object.values(edit.set.prices ?? {});
  const lines = linesWith(
    matrix.usual.map((line) => ({ ...line, value: first })),
    edit.set,
  );
  return {
    id: 0,
    rowVersion: 0,
    minimum: edit.set.minimum ?? 0,
    accumulative: false,
    lines,
    reciprocal: false,
    ownTerms: false,
    dated: false,
  };
}

/** Error of a text; null if valid. */
export function problemOf(text: string, t: Translate): string | null {
  const value = readSheetNumber(text);
  if (value === null)
    return /^[\d.,\s]+$/.test(text) ? numberError(text, t) : t('{text} is not a number', { text });
  if (value < 0 || value > MAX_AMOUNT)
    return t('Enter a number from 0 to {most}', { most: MAX_AMOUNT });
  return Math.round(value * 10_000) / 10_000 === value ? null : t('Enter at most 4 decimals');
}

/** The edit; undefined if equal to the stored value, null without such a break. */
export function set(
  matrix: Matrix,
  key: string,
  before: Edit | undefined,
  measure: Measure,
  value: number,
): Edit | undefined | null {
  const { from, to } = laneOf(key);
  const stored = matrix.rate(from, to);
  const shown = edited(matrix, stored, before) ?? stored;
  const has = shown ? shown.lines : matrix.usual;
  if (breakOf(measure) >= has.filter(isPrice).length) return null;
  if (!stored)
    return {
      kind: 'new',
      set: withChange(before?.kind === 'new' ? before.set : {}, measure, value),
    };
  const own =
    before?.kind === 'change' ? before : { id: stored.id, rowVersion: stored.rowVersion, set: {} };
  const edit: Edit = {
    kind: 'change',
    id: own.id,
    rowVersion: own.rowVersion,
    set: withChange(own.set, measure, value),
  };
  return isNothing(stored, edit) ? undefined : edit;
}

function isNothing(
  stored: LaneRate,
  { set: { minimum, basic, prices = {} } }: { set: Changes },
): boolean {
  const same = (value: number | undefined, measure: Measure) =>
    value === undefined || value === valueOf(stored, measure);
  return (
    same(minimum, 'minimum') &&
    same(basic, 'basic') &&
    Object.entries(prices).every(([at, value]) => same(value, `price:${Number(at)}`))
  );
}

/** The edit that deletes the lane's rate. */
export function remove(matrix: Matrix, key: string, before: Edit | undefined): Edit | undefined {
  const { from, to } = laneOf(key);
  const stored = matrix.rate(from, to);
  if (!stored) return undefined;
  const version = before && before.kind !== 'new' ? before.rowVersion : stored.rowVersion;
  return { kind: 'delete', id: stored.id, rowVersion: version };
}

/** The server's rate changed since the edit. */
export function isStale(matrix: Matrix, key: string, edit: Edit): boolean {
  const { from, to } = laneOf(key);
  const stored = matrix.rate(from, to);
  if (edit.kind === 'new') return stored !== null;
  return stored?.id !== edit.id || stored.rowVersion !== edit.rowVersion;
}

/** Rebases the edit onto the current rate. */
export function renewed(matrix: Matrix, key: string, edit: Edit): Edit | undefined {
  const { from, to } = laneOf(key);
  const stored = matrix.rate(from, to);
  if (edit.kind === 'delete')
    return stored ? { ...edit, id: stored.id, rowVersion: stored.rowVersion } : undefined;
  if (!stored) return { kind: 'new', set: edit.set };
  const renewed: Edit = {
    kind: 'change',
    id: stored.id,
    rowVersion: stored.rowVersion,
    set: edit.set,
  };
  return isNothing(stored, renewed) ? undefined : renewed;
}

/** Errors by lane: new rates need a price. */
export function unready(
  matrix: Matrix,
  edits: ReadonlyMap<string, Edit>,
  t: Translate,
): Map<string, string> {
  const problems = new Map<string, string>();
  for (const [key, edit] of edits) {
    if (edit.kind !== 'new') continue;
    const rate = edited(matrix, null, edit);
    if (rate?.lines.every((line) => !isPrice(line) || line.value === 0))
      problems.set(key, t('Enter a price: all its breaks are zero'));
  }
  return problems;
}

export interface Saving {
  body: Schema<'SaveRateMatrix'>;
  /** Lanes by position. */
  rates: readonly string[];
  deleted: readonly string[];
}

/** All edits as one call. */
export function toSent(
  matrix: Matrix,
  rateServiceId: number,
  edits: ReadonlyMap<string, Edit>,
): Saving {
  const saving = {
    body: {
      rateServiceId,
      rates: [] as Schema<'RateRequest'>[],
      deleted: [] as Schema<'SeenRate'>[],
    },
    rates: [] as string[],
    deleted: [] as string[],
  };
  for (const [key, edit] of edits) {
    const { from, to } = laneOf(key);
    if (edit.kind === 'delete') {
      saving.body.deleted.push({ id: edit.id, rowVersion: edit.rowVersion });
      saving.deleted.push(key);
      continue;
    }
    const stored = matrix.rate(from, to);
    const rate = edited(matrix, stored, edit);
    if (!rate) continue;
    const lines =
      edit.kind === 'new' || edit.set.basic !== undefined || edit.set.prices !== undefined
        ? { rateDetails: rate.lines }
        : {};
    const sent =
      edit.kind === 'new'
        ? { fromZone: from, toZone: to, calculationMethod: matrix.method, minimum: rate.minimum }
        : {
            id: edit.id,
            rowVersion: edit.rowVersion,
            ...(edit.set.minimum === undefined ? {} : { minimum: rate.minimum }),
          };
    saving.body.rates.push({ ...sent, ...lines });
    saving.rates.push(key);
  }
  return saving;
}

/** Rejections by lane, and the rest. */
export function byLane(
  { rates, deleted }: Saving,
  errors: readonly { members: readonly string[]; message: string }[],
): { lanes: Map<string, string>; others: string[] } {
  const lanes = new Map<string, string>();
  const others: string[] = [];
  for (const { members, message } of errors) {
    const found = members
      .map((member) => /^(rates|deleted)\[(\d+)\]/.exec(member))
      .find((match) => match !== null);
    const key = found && (found[1] === 'rates' ? rates : deleted)[Number(found[2])];
    if (key === undefined || key === null) others.push(message);
    else lanes.set(key, [lanes.get(key), message].filter(Boolean).join('; '));
  }
  return { lanes, others };
}
