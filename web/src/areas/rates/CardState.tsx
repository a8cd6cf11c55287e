// How a rate card stands today: in force, still to come, ended or retired; and the days that it is for.
import { Badge, useFormat, type Tone } from '@waybill/plugin';
import { msg, useT, type Translate } from '../../lib/i18n.ts';
import type { RateCardLine } from './model.ts';

type Dated = Pick<RateCardLine, 'isActive' | 'effectiveDate' | 'expireDate'>;

/** The tenant's day, as days are written on the wire. */
export const dayIn = (timeZone: string, now = new Date()): string => new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now);

export function cardState({ isActive, effectiveDate, expireDate }: Dated, today: string): { text: string; tone: Tone } {
  if (!isActive) return { text: msg('Retired'), tone: 'neutral' };
  if (effectiveDate && effectiveDate > today) return { text: msg('Upcoming'), tone: 'info' };
  if (expireDate && expireDate < today) return { text: msg('Ended'), tone: 'warning' };
  return { text: msg('In force'), tone: 'success' };
}

export function CardState({ card }: { card: Dated }) {
  const t = useT();
  const { timezone } = useFormat();
  const { text, tone } = cardState(card, dayIn(timezone));
  return <Badge tone={tone}>{t(text)}</Badge>;
}

/** A day without a time, in the reader's form. */
export const dayText = (day: string, language: string): string => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));

/** The days that something applies on; empty where it always does. */
export function daysText({ effectiveDate: first, expireDate: last }: Omit<Dated, 'isActive'>, t: Translate, language: string): string {
  if (first && last) return `${dayText(first, language)} – ${dayText(last, language)}`;
  if (first) return t('from {day}', { day: dayText(first, language) });
  return last ? t('until {day}', { day: dayText(last, language) }) : '';
}
