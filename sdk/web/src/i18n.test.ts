// Tests of English texts, and of another language.
import { renderHook, act } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fillIn, inEnglish, speak, t, useT } from './i18n.ts';
import { formatNumber } from './format.ts';

afterEach(() => act(() => speak({ language: 'en', direction: 'ltr', t: inEnglish })));

it('puts values in and leaves what it does not know', () => {
  expect(t('Delete {name}?', { name: 'Depot {1}' })).toBe('Delete Depot {1}?');
  expect(t('{first}–{last} of {total}', { first: 1, last: 25 })).toBe('1–25 of {total}');
  expect(t('Braces {stay}')).toBe('Braces {stay}');
});

it('has a wording for exactly one', () => {
  const say = (count: number) => t('{count} bookings', { count }, '{count} booking');
  expect([say(0), say(1), say(2)]).toEqual(['0 bookings', '1 booking', '2 bookings']);
});

it('groups the digits of a count, and of nothing else', () => {
  expect(t('{count} bookings', { count: 12_345 }, '{count} booking')).toBe('12,345 bookings');
  expect(t('Invoice {number}', { number: 12_345 })).toBe('Invoice 12345');
});

it('renders anew in the language the host brings', () => {
  const { result } = renderHook(() => useT()('Save'));
  expect(result.current).toBe('Save');
  act(() =>
    speak({ language: 'de', direction: 'ltr', t: (text) => ({ Save: 'Speichern' })[text] ?? text }),
  );
  expect(result.current).toBe('Speichern');
  expect(formatNumber(1234.5)).toBe('1.234,5');
});

it('writes Arabic with the digits that labels have', () => {
  act(() => speak({ language: 'ar', direction: 'rtl', t: inEnglish }));
  expect(formatNumber(1234)).toMatch(/^1.?234$/);
});

it('isolates values in a text from right to left, and in no other', () => {
  const phone = { phone: '02 9000 1234' };
  expect(fillIn('ar', 'اتصل على {phone}', phone, 'rtl')).toBe('اتصل على \u206802 9000 1234\u2069');
  expect(fillIn('de', 'Rufen Sie {phone} an', phone)).toBe('Rufen Sie 02 9000 1234 an');
});
