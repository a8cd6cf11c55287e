// Tests of the rate form.
import { expect, test } from 'vitest';
import { draftOf, newLine, rateProblems, toSent } from './rate-draft.ts';
import type { Rate } from './model.ts';

const t = (text: string, values: Record<string, unknown> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

const RATE: Rate = {
  id: 4,
  rowVersion: 2,
  rateCardId: 1,
  rateServiceId: 3,
  fromZone: 'MEL',
  toZone: 'SYD',
  calculationMethod: 'PerKg',
  reciprocal: true,
  accumulative: false,
  minimum: 12.5,
  cubicAllowance: null,
  cutOffTime: '16:30',
  transitTime: 2,
  effectiveDate: '2026-01-01',
  expireDate: null,
  rateDetails: [
    { rateType: 'Basic', break: null, basic: 9.9, value: 0 },
    { rateType: 'Break', break: 50, basic: 0, value: 0.55 },
    { rateType: 'Break', break: null, basic: 1, value: 0.5 },
  ],
};

test('a rate comes through its form unchanged', () => {
  const { id: _, rowVersion: __, rateCardId: ___, ...values } = RATE;
  expect(toSent(draftOf(RATE))).toEqual(values);
});

test('a line that is added goes on as the one before, except for a basic charge', () => {
  expect(newLine({ rateType: 'Flat', break: '5', basic: '', value: '7' })).toEqual({
    rateType: 'Flat',
    break: '',
    basic: '',
    value: '',
  });
  expect(newLine({ rateType: 'Basic', break: '', basic: '7', value: '' }).rateType).toBe('Break');
});

test('breaks ascend, and none follows a line without an end', () => {
  const of = (...breaks: string[]) =>
    rateProblems(
      {
        ...draftOf(RATE),
        rateDetails: breaks.map((upTo) => ({
          rateType: 'Break',
          break: upTo,
          basic: '',
          value: '1',
        })),
      },
      t,
    );
  expect(of('10', '20', '')).toEqual({});
  expect(of('10', '10')).toEqual({ 'rateDetails.1.break': 'Must be above 10' });
  expect(of('', '20')).toEqual({
    'rateDetails.1.break': 'The line before has no end: enter its upper limit',
  });
});

test('days, directions and a second basic charge are told', () => {
  const basic = { rateType: 'Basic' as const, break: '', basic: '1', value: '' };
  const wrong = rateProblems(
    { ...draftOf(RATE), toZone: 'mel', expireDate: '2025-12-31', rateDetails: [basic, basic] },
    t,
  );
  expect(Object.keys(wrong)).toEqual(['expireDate', 'reciprocal', 'rateDetails.1.rateType']);
});
