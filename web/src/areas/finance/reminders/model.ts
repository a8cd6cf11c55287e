// Reminders: placeholders, rendering, steps.
import { readNumber } from '@waybill/plugin';
import type { Schema } from '../../../api/types.ts';

export type Notice = Schema<'WholeNotice'>;
export type DueNotice = Schema<'PreviewNotice'>;
export type Step = Schema<'AllFinanceSettings'>['dunning']['steps'][number];

/** Placeholders in the server's order. */
export const WORDS = [
  'customer',
  'amount',
  'overdue',
  'unapplied',
  'days',
  'invoices',
  'brand',
] as const;
export type Word = (typeof WORDS)[number];

/** Replaces each placeholder once, like the server. */
export const filled = (text: string, values: Readonly<Record<Word, string>>): string =>
  text.replaceAll(new RegExp(`\\{(${WORDS.join('|')})\\}`, 'g'), (_, word: Word) => values[word]);

/** The first unknown placeholder. */
export function unknownWord(text: string): string | null {
  for (const part of text.split('{').slice(1)) {
    const end = part.indexOf('}');
    const word = end < 0 ? (part.split(/\s/)[0] ?? '') : part.slice(0, end);
    if (end < 0 || !WORDS.some((known) => known === word)) return word;
  }
  return null;
}

/** Copies the last step. */
export function nextStep(
  steps: readonly { daysOverdue: string; subject: string; text: string }[],
  template: { subject: string; text: string },
) {
  const days = steps.flatMap(({ daysOverdue }) => readNumber(daysOverdue) ?? []);
  const last = steps.at(-1);
  return {
    name: '',
    daysOverdue: String(days.length > 0 ? Math.max(...days) + 14 : 7),
    subject: last?.subject ?? template.subject,
    text: last?.text ?? template.text,
    stopsCredit: false,
  };
}
