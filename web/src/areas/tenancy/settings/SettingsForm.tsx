// A form over some groups of the tenant's settings: numbers, errors on their fields, leaving, and changes by others.
import { useEffect, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, Button, Card, ErrorNote, Skeleton, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, FormProvider, useForm, type FieldValues } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import { draftOf, toErrors, wireOf, type Numbers, type Problems } from './draft.ts';
import type { Group, TenantSettings } from './model.ts';
import { saveSettings, settingsQuery } from './queries.ts';
import { SectionHeading } from './SectionHeading.tsx';

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
  const fresh = (from: TenantSettings) => withSecrets(draftOf(pick(from, groups), numbers) as FieldValues, secrets);
  const [base, setBase] = useState(settings);
  const [others, setOthers] = useState<string[]>([]);
  const [conflict, setConflict] = useState(false);
  const form = useForm<FieldValues>({
    defaultValues: fresh(settings),
    resolver: (values) => {
      const { value, problems } = wireOf(values, numbers, secrets, { missing: t('Enter a number'), wrong: t('This is not a number') });
      const all = { ...check?.({ ...settings, ...(value as Partial<TenantSettings>) }), ...problems };
      return Object.keys(all).length > 0 ? { values: {}, errors: toErrors(all) } : { values, errors: {} };
    },
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  // What others saved shows by itself as long as nothing was typed here.
  useEffect(() => {
    if (settings.rowVersion === base.rowVersion || isDirty || isSubmitting) return;
    setBase(settings);
    form.reset(fresh(settings));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settings, base, isDirty, isSubmitting]);

  const submit = form.handleSubmit(async (values) => {
    setOthers([]);
    setConflict(false);
    const wire = wireOf(values, numbers, secrets).value as Partial<TenantSettings>;
    try {
      const saved = await saveSettings({ rowVersion: base.rowVersion, ...(change ? change(wire) : wire) });
      setBase(saved);
      form.reset(fresh(saved));
      toast({ title: t('The settings are saved') });
      onSaved?.(saved);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setConflict(true);
      else setOthers(applyServerErrors(form, error));
    }
  });
  const catchUp = async () => {
    const now = await queryClient.fetchQuery({ ...settingsQuery, staleTime: 0 });
    setBase(now);
    form.reset(fresh(now), { keepDirtyValues: true });
    setConflict(false);
  };
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        {conflict && (
          <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-warning-text/30 bg-warning-soft px-3 py-2.5 text-sm text-warning-text">
            <p className="min-w-0 flex-1 basis-60">
              <span className="block font-medium">{t('Someone else changed the settings meanwhile')}</span>
              {t('Load their changes first. What you typed stays; look at it again and save.')}
            </p>
            <Button variant="outline" size="sm" onClick={() => void catchUp()}>
              {t('Load their changes')}
            </Button>
          </div>
        )}
        {children}
        <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 bg-linear-to-t from-background from-70% to-transparent px-1 py-3">
          {isDirty && <p className="me-auto text-[13px] text-muted-foreground">{t('There are unsaved changes.')}</p>}
          {isDirty && (
            <Button
              variant="outline"
              onClick={() => {
                form.reset(fresh(base));
                setOthers([]);
              }}
            >
              {t('Discard')}
            </Button>
          )}
          <Button type="submit" pending={isSubmitting} disabled={!isDirty && !isSubmitting}>
            {t('Save')}
          </Button>
        </div>
      </form>
      <LeaveGuard dirty={isDirty && !isSubmitting} />
    </FormProvider>
  );
}
