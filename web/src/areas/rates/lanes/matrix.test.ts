// Tests of lane matrix edits.
import { describe, expect, it } from 'vitest';
import { inLanguage } from '../../../../test/reader.ts';
import {
  byLane,
  cellWidth,
  edited,
  isStale,
  keyOf,
  laneOf,
  matrixOf,
  problemOf,
  remove,
  renewed,
  set,
  toSent,
  unready,
  valueOf,
  type Edit,
  type Wire,
} from './matrix.ts';

const t = (text: string, values: Record<string, unknown> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
const zone = (code: string) => ({ code, name: `Zone ${code}`, isActive: true });
const two = {
  accumulative: false,
  lines: [
    { rateType: 'Basic' as const, break: null },
    { rateType: 'Break' as const, break: 50 },
    { rateType: 'Break' as const, break: null },
  ],
};
const one = { accumulative: true, lines: [{ rateType: 'Break' as const, break: null }] };

const wire = (beside: Partial<Wire['rates']> = {}): Wire => ({
  day: '2026-07-01',
  calculationMethod: 'PerKg',
  methods: [{ calculationMethod: 'PerKg', count: 3 }],
  zones: [zone('MEL'), zone('SYD'), zone('BNE')],
  totalCount: 3,
  isCut: false,
  shapes: [one, two],
  rates: {
    id: [11, 12, 13],
    rowVersion: [1, 4, 1],
    from: [0, 1, 0],
    to: [1, 2, 2],
    minimum: [9.5, 20, 0],
    shape: [1, 0, 1],
    prices: [10, 0, 0, 2, 0, 1, 0, 3, 5, 0, 0, 4, 0, 3.5],
    reciprocal: [1],
    ownTerms: [0],
    dated: [],
    ...beside,
  },
});

const MEL_SYD = keyOf('MEL', 'SYD');

it('gives columns the width of the highest amount with its marks', () => {
  const format = (amount: number) => amount.toFixed(amount % 1 === 0.1234 ? 4 : 2);
  const usual = cellWidth(wire(), format);
  // Breaks, own terms and both directions have a mark each.
  expect(usual).toBeGreaterThanOrEqual('10.00'.length * 8 + 3 * 12 + 16);
  const high = [10, 0, 0, 128_345.5, 0, 1, 0, 3, 5, 0, 0, 4, 0, 3.5];
  expect(cellWidth(wire({ prices: high }), format)).toBe(usual + 4 * 8);
  const fine = [10, 0, 0, 0.1234, 0, 1, 0, 3, 5, 0, 0, 4, 0, 3.5];
  expect(cellWidth(wire({ prices: fine }), format)).toBeGreaterThan(usual);
  expect(cellWidth({ ...wire({ prices: [], minimum: [] }), shapes: [] }, format)).toBe(96);
});
const SYD_BNE = keyOf('SYD', 'BNE');
const BNE_MEL = keyOf('BNE', 'MEL');

describe('a matrix', () => {
  it('is read by lane, with the prices of every rate in their place', () => {
    const matrix = matrixOf(wire());
    const values = (from: string, to: string) => {
      const rate = matrix.rate(from, to);
      return (
        rate && [
          rate.id,
          ...(['minimum', 'basic', 'price:0', 'price:1'] as const).map((measure) =>
            valueOf(rate, measure),
          ),
        ]
      );
    };
    expect(values('MEL', 'SYD')).toEqual([11, 9.5, 10, 2, 1]);
    expect(values('SYD', 'BNE')).toEqual([12, 20, 0, 3, null]);
    expect(values('MEL', 'BNE')).toEqual([13, 0, 5, 4, 3.5]);
    expect(values('BNE', 'MEL')).toBeNull();
    expect(matrix.rate('SYD', 'BNE')).toMatchObject({
      reciprocal: true,
      accumulative: true,
      ownTerms: false,
    });
    expect(matrix.usual).toEqual([
      { rateType: 'Break', break: 50, basic: 0, value: 0 },
      { rateType: 'Break', break: null, basic: 0, value: 0 },
    ]);
    expect(matrix.breaks).toBe(2);
    expect(laneOf(MEL_SYD)).toEqual({ from: 'MEL', to: 'SYD' });
  });

  it('of no rates begins with one price', () => {
    const empty = {
      ...wire(),
      shapes: [],
      rates: {
        id: [],
        rowVersion: [],
        from: [],
        to: [],
        minimum: [],
        shape: [],
        prices: [],
        reciprocal: [],
        ownTerms: [],
        dated: [],
      },
    };
    expect(matrixOf(empty)).toMatchObject({
      breaks: 1,
      usual: [{ rateType: 'Break', break: null }],
    });
    expect(matrixOf({ ...empty, calculationMethod: 'Flat' }).usual[0]?.rateType).toBe('Flat');
  });
});

describe('edits', () => {
  const matrix = matrixOf(wire());

  it('set one number and leave the others', () => {
    const price = set(matrix, MEL_SYD, undefined, 'price:1', 1.25);
    const both = set(matrix, MEL_SYD, price ?? undefined, 'minimum', 12);
    const rate = edited(matrix, matrix.rate('MEL', 'SYD'), both ?? undefined);
    expect(rate).toMatchObject({ minimum: 12, ownTerms: true });
    expect(rate?.lines).toEqual([
      { rateType: 'Basic', break: null, basic: 10, value: 0 },
      { rateType: 'Break', break: 50, basic: 0, value: 2 },
      { rateType: 'Break', break: null, basic: 0, value: 1.25 },
    ]);
    // Reverting an edit leaves nothing to save.
    const back = set(
      matrix,
      MEL_SYD,
      set(matrix, MEL_SYD, both ?? undefined, 'minimum', 9.5) ?? undefined,
      'price:1',
      1,
    );
    expect(back).toBeUndefined();
    expect(set(matrix, SYD_BNE, undefined, 'price:1', 5)).toBeNull();
  });

  it('add a basic charge where there was none', () => {
    const edit = set(matrix, SYD_BNE, undefined, 'basic', 7) ?? undefined;
    expect(edited(matrix, matrix.rate('SYD', 'BNE'), edit)?.lines).toEqual([
      { rateType: 'Basic', break: null, basic: 7, value: 0 },
      { rateType: 'Break', break: null, basic: 0, value: 3 },
    ]);
  });

  it('begin a new rate with the usual breaks, each at the price that is known', () => {
    const first = set(matrix, BNE_MEL, undefined, 'price:0', 2) ?? undefined;
    expect(
      edited(matrix, null, first)?.lines.map(({ break: upTo, value }) => [upTo, value]),
    ).toEqual([
      [50, 2],
      [null, 2],
    ]);
    const second = set(matrix, BNE_MEL, first, 'price:1', 1.5) ?? undefined;
    expect(edited(matrix, null, second)?.lines.map(({ value }) => value)).toEqual([2, 1.5]);
    expect(unready(matrix, new Map([[BNE_MEL, second as Edit]]), t).size).toBe(0);
    const minimum = set(matrix, BNE_MEL, undefined, 'minimum', 10) ?? undefined;
    expect([...unready(matrix, new Map([[BNE_MEL, minimum as Edit]]), t).keys()]).toEqual([
      BNE_MEL,
    ]);
  });

  it('delete what is there, and let go of what is not', () => {
    expect(remove(matrix, MEL_SYD, undefined)).toEqual({ kind: 'delete', id: 11, rowVersion: 1 });
    expect(remove(matrix, BNE_MEL, { kind: 'new', set: { minimum: 1 } })).toBeUndefined();
    expect(
      edited(matrix, matrix.rate('MEL', 'SYD'), remove(matrix, MEL_SYD, undefined)),
    ).toBeNull();
    // The rate is kept and changed.
    expect(set(matrix, MEL_SYD, remove(matrix, MEL_SYD, undefined), 'minimum', 1)).toMatchObject({
      kind: 'change',
      id: 11,
    });
  });

  it('are sent as one call, with what they do not touch left out', () => {
    const edits = new Map<string, Edit>([
      [MEL_SYD, { kind: 'change', id: 11, rowVersion: 1, set: { minimum: 12 } }],
      [SYD_BNE, { kind: 'delete', id: 12, rowVersion: 4 }],
      [BNE_MEL, { kind: 'new', set: { prices: { 0: 2 } } }],
    ]);
    const sent = toSent(matrix, 7, edits);
    expect(sent.body).toEqual({
      rateServiceId: 7,
      rates: [
        { id: 11, rowVersion: 1, minimum: 12 },
        {
          fromZone: 'BNE',
          toZone: 'MEL',
          calculationMethod: 'PerKg',
          minimum: 0,
          rateDetails: [
            { rateType: 'Break', break: 50, basic: 0, value: 2 },
            { rateType: 'Break', break: null, basic: 0, value: 2 },
          ],
        },
      ],
      deleted: [{ id: 12, rowVersion: 4 }],
    });
    const refused = byLane(sent, [
      { members: ['rates[1].fromZone'], message: 'is no zone' },
      { members: ['rates[1].minimum'], message: 'is too much' },
      { members: ['deleted[0].rowVersion'], message: 'is stale' },
      { members: ['rates'], message: 'are too many' },
    ]);
    expect([...refused.lanes]).toEqual([
      [BNE_MEL, 'is no zone; is too much'],
      [SYD_BNE, 'is stale'],
    ]);
    expect(refused.others).toEqual(['are too many']);
  });

  it('of a rate that somebody else has changed can be kept over theirs', () => {
    const edit: Edit = { kind: 'change', id: 11, rowVersion: 1, set: { minimum: 12 } };
    expect(isStale(matrix, MEL_SYD, edit)).toBe(false);
    const later = matrixOf(wire({ rowVersion: [2, 4, 1] }));
    expect(isStale(later, MEL_SYD, edit)).toBe(true);
    expect(renewed(later, MEL_SYD, edit)).toEqual({ ...edit, rowVersion: 2 });
    // The same change by another user.
    expect(
      renewed(matrixOf(wire({ rowVersion: [2, 4, 1], minimum: [12, 20, 0] })), MEL_SYD, edit),
    ).toBeUndefined();
    expect(isStale(matrix, BNE_MEL, { kind: 'new', set: {} })).toBe(false);
    expect(isStale(matrix, SYD_BNE, { kind: 'new', set: {} })).toBe(true);
    expect(renewed(matrix, BNE_MEL, { kind: 'delete', id: 1, rowVersion: 1 })).toBeUndefined();
  });
});

describe('what is typed', () => {
  const problem = (text: string) => problemOf(text, t);
  it('must be an amount', () => {
    expect(['1.25', ' 1,250 ', '0', '.5', '1,250,000.5'].map(problem)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(problem('dear')).toBe('dear is not a number');
    expect(problem('-1')).toMatch('from 0 to');
    expect(problem('1.23456')).toMatch('4 decimals');
    // Otherwise a hundredfold amount.
    expect(problem('2,25')).toMatch('with a point');
  });

  it('has the decimal sign of the reader', () =>
    inLanguage('de', () => {
      expect(['2,25', '1.250,5', '2.25'].map(problem)).toEqual([null, null, null]);
      // Ambiguous: 1250 or 1.25.
      expect(problem('1.250')).toMatch('with a comma');
      expect(problem('1,2,5')).toMatch('with a comma');
    }));
});
