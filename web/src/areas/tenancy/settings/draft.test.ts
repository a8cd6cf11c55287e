// Settings in a form and back: numbers, empty ones, lists, and secrets that stay where they are.
import { expect, it } from 'vitest';
import { draftOf, readNumber, toErrors, wireOf, type Numbers } from './draft.ts';

const numbers: Numbers = { 'customer.start': 'needed', 'customer.end': 'optional', 'currency.factors.*.factor': 'needed' };

it('comes back as it was', () => {
  const settings = { customer: { prefix: 'C', start: 1, end: null, isManual: false }, currency: { factors: [{ factor: 0.61, currency: 'USD' }] } };
  const draft = draftOf(settings, numbers);
  expect(draft).toEqual({ customer: { prefix: 'C', start: '1', end: '', isManual: false }, currency: { factors: [{ factor: '0.61', currency: 'USD' }] } });
  expect(wireOf(draft, numbers)).toEqual({ value: settings, problems: {} });
});

it('names what is no number, wherever it stands', () => {
  const { problems } = wireOf({ customer: { start: '', end: 'x' }, currency: { factors: [{ factor: '1' }, { factor: '1.2.3' }] } }, numbers);
  expect(problems).toEqual({ 'customer.start': 'Enter a number', 'customer.end': 'This is not a number', 'currency.factors.1.factor': 'This is not a number' });
});

it('reads numbers as they are typed', () => {
  expect(['1,234.50', ' 12 ', '-3', '.5', "10'000", '1e3', '', '0x1f', '1-2'].map(readNumber)).toEqual([1234.5, 12, -3, 0.5, 10000, null, null, null, null]);
});

it('sends a secret only when it was typed or taken away', () => {
  const send = (smtpPassword: string | null) => wireOf({ email: { smtpHost: ' mail ', smtpPassword } }, {}, ['email.smtpPassword']).value;
  expect(send(null)).toEqual({ email: { smtpHost: 'mail' } });
  expect(send('')).toEqual({ email: { smtpHost: 'mail', smtpPassword: '' } });
  expect(send('s3cret')).toEqual({ email: { smtpHost: 'mail', smtpPassword: 's3cret' } });
  expect(wireOf({ openId: [{ id: 'a', clientSecret: null }] }, {}, ['openId.*.clientSecret']).value).toEqual({ openId: [{ id: 'a' }] });
});

it('keeps null where it means that nothing is set', () => {
  expect(wireOf({ ui: { primaryColor: null } }, {}).value).toEqual({ ui: { primaryColor: null } });
});

it('nests errors as the fields are', () => {
  expect(toErrors({ 'currency.factors.1.factor': 'No', 'tax.gst': 'Wrong' })).toMatchObject({ currency: { factors: { 1: { factor: { message: 'No' } } } }, tax: { gst: { message: 'Wrong' } } });
});
