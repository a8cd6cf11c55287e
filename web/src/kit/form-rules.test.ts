// Rules by field, and errors nested as the form's fields are.
import { expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import { ruleProblems, toErrors, type Rule } from './form-rules.ts';

it.each<[Rule, unknown, string | undefined]>([
  [{ needed: 'Give it' }, '  ', 'Give it'],
  [{ needed: 'Give it' }, [], 'Give it'],
  [{ needed: 'Give it' }, false, undefined],
  [{ max: 3 }, 'abcd', 'At most 3 characters'],
  [{ max: 3 }, '👍👍👍', undefined],
  [{ email: true }, 'a@b', 'The email address is incomplete'],
  [{ email: true }, '', undefined],
  [{ pattern: { is: /^\d+$/, say: 'Digits' } }, 'x', 'Digits'],
  [{ number: { min: 0 } }, '-1', 'Must be at least 0'],
  [{ number: { max: 5 } }, '1,000', 'Must be at most 5'],
  [{ number: {} }, 'much', 'Enter a number'],
  [{ number: { say: 'A number is required' } }, 'much', 'A number is required'],
  [{ number: { say: 'A number is required' } }, '', undefined],
  [{ number: { integer: true } }, '1.5', 'Enter a whole number'],
])('%o says of %o: %s', (rule, value, problem) => {
  expect(ruleProblems({ at: { field: value } }, { 'at.field': rule }, inEnglish)['at.field']).toBe(
    problem,
  );
});

it('nests errors as the fields are', () => {
  expect(toErrors({ name: 'Wrong', 'rates.1.factor': 'Wrong too' })).toEqual({
    name: { type: 'check', message: 'Wrong' },
    rates: [undefined, { factor: { type: 'check', message: 'Wrong too' } }],
  });
});
