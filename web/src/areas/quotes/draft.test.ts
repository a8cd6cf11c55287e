// Tests of quote drafts.
import { describe, expect, it } from 'vitest';
import {
  bookingBody,
  typedPickup,
  bookingProblems,
  guestBookingBody,
  quoteBody,
  quoteKey,
  quoteProblems,
} from './draft.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';

function filled(): QuoteDraft {
  const draft = emptyDraft(9);
  draft.from = { suburb: 'Richmond', postCode: '3121', state: 'VIC', countryCode: 'AU' };
  draft.to = { suburb: 'Parramatta', postCode: '2150', state: 'NSW', countryCode: 'AU' };
  draft.items = [
    {
      productId: null,
      packageType: 'Carton',
      quantity: '3',
      description: 'Lamps',
      length: '40',
      width: '30',
      height: '30',
      weight: '12.5',
    },
  ];
  draft.sender = { ...draft.sender, contactName: 'Sam', addressLine1: '1 Swan St' };
  draft.receiver = { ...draft.receiver, companyName: 'Lamp House', addressLine1: '2 Church St' };
  return draft;
}

const fields = (problems: { field: string }[]) => problems.map((problem) => problem.field);

describe('quoteProblems', () => {
  it('finds nothing wrong with a whole draft', () =>
    expect(quoteProblems(filled(), true)).toEqual([]));

  it('names every gap of an empty draft', () => {
    expect(fields(quoteProblems(emptyDraft(null), true))).toEqual([
      'customerId',
      'from',
      'to',
      'items.0.packageType',
      'items.0.length',
      'items.0.width',
      'items.0.height',
      'items.0.weight',
    ]);
  });

  it('asks a customer session for no customer', () => {
    expect(quoteProblems({ ...filled(), customerId: null }, false)).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'two', ''])('refuses the quantity %j', (quantity) => {
    const draft = filled();
    draft.items = draft.items.map((item) => ({ ...item, quantity }));
    expect(fields(quoteProblems(draft, true))).toEqual(['items.0.quantity']);
  });

  it('wants the UN number of dangerous goods', () => {
    expect(quoteProblems({ ...filled(), isDangerousGood: true }, true)).toEqual([
      { field: 'dangerousGoodUNCode', message: 'UN Number: enter four digits, as in UN1263' },
    ]);
  });
});

describe('bookingProblems', () => {
  it('finds nothing wrong with a whole draft', () => expect(bookingProblems(filled())).toEqual([]));
  it('wants a street and a name at both ends', () => {
    expect(fields(bookingProblems(emptyDraft(1)))).toEqual([
      'sender.contactName',
      'sender.addressLine1',
      'receiver.contactName',
      'receiver.addressLine1',
    ]);
  });
  it('knows an unfinished email address', () => {
    const draft = filled();
    draft.receiver.email = 'lamps@house';
    expect(fields(bookingProblems(draft))).toEqual(['receiver.email']);
  });
  it('wants the closing time after the ready time', () => {
    expect(
      fields(
        bookingProblems({
          ...filled(),
          pickupDate: '2026-02-03',
          pickupReadyTime: '15:00',
          businessClosingTime: '14:00',
        }),
      ),
    ).toEqual(['businessClosingTime']);
  });
});

const order = { referenceId: 7, name: 'PO number', description: '', isRequired: true, value: ' ' };

it('wants what the customer requires, and sends every field in its place', () => {
  const draft = { ...filled(), references: [{ ...order, isRequired: false }, order] };
  expect(bookingProblems(draft)).toEqual([
    { field: 'references.1.value', message: 'PO number is required' },
  ]);
  const choice = { bookingId: null, resourceToken: 'token', quoteId: 41, pickup: null };
  const draftWithReference = { ...draft, references: [{ ...order, value: ' PO-7 ' }] };
  expect(bookingBody(draftWithReference, choice, ['Book']).bookings[0]?.booking).toMatchObject({
    customer: { id: 9, references: [{ referenceId: 7, value: 'PO-7' }] },
  });
  expect(
    bookingBody({ ...draftWithReference, customerId: null }, choice, ['Book']).bookings[0]?.booking,
  ).toMatchObject({ customer: { references: [{ referenceId: 7, value: 'PO-7' }] } });
});

it('loses no pickup day for want of a time', () => {
  const toInstant = (local: string) => `at ${local}`;
  const times = (change: Partial<QuoteDraft>) => {
    const typed = typedPickup({ ...filled(), pickupDate: '2026-02-03', ...change }, toInstant);
    return typed && [typed.readyTime.slice(-5), typed.closingTime.slice(-5)];
  };
  expect(typedPickup(filled(), toInstant)).toBeNull();
  expect(times({})).toEqual(['09:00', '17:00']);
  expect(times({ pickupReadyTime: '13:30' })).toEqual(['13:30', '17:00']);
  expect(times({ pickupReadyTime: '18:00' })).toEqual(['18:00', '23:59']);
  expect(times({ businessClosingTime: '08:00' })).toEqual(['00:00', '08:00']);
});

describe('requests', () => {
  it('asks for prices in the words of the API', () => {
    const draft = filled();
    draft.options = {
      'delivery:tail-lift': true,
      'pickup:tail-lift': false,
      'delivery:residential': true,
    };
    expect(quoteBody(draft)).toMatchObject({
      toAddress: {
        postCode: '2150',
        suburb: 'Parramatta',
        state: 'NSW',
        countryCode: 'AU',
        type: 'Residential',
      },
      items: [
        {
          packageType: 'Carton',
          quantity: 3,
          length: { value: 40, unit: 'cm' },
          weight: { value: 12.5, unit: 'kg' },
        },
      ],
      pickupOptions: {},
      deliveryOptions: { 'tail-lift': 'true', residential: 'true' },
      isDangerousGood: false,
      customer: { customerId: 9 },
    });
  });

  it('asks with a promo code only when one was typed', () => {
    expect(quoteBody({ ...filled(), promoCode: ' ' })).not.toHaveProperty('promoCode');
    expect(quoteBody({ ...filled(), promoCode: ' SPRING ' })).toMatchObject({
      promoCode: 'SPRING',
    });
  });

  it('says nothing of insurance unless somebody chose it', () => {
    expect(quoteBody(filled())).not.toHaveProperty('isInsured');
    const none: QuoteDraft = { ...filled(), insurance: 'None', insuredValue: '500' };
    expect(quoteBody(none)).toMatchObject({ isInsured: false });
    expect(quoteBody(none)).not.toHaveProperty('insuredValue');
    const insured: QuoteDraft = { ...filled(), insurance: 'Standard', insuredValue: '12,500' };
    const insuranceFields = { isInsured: true, insuredValue: 12_500, insuranceType: 'Standard' };
    expect(quoteBody(insured)).toMatchObject(insuranceFields);
    const choice = { bookingId: null, resourceToken: 'token', quoteId: 41, pickup: null };
    expect(bookingBody(insured, choice, ['Book']).bookings[0]?.booking).toMatchObject(
      insuranceFields,
    );
    expect(fields(quoteProblems({ ...insured, insuredValue: '0' }, true))).toEqual([
      'insuredValue',
    ]);
  });

  it('prices anew when a measure changes, not when a name does', () => {
    const draft = filled();
    const heavier = { ...draft, items: draft.items.map((item) => ({ ...item, weight: '13' })) };
    expect(quoteKey(heavier)).not.toBe(quoteKey(draft));
    expect(quoteKey({ ...draft, reference: 'PO 1', note: 'x' })).toBe(quoteKey(draft));
  });

  it('books the chosen quote with both addresses whole', () => {
    const body = bookingBody(
      { ...filled(), reference: ' PO 7 ', note: 'Ring first' },
      {
        bookingId: null,
        resourceToken: 'token',
        quoteId: 41,
        pickup: { readyTime: 'at 13:30', closingTime: 'at 17:00' },
      },
      ['Book', 'PrintLabel'],
    );
    expect(body.operations).toEqual(['Book', 'PrintLabel']);
    expect(body.bookings[0]).toMatchObject({
      booking: {
        customer: { id: 9 },
        fromAddress: { suburb: 'Richmond', contactName: 'Sam', addressLine1: '1 Swan St' },
        toAddress: { suburb: 'Parramatta', companyName: 'Lamp House' },
        reference: 'PO 7',
        pickupReadyTime: 'at 13:30',
        resourceToken: 'token',
        quoteId: 41,
      },
      bookingNote: { comment: 'Ring first' },
    });
    expect(body.bookings[0]?.booking).not.toHaveProperty('id');
  });

  it('tries a booking that is saved already again, not a second one', () => {
    const body = bookingBody(
      filled(),
      { bookingId: 12, resourceToken: 'token', quoteId: 41, pickup: null },
      ['Book'],
    );
    expect(body.bookings[0]?.booking).toMatchObject({ id: 12 });
  });

  it("books a guest's quote in nobody's name, with the address that reaches the guest", () => {
    const body = guestBookingBody(
      filled(),
      { bookingId: null, resourceToken: 'token', quoteId: 41, pickup: null },
      ' kim@example.test ',
    );
    expect(body.booking).toMatchObject({
      customer: { email: 'kim@example.test' },
      resourceToken: 'token',
      quoteId: 41,
    });
    expect(body.booking.customer).not.toHaveProperty('id');
    expect(body.operations).toEqual(['Book']);
  });
});
