// Tests of prefilled drafts.
import { expect, it } from 'vitest';
import { some } from '../../../test/some.ts';
import type { SendingCustomer } from './lookups.ts';
import { emptyItem } from '../../kit/goods/items.ts';
import { emptyParty } from '../../lib/bookings/party.ts';
import { emptyDraft } from './model.ts';
import { nextDraft, nextSheet, withSender } from './prefill.ts';

const customer = some<SendingCustomer>({
  id: 4,
  companyName: 'Lamp House',
  contactName: 'Sam',
  contact: '03 9000 0000',
  email: 'sam@example.test',
  address: {
    addressLine1: '1 Swan St',
    suburb: 'Richmond',
    postCode: '3121',
    state: 'VIC',
    countryCode: 'AU',
  },
});
const order = { referenceId: 7, name: 'PO number', description: '', isRequired: true, value: '' };
const geelong = { suburb: 'Geelong', postCode: '3220', state: 'VIC', countryCode: 'AU' };

it('takes place and street from the customer', () => {
  expect(withSender(emptyDraft(4), customer)).toEqual({
    from: { suburb: 'Richmond', postCode: '3121', state: 'VIC', countryCode: 'AU' },
    sender: {
      companyName: 'Lamp House',
      contactName: 'Sam',
      telephone: '03 9000 0000',
      email: 'sam@example.test',
      addressLine1: '1 Swan St',
      addressLine2: '',
    },
  });
});

it('keeps a chosen place, without the street of another', () => {
  const filled = withSender({ ...emptyDraft(4), from: geelong }, customer);
  expect(filled.from).toEqual(geelong);
  expect(filled.sender).toMatchObject({ contactName: 'Sam', addressLine1: '' });
});

it('never overwrites a sender that was typed', () => {
  const sender = { ...emptyParty, contactName: 'Jo' };
  expect(withSender({ ...emptyDraft(4), sender }, customer).sender).toEqual(sender);
});

it('replaces what an earlier customer filled in, and only that', () => {
  const first = withSender(emptyDraft(4), customer);
  const other = some<SendingCustomer>({
    id: 5,
    companyName: 'Wattle',
    address: { addressLine1: '9 Dock Rd', suburb: 'Geelong', postCode: '3220', state: 'VIC' },
  });
  expect(withSender({ ...emptyDraft(5), ...first }, other, first)).toMatchObject({
    from: geelong,
    sender: { companyName: 'Wattle', addressLine1: '9 Dock Rd' },
  });
  const edited = { ...first, sender: { ...first.sender, contactName: 'Jo' } };
  expect(withSender({ ...emptyDraft(5), ...edited }, other, first)).toEqual({
    from: geelong,
    sender: edited.sender,
  });
});

it('makes do with a customer that has no address', () => {
  expect(withSender(emptyDraft(4), some<SendingCustomer>({ id: 4 }))).toEqual({
    from: null,
    sender: emptyParty,
  });
});

it('begins the next consignment from the same place', () => {
  const done = {
    ...emptyDraft(4),
    from: geelong,
    to: geelong,
    reference: 'PO 1',
    references: [{ ...order, value: 'PO-7' }],
    receiver: { ...emptyParty, contactName: 'Ana' },
  };
  expect(nextDraft(done)).toMatchObject({
    customerId: 4,
    references: [order],
    from: geelong,
    to: null,
    reference: '',
    receiver: emptyParty,
  });
});

it('begins the next consignment without the charged options of this one', () => {
  const done = { ...emptyDraft(4), options: { 'delivery:tail-lift': true } };
  expect(nextDraft(done).options).toEqual({});
});

it('keeps what is typed while a booking is sent, without the booked goods', () => {
  const carton = { ...emptyItem, packageType: 'Carton', weight: '12' };
  const pallet = { ...emptyItem, packageType: 'Pallet', weight: '400' };
  const booked = { ...emptyDraft(4), to: geelong, items: [carton], reference: 'PO 1' };
  expect(nextSheet(booked, booked)).toEqual(nextDraft(booked));
  const typed = { ...booked, items: [carton, pallet], reference: 'PO 2' };
  expect(nextSheet(booked, typed)).toEqual({
    ...nextDraft(booked),
    items: [pallet],
    reference: 'PO 2',
  });
  const removed = { ...booked, items: [carton, pallet] };
  expect(nextSheet(removed, { ...removed, items: [pallet] }).items).toEqual(
    nextDraft(removed).items,
  );
});
