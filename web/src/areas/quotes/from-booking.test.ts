// Tests of drafts from bookings.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import type { BookingDetail } from '../../lib/bookings/model.ts';
import { quoteBody } from './draft.ts';
import { draftOf } from './from-booking.ts';
import { parseQuoteSearch } from './search.ts';

const booking = some<BookingDetail>({
  id: 5,
  customer: { id: 2, references: [{ referenceId: 7, name: 'PO number', value: 'PO-7' }] },
  reference: 'PO 1',
  fromAddress: {
    contactName: 'Sam',
    addressLine1: '1 Swan St',
    suburb: 'Richmond',
    postCode: '3121',
    state: 'Victoria',
    stateCode: 'VIC',
    countryCode: 'AU',
  },
  toAddress: {
    companyName: 'Lamp House',
    suburb: 'Parramatta',
    postCode: '2150',
    state: 'NSW',
    countryCode: 'AU',
  },
  items: [
    {
      packageType: 'Carton',
      quantity: 2,
      length: { value: 0.4, unit: 'm' },
      width: { value: 300, unit: 'mm' },
      height: { value: 12, unit: 'in' },
      weight: { value: 5500, unit: 'g' },
    },
  ],
  deliveryOptions: { 'tail-lift': 'true', residential: 'false' },
  pickupReadyTime: '2026-02-03T02:30:00Z',
});
const toLocal = (instant: string | null | undefined) => (instant ? instant.slice(0, 16) : '');

it('asks for the same consignment, in the units of the form', () => {
  expect(quoteBody(draftOf(booking, false, toLocal))).toMatchObject({
    fromAddress: { suburb: 'Richmond', state: 'VIC', postCode: '3121' },
    toAddress: { suburb: 'Parramatta', type: 'Business' },
    items: [
      {
        quantity: 2,
        length: { value: 40, unit: 'cm' },
        width: { value: 30 },
        height: { value: 30.48 },
        weight: { value: 5.5, unit: 'kg' },
      },
    ],
    deliveryOptions: { 'tail-lift': 'true' },
    customer: { customerId: 2 },
  });
});

it('keeps times and reference of the booking itself, not of a copy', () => {
  expect(draftOf(booking, false, toLocal)).toMatchObject({
    reference: 'PO 1',
    pickupDate: '2026-02-03',
    pickupReadyTime: '02:30',
  });
  expect(draftOf(booking, false, toLocal).references).toMatchObject([
    { referenceId: 7, name: 'PO number', value: 'PO-7' },
  ]);
  expect(draftOf(booking, true, toLocal)).toMatchObject({
    reference: '',
    references: [],
    pickupReadyTime: '',
    sender: { contactName: 'Sam' },
  });
});

it('begins with one empty line when the booking has none', () => {
  expect(draftOf(some<BookingDetail>({ id: 6 }), false, toLocal)).toMatchObject({
    from: null,
    items: [{ quantity: '1', weight: '' }],
  });
});

it('reads the address of the screen', () => {
  expect(parseQuoteSearch({ customer: '7', booking: 12, copy: 'x', other: 1 })).toEqual({
    customer: 7,
    booking: 12,
  });
});
