// Tests of settings in forms: numbers, lists, secrets.
import { expect, it } from 'vitest';
import { inLanguage } from '../../test/reader.ts';
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

it('has decimals as the reader writes them, and sends plain numbers', () =>
  inLanguage('de', () => {
    const stored = { currency: { factors: [{ factor: 1.234 }, { factor: 0.61 }] } };
    const draft = draftOf(stored, numbers);
    expect(draft).toEqual({ currency: { factors: [{ factor: '1,234' }, { factor: '0,61' }] } });
    expect(wireOf(draft, numbers)).toEqual({ value: stored, problems: {} });
    const typed = ['12,50', '1.234,50', '1.234', '1,234.50'].map((factor) => ({ factor }));
    expect(wireOf({ currency: { factors: typed } }, numbers)).toEqual({
      value: {
        currency: {
          factors: [{ factor: 12.5 }, { factor: 1234.5 }, { factor: 1234 }, { factor: null }],
        },
      },
      problems: { 'currency.factors.3.factor': 'Enter a number' },
    });
  }));

it('refuses a foreign decimal sign', () =>
  expect(wireOf({ customer: { start: '12,50' } }, numbers).problems).toEqual({
    'customer.start': 'Enter a number',
  }));

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
