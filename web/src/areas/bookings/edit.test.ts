// Tests of partly changed bookings.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import { editBody, toEdit } from './edit.ts';
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
