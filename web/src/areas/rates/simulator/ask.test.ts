// Tests of simulator requests.
import { ApiError } from '@waybill/plugin';
import { expect, test } from 'vitest';
import { emptyItem } from '../../../kit/goods/items.ts';
import { askOf, fieldOf, missingOf, problemsOf, refusedBy } from './ask.ts';
import { emptyConsignment, type Consignment } from './consignment.ts';

const t = (text: string, values: Record<string, unknown> = {}) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
const place = (suburb: string, postCode: string) => ({
  suburb,
  state: 'VIC',
  postCode,
  countryCode: 'AU',
});
const toInstant = (local: string) => `${local}:00Z`;

const completeConsignment = (): Consignment => ({
  ...emptyConsignment(),
  from: place('Melbourne', '3000'),
  to: place('Sydney', '2000'),
  items: [
    {
      ...emptyItem,
      quantity: '4',
      length: '40',
      width: '30',
      height: '10',
      weight: '5',
      packageType: 'Carton',
    },
  ],
});

test('a whole consignment is asked in the units of the API', () => {
  const ask = askOf(
    {
      ...completeConsignment(),
      options: { 'delivery:residential': true, 'pickup:tail-lift': true },
      readyTime: '2026-11-23T09:00',
      distanceKm: '75.5',
      durationMinutes: '60',
    },
    toInstant,
    t,
  );
  expect(ask).toMatchObject({
    fromAddress: { suburb: 'Melbourne', postCode: '3000', countryCode: 'AU', type: 'Business' },
    toAddress: { suburb: 'Sydney', type: 'Residential' },
    items: [
      {
        quantity: 4,
        packageType: 'Carton',
        length: { value: 40, unit: 'cm' },
        weight: { value: 5, unit: 'kg' },
      },
    ],
    pickupOptions: { 'tail-lift': 'true' },
    deliveryOptions: { residential: 'true' },
    pickupReadyTime: '2026-11-23T09:00:00Z',
    distanceKm: 75.5,
    durationMinutes: 60,
    waitingMinutes: 0,
    explain: true,
  });
  expect(askOf(completeConsignment(), toInstant, t)).toMatchObject({
    pickupReadyTime: null,
    distanceKm: null,
    durationMinutes: null,
  });
});

test('what is missing is said and not asked', () => {
  const draft = { ...completeConsignment(), to: null, items: [{ ...emptyItem, quantity: '1' }] };
  expect(missingOf(draft, t)).toEqual([
    'where it goes to',
    'how many, how large and how heavy the items are',
  ]);
  expect(problemsOf(draft, t)).toEqual({});
  expect(askOf(draft, toInstant, t)).toBeNull();
});

test('what cannot be meant is said at its field', () => {
  const draft = {
    ...completeConsignment(),
    distanceKm: '50000',
    durationMinutes: '1.5',
    waitingMinutes: '-1',
  };
  draft.items = [{ ...draft.items[0]!, quantity: '1.5', weight: '0', length: 'x' }];
  expect(problemsOf(draft, t)).toEqual({
    'items.0.quantity': 'At least 1',
    'items.0.weight': 'Above 0',
    'items.0.length': 'Above 0',
    distanceKm: 'A number from 0 to 40000',
    durationMinutes: 'A whole number from 0 to 43200',
    waitingMinutes: 'A whole number from 0 to 43200',
  });
  expect(askOf(draft, toInstant, t)).toBeNull();
});

test('refusals stand at the fields they are about', () => {
  expect(
    ['ask.items[1].weight.value', 'ask.toAddress.countryCode', 'ask.distanceKm', 'rateCardIds'].map(
      fieldOf,
    ),
  ).toEqual(['items.1.weight', 'to', 'distanceKm', null]);
  const error = new ApiError(400, 'Invalid', {
    validationErrors: [
      { message: 'must be at most 30 t', members: ['ask.items[0].weight'] },
      { message: 'must be from 1 to 20 cards', members: ['rateCardIds'] },
    ],
  } as never);
  const { fields, others } = refusedBy(error);
  expect(fields['items.0.weight']).toContain('must be at most 30 t');
  expect(others).toHaveLength(1);
  expect(refusedBy(new Error('lost'))).toEqual({ fields: {}, others: [] });
});
