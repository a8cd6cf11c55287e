// Money, quantities and dates as people read them, in the tenant's currency and zone.
import { useMemo } from 'react';
import { useHost } from './host.tsx';
import { currentSpeech, isolated, useSpeech } from './i18n.ts';
import { dateFormat, numberFormat } from './intl.ts';

export interface Quantity {
  value: number;
  unit: string;
}

const NOTHING = '–';
const base = (name: string) => name.split('-')[0];

/** The language with its country if the browser names it (`en` as `en-AU`), and Latin digits. */
export function formatLocale(): string {
  const { language } = currentSpeech();
  const browser = typeof navigator === 'undefined' ? [] : navigator.languages;
  const habits = language.includes('-')
    ? language
    : (browser.find((name) => base(name) === language) ?? (language === 'en' ? 'en-AU' : language));
  // Numbers are compared with labels and typed into fields.
  return `${habits}-u-nu-latn`;
}

const isRightToLeft = () => currentSpeech().direction === 'rtl';

/** A date or time, which may be in words, next to text of the other direction. */
const apart = (text: string): string => (isRightToLeft() ? isolated(text) : text);

/** An amount and its unit or currency, in the order of its digits. */
const inDigitOrder = (text: string): string =>
  isRightToLeft() ? `\u2066${text.replaceAll(/[\u200e\u200f\u061c]/g, '')}\u2069` : text;

export function formatMoney(amount: number | null | undefined, currency: string): string {
  if (amount == null || Number.isNaN(amount)) return NOTHING;
  return inDigitOrder(
    numberFormat(formatLocale(), {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    }).format(amount),
  );
}

export function formatNumber(value: number | null | undefined, maximumFractionDigits = 2): string {
  return value == null || Number.isNaN(value)
    ? NOTHING
    : numberFormat(formatLocale(), { maximumFractionDigits }).format(value);
}

const UNIT_SIGNS: Record<string, string> = { m3: 'm³', cm3: 'cm³' };

export function formatQuantity(
  quantity: Quantity | null | undefined,
  maximumFractionDigits = 3,
): string {
  if (quantity?.value == null) return NOTHING;
  return inDigitOrder(
    `${formatNumber(quantity.value, maximumFractionDigits)} ${UNIT_SIGNS[quantity.unit] ?? quantity.unit}`,
  );
}

type Instant = string | number | Date | null | undefined;

function instant(value: Instant): Date | null {
  if (value == null || value === '') return null;
  const date = value instanceof Date ? value : new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

export function formatDate(value: Instant, timeZone: string): string {
  const date = instant(value);
  return date
    ? apart(
        dateFormat(formatLocale(), {
          timeZone,
          day: 'numeric',
          month: 'short',
          year: 'numeric',
        }).format(date),
      )
    : NOTHING;
}

export function formatTime(value: Instant, timeZone: string): string {
  const date = instant(value);
  return date
    ? apart(
        dateFormat(formatLocale(), { timeZone, hour: 'numeric', minute: '2-digit' }).format(date),
      )
    : NOTHING;
}

export function formatDateTime(value: Instant, timeZone: string): string {
  const date = instant(value);
  return date
    ? apart(
        dateFormat(formatLocale(), {
          timeZone,
          day: 'numeric',
          month: 'short',
          year: 'numeric',
          hour: 'numeric',
          minute: '2-digit',
        }).format(date),
      )
    : NOTHING;
}

/** `datetime-local` value of an instant in the zone. */
export function toLocalInput(value: Instant, timeZone: string): string {
  const date = instant(value);
  if (!date) return '';
  const parts = Object.fromEntries(
    dateFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
      .formatToParts(date)
      .map((p) => [p.type, p.value]),
  );
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

/** Instant (RFC 3339, UTC) of a `datetime-local` value in the zone. */
export function fromLocalInput(local: string, timeZone: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return null;
  const asUtc = instant(`${local.slice(0, 16)}:00Z`);
  if (!asUtc) return null;
  // The offset depends on the instant sought; two rounds settle it at clock changes. A time that
  // the clock skips, which may be midnight, then shows too early: it is read as the one after.
  let guess = asUtc.getTime();
  for (const isLast of [false, false, true]) {
    const shown = instant(`${toLocalInput(new Date(guess), timeZone)}:00Z`);
    if (!shown) return null;
    const missing = asUtc.getTime() - shown.getTime();
    guess += isLast ? Math.max(0, missing) : missing;
  }
  return new Date(guess).toISOString();
}

/** "InTransit" → "In transit", "customer-portal" → "Customer portal". */
export function words(name: string): string {
  const spaced = name
    .replace(/[-_]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** The formatters bound to the tenant's currency and zone. */
export function useFormat() {
  const { currency, timezone } = useHost().tenant;
  const { language } = useSpeech();
  return useMemo(
    () => ({
      currency,
      timezone,
      language,
      money: (amount: number | null | undefined, other?: string) =>
        formatMoney(amount, other ?? currency),
      number: formatNumber,
      quantity: formatQuantity,
      date: (value: Instant) => formatDate(value, timezone),
      time: (value: Instant) => formatTime(value, timezone),
      dateTime: (value: Instant) => formatDateTime(value, timezone),
      toLocalInput: (value: Instant) => toLocalInput(value, timezone),
      fromLocalInput: (local: string) => fromLocalInput(local, timezone),
    }),
    [currency, timezone, language],
  );
}
