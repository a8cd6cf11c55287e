// Tests of partly changed bookings.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import { editBody, freightProblems, toEdit } from './edit.ts';
import { t } from '../../lib/i18n.ts';
import type { Booking } from '../../lib/bookings/model.ts';

const booking = some<Booking>({
  id: 5,
  rowVersion: 3,
  bookingStatus: 'Quoted',
  allowedOperations: ['Edit', 'EditAddresses'],
  customer: { id: 2 },
  fromAddress: {
    companyName: 'Lamp House',
    addressLine1: '1 Swan St',
    suburb: 'Richmond',
    postCode: '3121',
    countryCode: 'AU',
  },
  toAddress: { contactName: 'Ana', suburb: 'Parramatta', postCode: '2150', countryCode: 'AU' },
  items: [{ quantity: 2 }],
  deliveryOptions: { 'tail-lift': 'true' },
  reference: 'PO 1',
  pickupReadyTime: '2026-02-03T02:30:00Z',
});
const edit = () => toEdit(booking, (instant) => (instant ? `local ${instant}` : ''));
const sent = (change: object, before = booking) =>
  editBody(before, { ...edit(), ...change }, (local) => local.replace('local ', '')).bookings[0]
    ?.booking;

it('sends what the form shows and no more', () => {
  const body = sent({ reference: ' PO 2 ' });
  expect(body).toMatchObject({
    id: 5,
    rowVersion: 3,
    fromAddress: { suburb: 'Richmond', companyName: 'Lamp House', contactName: null },
    reference: 'PO 2',
    pickupReadyTime: '2026-02-03T02:30:00Z',
  });
  for (const member of ['customer', 'items', 'deliveryOptions', 'quoteId'])
    expect(body).not.toHaveProperty(member);
});

it('empties what was emptied', () => {
  expect(sent({ reference: '', pickupReadyTime: '' })).toMatchObject({
    reference: null,
    pickupReadyTime: null,
  });
});

it('leaves the people alone once the carrier has the consignment', () => {
  const booked: Booking = { ...booking, allowedOperations: ['Edit'] };
  expect(sent({ to: { ...edit().to, contactName: 'Jo' } }, booked)).not.toHaveProperty('toAddress');
  expect(sent({ to: { ...edit().to, contactName: 'Jo' } })).toMatchObject({
    toAddress: { contactName: 'Jo' },
  });
});

const line = {
  quantity: 2,
  packageType: 'Carton',
  description: 'Lamps',
  length: { value: 16, unit: 'in' as const },
  width: { value: 30, unit: 'cm' as const },
  height: { value: 30, unit: 'cm' as const },
  weight: { value: 5, unit: 'kg' as const },
  hsCode: '9405',
};
const onOwnVehicles = some<Booking>({ ...booking, bookingStatus: 'Booked', items: [line, line] });
const freight = () => toEdit(onOwnVehicles, () => '');
const sentFreight = (change: object, accepted: Parameters<typeof editBody>[3] = null) =>
  editBody(onOwnVehicles, { ...freight(), ...change }, () => null, accepted).bookings[0]?.booking;

it('sends suburbs and items of own vehicles only where they changed', () => {
  const body = sentFreight({ reference: 'PO 3' });
  expect(body).not.toHaveProperty('items');
  expect(body).toMatchObject({ toAddress: { suburb: 'Parramatta', postCode: '2150' } });
  const [first, second] = freight().items;
  const moved = { suburb: 'Geelong', postCode: '3220', state: 'VIC', countryCode: 'AU' };
  expect(
    sentFreight({ toPlace: moved, items: [{ ...first, quantity: '3' }, second] }),
  ).toMatchObject({
    fromAddress: { suburb: 'Richmond' },
    toAddress: { ...moved, stateCode: 'VIC', contactName: 'Ana' },
    items: [{ quantity: 3, hsCode: '9405', length: { value: 40.64, unit: 'cm' } }, line],
  });
});

it('sends the accepted price with the change', () => {
  const quote = some<NonNullable<Parameters<typeof editBody>[3]>>({
    id: 9,
    resourceToken: 'token',
    total: 12,
  });
  expect(sentFreight({}, quote)).toMatchObject({ quoteId: 9, resourceToken: 'token' });
  expect(sentFreight({})).not.toHaveProperty('quoteId');
});

it('names the parts that a price needs', () => {
  const [first] = freight().items;
  expect(
    freightProblems({ ...freight(), toPlace: null, items: [{ ...first!, weight: '0' }] }, t),
  ).toEqual({
    toPlace: 'Choose a suburb from the list',
    'items.0.weight': 'enter more than 0',
  });
});
