// Tests of the rate card form.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import { cardProblems, cardRules, draftOf, newLevy, toSent } from './card-draft.ts';
import type { RateCard } from './model.ts';

const t = (text: string) => text;

const CARD = some<RateCard>({
  id: 7,
  rowVersion: 3,
  code: 'STD',
  name: 'Standard',
  description: null,
  kind: 'Cost',
  customerId: 9,
  currency: 'AUD',
  engine: 'distance-time',
  effectiveDate: '2026-01-01',
  expireDate: null,
  isActive: false,
  terms: {
    cubicAllowance: 333,
    itemsPriced: 'Each',
    zonesByPostcodeAlone: true,
    fallsBackToWiderZones: false,
    leviesCompound: true,
    rounding: { step: 0.05, mode: 'Up' },
    waiting: { freeMinutes: 15, stepMinutes: 5, pricePerStep: 7.5 },
    fuelLevies: [{ fromDate: '2026-01-01', percent: 12.5 }],
    levies: [
      {
        code: 'HVY',
        name: 'Heavy',
        feeType: 'ManualHandling',
        amount: 40,
        amountPerItem: null,
        percent: null,
        when: { case: 'OverWeight', option: null, lengthMm: null, weightG: 35_500, zone: null },
      },
    ],
    holidays: [{ date: '2026-01-26', stateCode: null, name: 'Australia Day' }],
  },
});

test('a card comes through its form unchanged, and a retired one stays retired', () => {
  expect(toSent(draftOf(CARD), CARD)).toEqual(CARD);
});

test('weights are typed in kilograms, and what a case does not need is not sent', () => {
  const draft = draftOf(CARD);
  expect(draft.terms.levies[0]?.when.weightG).toBe('35.5');
  draft.terms.levies[0] = {
    ...newLevy(),
    code: 'Z',
    name: 'Zone',
    amount: '5',
    when: { case: 'Zone', option: 'x', lengthMm: '1', weightG: '2', zone: ' MEL ' },
  };
  expect(toSent(draft, CARD).terms?.levies?.[0]?.when).toEqual({
    case: 'Zone',
    option: null,
    lengthMm: null,
    weightG: null,
    zone: 'MEL',
  });
  draft.terms.rounding.step = '';
  expect(toSent(draft, CARD).terms?.rounding).toBeNull();
});

test('each case of a levy asks for what it needs', () => {
  const needed = (word: 'Option' | 'Zone' | 'OverLength' | 'OverWeight' | 'DangerousGoods') => {
    const draft = draftOf(null);
    draft.terms.levies = [{ ...newLevy(), when: { ...newLevy().when, case: word } }];
    return Object.entries(cardRules(draft, t))
      .filter(([name, rule]) => name.includes('.when.') && rule?.needed)
      .map(([name]) => name.split('.').at(-1));
  };
  expect([
    needed('Option'),
    needed('Zone'),
    needed('OverLength'),
    needed('OverWeight'),
    needed('DangerousGoods'),
  ]).toEqual([['option'], ['zone'], ['lengthMm'], ['weightG'], []]);
});

test('days and levies that cannot be are told at their fields', () => {
  const draft = draftOf(CARD);
  draft.expireDate = '2025-12-31';
  draft.terms.fuelLevies = [
    { fromDate: '2026-02-01', percent: '1' },
    { fromDate: '2026-02-01', percent: '2' },
  ];
  draft.terms.levies = [newLevy()];
  expect(Object.keys(cardProblems(draft, t))).toEqual([
    'expireDate',
    'terms.fuelLevies.1.fromDate',
    'terms.levies.0.amount',
  ]);
});

test('waiting is free unless a step and its price are said', () => {
  const draft = draftOf(CARD);
  expect(draft.terms.waiting).toEqual({ freeMinutes: '15', stepMinutes: '5', pricePerStep: '7.5' });
  draft.terms.waiting = { freeMinutes: '', stepMinutes: ' ', pricePerStep: '' };
  expect(toSent(draft, CARD).terms?.waiting).toBeNull();
  expect(cardProblems(draft, t)).toEqual({});
  draft.terms.waiting.freeMinutes = '10';
  expect(Object.keys(cardProblems(draft, t))).toEqual([
    'terms.waiting.stepMinutes',
    'terms.waiting.pricePerStep',
  ]);
  draft.terms.waiting = { freeMinutes: '', stepMinutes: '5', pricePerStep: '4' };
  expect(toSent(draft, CARD).terms?.waiting).toEqual({
    freeMinutes: 0,
    stepMinutes: 5,
    pricePerStep: 4,
  });
});
