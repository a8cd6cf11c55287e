// Reminders of what is overdue: what a letter says once its words are filled in, and what to tell of the steps.
import type { Schema } from '../../../api/types.ts';

export type Notice = Schema<'WholeNotice'>;
export type DueNotice = Schema<'NoticeOfPreview'>;
export type Step = Schema<'AllFinanceSettings'>['dunning']['steps'][number];

/** What subject and text can be filled with, in the order of the server. */
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

/** The text with its words in braces filled in, each once, as the server does it. */
export const filled = (text: string, values: Readonly<Record<Word, string>>): string =>
  text.replaceAll(new RegExp(`\\{(${WORDS.join('|')})\\}`, 'g'), (_, word: Word) => values[word]);

/** The first word in braces that nothing is known for. */
export function unknownWord(text: string): string | null {
  for (const part of text.split('{').slice(1)) {
    const end = part.indexOf('}');
    const word = end < 0 ? (part.split(/\s/)[0] ?? '') : part.slice(0, end);
    if (end < 0 || !WORDS.some((known) => known === word)) return word;
  }
  return null;
}

/** A step behind the others: it begins with what the last one says. */
export function nextStep(
  steps: readonly { daysOverdue: string; subject: string; text: string }[],
  words: { subject: string; text: string },
) {
  const days = steps.map(({ daysOverdue }) => Number(daysOverdue)).filter(Number.isFinite);
  const last = steps.at(-1);
  return {
    name: '',
    daysOverdue: String(days.length > 0 ? Math.max(...days) + 14 : 7),
    subject: last?.subject ?? words.subject,
    text: last?.text ?? words.text,
    stopsCredit: false,
  };
}
