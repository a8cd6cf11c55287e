// Tests of languages: plurals, direction, fallback.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentSpeech, inEnglish, speak } from '@waybill/plugin';
import {
  candidates,
  directionOf,
  rememberedLanguage,
  setLanguage,
  speakLanguage,
  translator,
} from './i18n.ts';

function answer(texts: Record<string, Record<string, string>>, fallback = 'en') {
  return vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const name = new URL(String(input), 'http://here').searchParams.get('name') ?? fallback;
    const has = texts[name]
      ? name
      : texts[name.split('-')[0] ?? '']
        ? (name.split('-')[0] ?? '')
        : fallback;
    return new Response(JSON.stringify(texts[has] ?? {}), { headers: { 'content-language': has } });
  });
}

beforeEach(() => localStorage.clear());
afterEach(() => speak({ language: 'en', direction: 'ltr', t: inEnglish }));

it('counts as the language does', async () => {
  const say = await translator('ar', {
    '{count} bookings_zero': 'لا حجوزات',
    '{count} bookings_one': 'حجز واحد',
    '{count} bookings_two': 'حجزان',
    '{count} bookings_few': '{count} حجوزات',
    '{count} bookings_many': '{count} حجزًا',
    '{count} bookings_other': '{count} حجز',
  });
  const of = (count: number) => say('{count} bookings', { count }, '{count} booking');
  expect([0, 1, 2, 3, 11, 100].map(of)).toEqual([
    'لا حجوزات',
    'حجز واحد',
    'حجزان',
    '3 حجوزات',
    '11 حجزًا',
    '100 حجز',
  ]);
});

it('groups the digits of a count as the language does', async () => {
  const say = await translator('de', {
    '{count} bookings_one': '{count} Buchung',
    '{count} bookings_other': '{count} Buchungen',
    'All {count}, {year}': 'Alle {count}, {year}',
  });
  expect(say('{count} bookings', { count: 12_345 }, '{count} booking')).toBe('12.345 Buchungen');
  expect(say('{count} bookings', { count: 1 }, '{count} booking')).toBe('1 Buchung');
  expect(say('All {count}, {year}', { count: 1_234, year: 2026 })).toBe('Alle 1.234, 2026');
});

it('falls back to the English key, sentence signs and all', async () => {
  const say = await translator('de', { 'Delete {name}?': '{name} löschen?', Empty: '' });
  expect(say('Delete {name}?', { name: 'A & B <c> $t(x)' })).toBe('A & B <c> $t(x) löschen?');
  expect(say('Not yet: translated. {name}', { name: 'x' })).toBe('Not yet: translated. x');
  expect(say('{count} users', { count: 1 }, '{count} user')).toBe('1 user');
  expect(say('{count} users', { count: 3 }, '{count} user')).toBe('3 users');
  expect(say('Empty')).toBe('Empty');
});

it('knows which way a language runs', () => {
  expect(['ar', 'ar-EG', 'he', 'fa-IR', 'de', 'en-AU'].map(directionOf)).toEqual([
    'rtl',
    'rtl',
    'rtl',
    'rtl',
    'ltr',
    'ltr',
  ]);
});

it("tries the chosen one, then the browser's, then the tenant's own", () => {
  expect(candidates('ar', ['de-AT', 'de', 'ar'])).toEqual(['ar', 'de-AT', 'de', '']);
  expect(candidates(null, ['en-AU'])).toEqual(['en-AU', '']);
});

it('says everything in the language, tells the document, and remembers', async () => {
  answer({ ar: { Save: 'حفظ' } });
  await setLanguage('ar');
  expect(currentSpeech().t('Save')).toBe('حفظ');
  expect(document.documentElement).toHaveAttribute('lang', 'ar');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(rememberedLanguage()).toBe('ar');
  await setLanguage('en');
  expect(document.documentElement).toHaveAttribute('dir', 'ltr');
  expect(currentSpeech().t('Save')).toBe('Save');
});

it('does not take another language for the one that was asked for', async () => {
  answer({ de: { Save: 'Speichern' } }, 'de');
  expect(await speakLanguage('fr')).toBe(false);
  expect(currentSpeech().language).toBe('en');
  expect(await speakLanguage('de-AT')).toBe(true);
  expect(currentSpeech()).toMatchObject({ language: 'de-AT', direction: 'ltr' });
});

it("speaks the tenant's own language when nothing else fits", async () => {
  answer({ es: { Save: 'Guardar' } }, 'es');
  expect(await speakLanguage('')).toBe(true);
  expect(currentSpeech().t('Save')).toBe('Guardar');
});

it('stays as it is when the server does not answer', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  expect(await speakLanguage('de')).toBe(false);
  expect(currentSpeech().language).toBe('en');
});
