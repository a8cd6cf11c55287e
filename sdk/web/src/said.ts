// Sentences of the server in the reader's language: it sends each in English, with its template and values.
import { currentSpeech, t } from './i18n.ts';

/** A sentence in an answer: complete in English, and what it takes to say it in another language. */
export interface Said {
  message: string;
  /** The sentence before its values were filled in, where it has any. */
  template?: string | null | undefined;
  parameters?: Record<string, SaidValue> | null | undefined;
}

/** A value in a sentence; what is not a text is translated itself. */
export type SaidValue = string | Said | readonly Said[];

/** The sentence as the page says it; in English where nobody has translated it. */
export function said({ message, template, parameters }: Said): string {
  const values = Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, value]) => [name, valueText(value)]),
  );
  return t(template ?? message, values);
}

/** The same of an answer that may say nothing. */
export const remark = ({
  message,
  ...rest
}: Omit<Said, 'message'> & { message?: string | null | undefined }): string | undefined =>
  message ? said({ message, ...rest }) : undefined;

function valueText(value: SaidValue): string {
  if (typeof value === 'string') return value;
  if (isMessage(value)) return said(value);
  return new Intl.ListFormat(currentSpeech().language, { type: 'unit', style: 'short' }).format(
    value.map(said),
  );
}

const isMessage = (value: Said | readonly Said[]): value is Said => !Array.isArray(value);

/**
 * Whether a message lacks its subject ("must be above 0"), which is the field's name. Letters of some scripts have no
 * case; there a server's whole sentence is told by its full stop.
 */
export const lacksSubject = (message: string, ofServer = false): boolean =>
  /^\p{Ll}/u.test(message) || (ofServer && /^\p{Lo}.*[^.!?؟]$/su.test(message));
