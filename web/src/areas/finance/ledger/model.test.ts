// Tests of ledger links and locks.
import { expect, test } from 'vitest';
import { CODE, lineHref, nextLock, partyOf } from './model.ts';

const line = {
  agentInvoiceId: null,
  creditNoteId: null,
  paymentId: null,
  invoiceId: null,
};

test('a line leads to what it tells of', () => {
  expect(lineHref({ ...line, creditNoteId: 1, invoiceId: 3 })).toBe('/finance/credit-notes/1');
  expect(lineHref({ ...line, paymentId: 2, invoiceId: 3 })).toBe('/finance/payments/2');
  expect(lineHref({ ...line, invoiceId: 3 })).toBe('/finance/invoices/3');
  expect(lineHref({ ...line, agentInvoiceId: 4 })).toBe('/finance/driver-invoices/4');
  expect(lineHref(line)).toBeNull();
});

test('a line is of a customer or of a driver', () => {
  expect(partyOf({ customerName: 'Bluegum Wines', driverName: null })).toBe('Bluegum Wines');
  expect(partyOf({ customerName: '', driverName: 'Ann Lee' })).toBe('Ann Lee');
});

test('the next lock goes on from the last one, to the end of the month before', () => {
  expect(nextLock([], '2026-03-10')).toEqual({ firstDay: '2026-02-01', lastDay: '2026-02-28' });
  expect(nextLock([{ lastDay: '2025-12-31' }, { lastDay: '2025-06-30' }], '2026-03-10')).toEqual({
    firstDay: '2026-01-01',
    lastDay: '2026-02-28',
  });
  expect(nextLock([{ lastDay: '2026-02-28' }], '2026-03-10')).toEqual({
    firstDay: '2026-03-01',
    lastDay: '',
  });
});

test('a code is short and plain', () => {
  expect(
    ['820', '1-1100', 'a.b', '', '=1+1', '12345678901'].map((code) => CODE.test(code)),
  ).toEqual([true, true, true, false, false, false]);
});
