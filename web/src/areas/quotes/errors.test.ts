// Tests of mapping errors to fields.
import { expect, it } from 'vitest';
import { fieldOf, fieldProblems, withLabels } from './errors.ts';

it.each([
  ['booking.items[0].weight', 'items.0.weight'],
  ['bookings[0].booking.items[2].length.value', 'items.2.length'],
  ['items', 'items'],
  ['items[1]', 'items.1.packageType'],
  ['fromAddress.postCode', 'from'],
  ['toAddress', 'to'],
  ['booking.toAddress.addressLine1', 'receiver.addressLine1'],
  ['FROMADDRESS.CONTACTNAME', 'sender.contactName'],
  ['customer.customerId', 'customerId'],
  ['promoCode', 'promoCode'],
  ['insuranceType', 'insurance'],
  ['bookings[0].booking.isInsured', 'insurance'],
  ['insuredValue', 'insuredValue'],
  ['bookings[0].booking.customer.references[1].value', 'references.1.value'],
  ['bookings[0].booking.customer.references', null],
  ['dangerousGoodUNCode', 'dangerousGoodUNCode'],
  ['booking.items[1].dangerousGoods[2].unNumber', 'items.1.substances.2.unCode'],
  ['items[1].dangerousGoods', 'items.1.substances.0.unCode'],
  ['booking.reference', 'reference'],
  ['resourceToken', null],
  ['items[0].colour', null],
])('%s belongs to %s', (member, field) => expect(fieldOf(member)).toBe(field));

it('keeps the message of a complaint that fits no field', () => {
  expect(
    fieldProblems([
      { message: 'The prices have expired', members: ['resourceToken'] },
      { message: 'Too heavy', members: ['items[0].weight'] },
    ]),
  ).toEqual([
    { field: '', message: 'The prices have expired' },
    { field: 'items.0.weight', message: 'Item 1, Weight per piece in kg: Too heavy' },
  ]);
});

it('names the field in front of half a sentence', () => {
  expect(
    fieldProblems([
      { message: 'is required', members: ['items[1].weight.value'] },
      { message: 'is required', members: ['booking.toAddress.addressLine1'] },
      { message: 'must be known', members: ['fromAddress.postCode'] },
      { message: 'has expired', members: ['resourceToken'] },
    ]).map((problem) => problem.message),
  ).toEqual([
    'Item 2, Weight per piece in kg: is required',
    'To, Street address: is required',
    'From must be known',
    'Resource token has expired',
  ]);
});

it("names rows and fields in a carrier's refusal", () => {
  expect(withLabels('items[0].weight: must be at most 22 kg; items[1].quantity: too many')).toBe(
    'Item 1, Weight per piece in kg: must be at most 22 kg; Item 2, Quantity: too many',
  );
  expect(withLabels('The parcel is not accepted: items[0].weight')).toBe(
    'The parcel is not accepted: items[0].weight',
  );
});
