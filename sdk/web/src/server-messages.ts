// Localises server messages by template and values.
import { currentSpeech, t } from './i18n.ts';

/** Message with English text, template and parameters. */
export interface Said {
  message: string;
  /** The untranslated sentence, if any. */
  template?: string | null | undefined;
  parameters?: Record<string, SaidValue> | null | undefined;
}

/** Parameter; messages are translated recursively. */
export type SaidValue = string | Said | readonly Said[];

/** Translates a message, falling back to English. */
export function translateMessage({ message, template, parameters }: Said): string {
  const values = Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, value]) => [name, valueText(value)]),
  );
  return t(template ?? message, values);
}

/** Earlier name of `translateMessage`, for front ends built with it. */
export const said = translateMessage;

/** Translates an optional message. */
export const remark = ({
  message,
  ...rest
}: Omit<Said, 'message'> & { message?: string | null | undefined }): string | undefined =>
  message ? translateMessage({ message, ...rest }) : undefined;

function valueText(value: SaidValue): string {
  if (typeof value === 'string') return value;
  if (isMessage(value)) return translateMessage(value);
  return new Intl.ListFormat(currentSpeech().language, { type: 'unit', style: 'short' }).format(
    value.map(translateMessage),
  );
}

const isMessage = (value: Said | readonly Said[]): value is Said => !Array.isArray(value);

/**
 * True if a message lacks its subject ("must be above 0"). Scripts without case: by the full stop.
 */
export const lacksSubject = (message: string, ofServer = false): boolean =>
  /^\p{Ll}/u.test(message) || (ofServer && /^\p{Lo}.*[^.!?؟]$/su.test(message));
