// Tests of settings in forms: numbers, lists, secrets.
import { expect, it } from 'vitest';
import { readNumber } from '../lib/numbers.ts';
import { toErrors } from './form-rules.ts';
import { draftOf, wireOf, type Numbers } from './form-numbers.ts';

const numbers: Numbers = {
  'customer.start': 'needed',
  'customer.end': 'optional',
  'currency.factors.*.factor': 'needed',
};

it('comes back as it was', () => {
  const settings = {
    customer: { prefix: 'C', start: 1, end: null, isManual: false },
    currency: { factors: [{ factor: 0.61, currency: 'USD' }] },
  };
  const draft = draftOf(settings, numbers);
  expect(draft).toEqual({
    customer: { prefix: 'C', start: '1', end: '', isManual: false },
    currency: { factors: [{ factor: '0.61', currency: 'USD' }] },
  });
  expect(wireOf(draft, numbers)).toEqual({ value: settings, problems: {} });
});

it('names what is no number, wherever it stands', () => {
  const { problems } = wireOf(
    {
      customer: { start: '', end: 'x' },
      currency: { factors: [{ factor: '1' }, { factor: '1.2.3' }] },
    },
    numbers,
  );
  expect(problems).toEqual({
    'customer.start': 'Enter a number',
    'customer.end': 'Enter a number',
    'currency.factors.1.factor': 'Enter a number',
  });
});

it("shows a number in the unit that people use, and sends it in the wire's", () => {
  const units: Numbers = { 'insurance.multiplier': 0.01, 'session.idleMinutes': 60 };
  const draft = draftOf(
    { insurance: { multiplier: 0.015 }, session: { idleMinutes: 20_160 } },
    units,
  );
  expect(draft).toEqual({ insurance: { multiplier: '1.5' }, session: { idleMinutes: '336' } });
  expect(wireOf(draft, units)).toEqual({
    value: { insurance: { multiplier: 0.015 }, session: { idleMinutes: 20_160 } },
    problems: {},
  });
});

it('reads numbers as they are typed', () => {
  expect(
    ['1,234.50', ' 12 ', '-3', '.5', "10'000", '1e3', '', '0x1f', '1-2'].map(readNumber),
  ).toEqual([1234.5, 12, -3, 0.5, 10000, null, null, null, null]);
});

it('sends a secret only when it was typed or taken away', () => {
  const send = (smtpPassword: string | null) =>
    wireOf({ email: { smtpHost: ' mail ', smtpPassword } }, {}, ['email.smtpPassword']).value;
  expect(send(null)).toEqual({ email: { smtpHost: 'mail' } });
  expect(send('')).toEqual({ email: { smtpHost: 'mail', smtpPassword: '' } });
  expect(send('s3cret')).toEqual({ email: { smtpHost: 'mail', smtpPassword: 's3cret' } });
  expect(
    wireOf({ openId: [{ id: 'a', clientSecret: null }] }, {}, ['openId.*.clientSecret']).value,
  ).toEqual({ openId: [{ id: 'a' }] });
});

it('keeps null where it means that nothing is set', () => {
  expect(wireOf({ ui: { primaryColor: null } }, {}).value).toEqual({ ui: { primaryColor: null } });
});

it('nests errors as the fields are', () => {
  expect(toErrors({ 'currency.factors.1.factor': 'No', 'tax.gst': 'Wrong' })).toMatchObject({
    currency: { factors: { 1: { factor: { message: 'No' } } } },
    tax: { gst: { message: 'Wrong' } },
  });
});
