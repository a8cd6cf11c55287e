// State badge of a rate card.
import { Badge, useFormat, type Tone } from '@waybill/plugin';
import { msg, useT, type Translate } from '../../lib/i18n.ts';
import { dayIn, dayText } from '../../lib/days.ts';
import type { RateCardLine } from './model.ts';

export { dayIn, dayText };

type Dated = Pick<RateCardLine, 'isActive' | 'isDraft' | 'effectiveDate' | 'expireDate'>;

export function cardState(
  { isActive, isDraft, effectiveDate, expireDate }: Dated,
  today: string,
): { text: string; tone: Tone } {
  if (isDraft) return { text: msg('Draft'), tone: 'neutral' };
  if (!isActive) return { text: msg('Retired'), tone: 'neutral' };
  if (effectiveDate && effectiveDate > today) return { text: msg('Upcoming'), tone: 'info' };
  if (expireDate && expireDate < today) return { text: msg('Ended'), tone: 'warning' };
  return { text: msg('In effect'), tone: 'success' };
}

export function CardState({ card }: { card: Dated }) {
  const t = useT();
  const { timezone } = useFormat();
  const { text, tone } = cardState(card, dayIn(timezone));
  return <Badge tone={tone}>{t(text)}</Badge>;
}

/** Validity text; empty if unlimited. */
export function daysText(
  { effectiveDate: first, expireDate: last }: Omit<Dated, 'isActive' | 'isDraft'>,
  t: Translate,
  language: string,
): string {
  if (first && last) return `${dayText(first, language)} – ${dayText(last, language)}`;
  if (first) return t('from {day}', { day: dayText(first, language) });
  return last ? t('until {day}', { day: dayText(last, language) }) : '';
}
