// A form over some groups of the tenant's settings: numbers, errors on their fields, leaving, and changes by others.
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Card, ErrorNote, Skeleton } from '@waybill/plugin';
import type { FieldValues } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import type { Problems } from '../../../kit/form-rules.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { draftOf, wireOf, type Numbers } from '../../../kit/form-numbers.ts';
import type { Group, TenantSettings } from './model.ts';
import { saveSettings, settingsQuery } from './queries.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';

/** The section's heading, and its content once the settings are here. */
export function SettingsPage({ title, description, children }: { title: string; description?: ReactNode; children: (settings: TenantSettings) => ReactNode }) {
  const t = useT();
  const settings = useQuery(settingsQuery);
  return (
    <>
      <SectionHeading title={title} description={description} />
      {settings.data ? (
        <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">{children(settings.data)}</div>
      ) : settings.isError ? (
        <ErrorNote title={t('The settings could not be loaded')} error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Card role="status" aria-label={t('Loading')} className="grid max-w-3xl gap-3">
          <Skeleton className="w-40" />
          <Skeleton className="h-8.5" />
          <Skeleton className="h-8.5" />
        </Card>
      )}
    </>
  );
}

export interface SettingsFormProps {
  settings: TenantSettings;
  /** What this form shows, and all that it sends. */
  groups: readonly Group[];
  numbers?: Numbers;
  /** Members that are written and never read. */
  secrets?: readonly string[];
  /** What is wrong beyond what the server would say anyway. */
  check?: (wire: TenantSettings) => Problems;
  /** The last word on what is sent. */
  change?: (wire: Partial<TenantSettings>) => Partial<TenantSettings>;
  onSaved?: (settings: TenantSettings) => void;
  children: ReactNode;
}

const NONE: readonly string[] = [];

function pick(settings: TenantSettings, groups: readonly Group[]): Partial<TenantSettings> {
  return Object.fromEntries(groups.map((group) => [group, settings[group]])) as Partial<TenantSettings>;
}

/** Secrets stand in the form as null: as they are. */
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

export function SettingsForm({ settings, groups, numbers = {}, secrets = NONE, check, change, onSaved, children }: SettingsFormProps) {
  const t = useT();
  const form = useRecordForm<TenantSettings, FieldValues, TenantSettings>({
    record: settings,
    values: (from) => withSecrets(draftOf(pick(from, groups), numbers) as FieldValues, secrets),
    check: (values) => {
      const { value, problems } = wireOf(values, numbers, secrets);
      return { ...check?.({ ...settings, ...(value as Partial<TenantSettings>) }), ...problems };
    },
    save: (values, base) => {
      const wire = wireOf(values, numbers, secrets).value as Partial<TenantSettings>;
      return saveSettings({ rowVersion: base.rowVersion, ...(change ? change(wire) : wire) });
    },
    notice: () => t('Settings saved'),
    saved: onSaved,
    newest: () => queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 }),
  });
  return <FormPage of={form}>{children}</FormPage>;
}
