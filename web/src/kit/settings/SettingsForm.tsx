// Form over groups of settings.
import type { ReactNode } from 'react';
import type { FieldValues } from '@waybill/plugin/forms';
import { useT } from '../../lib/i18n.ts';
import { draftOf, wireOf, type Numbers } from '../form-numbers.ts';
import type { Problems } from '../form-rules.ts';
import { useRecordForm } from '../form.ts';
import { FormPage } from '../FormPage.tsx';

export interface SettingsFormProps<S, G extends keyof S> {
  settings: S;
  groups: readonly G[];
  numbers?: Numbers;
  /** Write-only members. */
  secrets?: readonly string[];
  check?: (wire: S) => Problems;
  change?: (wire: Partial<S>) => Partial<S>;
  save: (change: Partial<S>, base: S) => Promise<S>;
  newest: () => Promise<S>;
  onSaved?: (settings: S) => void;
  children: ReactNode;
}

const NONE: readonly string[] = [];

/** Secrets are null (unchanged) in the form. */
function withSecrets(draft: FieldValues, secrets: readonly string[]): FieldValues {
  for (const path of secrets) {
    const steps = path.split('.');
    const put = (at: unknown, index: number): void => {
      if (at === null || typeof at !== 'object') return;
      const step = steps[index] ?? '';
      if (step === '*') return Object.values(at).forEach((one) => put(one, index + 1));
      if (index === steps.length - 1) (at as FieldValues)[step] = null;
      else put((at as FieldValues)[step], index + 1);
    };
    put(draft, 0);
  }
  return draft;
}

export function SettingsForm<S extends object, G extends keyof S>({
  settings,
  groups,
  numbers = {},
  secrets = NONE,
  check,
  change,
  save,
  newest,
  onSaved,
  children,
}: SettingsFormProps<S, G>) {
  const t = useT();
  const pick = (from: S) => Object.fromEntries(groups.map((group) => [group, from[group]]));
  const form = useRecordForm<S, FieldValues, S>({
    record: settings,
    values: (from) => withSecrets(draftOf(pick(from), numbers) as FieldValues, secrets),
    check: (values) => {
      const { value, problems } = wireOf(values, numbers, secrets);
      return { ...check?.({ ...settings, ...(value as Partial<S>) }), ...problems };
    },
    save: (values, base) => {
      const wire = wireOf(values, numbers, secrets).value as Partial<S>;
      return save(change ? change(wire) : wire, base);
    },
    notice: () => t('Settings saved'),
    saved: onSaved,
    newest,
  });
  return <FormPage of={form}>{children}</FormPage>;
}
