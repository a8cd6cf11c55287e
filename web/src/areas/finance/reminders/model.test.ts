// Tests of reminder templates.
import { expect, test } from 'vitest';
import { filled, nextStep, unknownWord } from './model.ts';

const values = {
  customer: '{amount} Pty',
  amount: '110.00 AUD',
  overdue: '150.00 AUD',
  unapplied: '40.00 AUD',
  days: '12',
  invoices: 'INV1',
  brand: 'Waybill',
};

test('words in braces are filled once, and others stay', () => {
  expect(filled('{customer}: {amount} {x} {', values)).toBe('{amount} Pty: 110.00 AUD {x} {');
  expect(filled('{overdue} less {unapplied}', values)).toBe('150.00 AUD less 40.00 AUD');
});

test('a word that nothing is known for is named', () => {
  expect(unknownWord('{customer} {amount}')).toBeNull();
  expect(unknownWord('{overdue} less {unapplied}')).toBeNull();
  expect(unknownWord('{total} {amount}')).toBe('total');
  expect(unknownWord('Pay {amount now')).toBe('amount');
});

test('a new step comes after the others, with what the last one says', () => {
  const first = { daysOverdue: '21', subject: 'S', text: 'T' };
  expect(
    nextStep([first, { ...first, daysOverdue: '' }], { subject: 'A', text: 'B' }),
  ).toMatchObject({ daysOverdue: '35', subject: 'S', text: 'T', stopsCredit: false });
  expect(nextStep([], { subject: 'A', text: 'B' })).toMatchObject({
    daysOverdue: '7',
    subject: 'A',
    text: 'B',
  });
});
