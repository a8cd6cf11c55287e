// Tests of input limits and messages.
import { expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import { CustomerRequest } from '../api/resources/customers.gen.ts';
import { SidebarLinkRequest } from '../api/resources/tenancy.gen.ts';
import { inputLimits, textProblem } from './limits.ts';

it('lets nobody type more than the server takes', () => {
  expect(inputLimits({ maxLength: 64 })).toEqual({ maxLength: 64 });
  expect(inputLimits({ minimum: 0, maximum: 65_535 })).toEqual({ min: 0, max: 65_535 });
  expect(inputLimits({ pattern: 'x' })).toEqual({});
});

it('says what is wrong with a text', () => {
  const problemOf = (text: string, limits: Parameters<typeof textProblem>[1]) =>
    textProblem(text, limits, inEnglish);
  expect(problemOf('', { minLength: 3 })).toBeNull();
  expect(problemOf('🚚🚚', { maxLength: 2 })).toBeNull();
  expect(problemOf('abc', { maxLength: 2 })).toBe('At most 2 characters');
  expect(problemOf('a', { minLength: 2 })).toBe('At least 2 characters');
  expect(problemOf('Gone', { enum: ['Active', 'Closed'] })).toBe('Choose one of: Active, Closed');
  expect(problemOf('12a', { pattern: '^\\d+$' })).toBe('Invalid format');
  expect(problemOf('12', { pattern: '^\\d+$' })).toBeNull();
});

it('has the limits of what the server checks', () => {
  expect(CustomerRequest.fields.companyName.maxLength).toBe(128);
  expect(SidebarLinkRequest.fields.url.maxLength).toBe(2048);
});
