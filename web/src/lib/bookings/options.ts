// The options that a carrier may price or refuse, by their words in the API, and a booking's in the
// reader's language.
import { words } from '@waybill/plugin';
import { msg, t } from '../i18n.ts';

/** `at` is the end they apply to. */
export const options: readonly { key: string; label: string; at: 'pickup' | 'delivery' }[] = [
  { key: 'pickup:tail-lift', label: msg('Tail-lift at pickup'), at: 'pickup' },
  { key: 'delivery:tail-lift', label: msg('Tail-lift at delivery'), at: 'delivery' },
  { key: 'delivery:residential', label: msg('Residential delivery'), at: 'delivery' },
  { key: 'delivery:authority-to-leave', label: msg('Authority to leave'), at: 'delivery' },
  { key: 'delivery:signature', label: msg('Signature on delivery'), at: 'delivery' },
  { key: 'delivery:hand-unload', label: msg('Hand unload'), at: 'delivery' },
  { key: 'delivery:appointment', label: msg('Delivery by appointment'), at: 'delivery' },
];

/** Labels of the options at one end. */
export const optionTexts = (
  chosen: Record<string, string> | null | undefined,
  at: 'pickup' | 'delivery',
): string[] =>
  Object.entries(chosen ?? {}).flatMap(([key, value]) =>
    value && value !== 'false'
      ? t(options.find((option) => option.key === `${at}:${key}`)?.label ?? words(key))
      : [],
  );

/** Chosen options of one end, in the API's form. */
export const optionsOn = (
  chosen: Record<string, boolean>,
  end: 'pickup' | 'delivery',
): Record<string, string> =>
  Object.fromEntries(
    options
      .filter((option) => option.at === end && chosen[option.key])
      .map((option) => [option.key.split(':')[1] ?? '', 'true']),
  );
