// Plugin settings form from a schema.
import { useEffect, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PlugZap, Settings2 } from 'lucide-react';
import { ApiError, Button, EmptyState, ErrorNote, Skeleton } from '@waybill/plugin';
import { useFormContext } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { useRecordForm, type RecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import type { SettingsAnswer, TestResult } from '../config.ts';
import {
  customersKey,
  saveSettings,
  settingsKey,
  settingsQuery,
  testSettings,
  type SettingsOwner,
} from '../config-queries.ts';
import { refusalText } from '../model.ts';
import { fieldsOf, readSchema, type SettingSchema } from '../schema/schema.ts';
import { SchemaForm } from '../schema/SchemaForm.tsx';
import { problemText, titleOf } from '../schema/texts.ts';
import {
  draftsOf,
  keyOf,
  keyOfMember,
  nameOf,
  wireOf,
  type Drafts,
  type StoredSettings,
} from '../schema/values.ts';

export interface SettingsOf {
  whose: SettingsOwner;
  /** Subject of the connection test. */
  name: string;
  readOnly: boolean;
  /** Carriers are tested per account. */
  mayTest: boolean;
}

export interface SettingsReady {
  answer: SettingsAnswer;
  schema: SettingSchema;
}

/** Renders children once loaded. */
export function SettingsLoaded({
  whose,
  children,
}: {
  whose: SettingsOwner;
  children: (ready: SettingsReady) => ReactNode;
}) {
  const t = useT();
  const answer = useQuery(settingsQuery(whose));
  if (answer.isLoadingError)
    return (
      <ErrorNote
        title={t('The settings could not be loaded')}
        error={answer.error}
        onRetry={() => void answer.refetch()}
      />
    );
  if (!answer.data) {
    return (
      <div role="status" aria-label={t('Loading')} className="grid gap-3">
        <Skeleton className="w-40" />
        <Skeleton className="h-8.5" />
        <Skeleton className="h-8.5" />
      </div>
    );
  }
  const schema = readSchema(answer.data.schema);
  return schema ? (
    children({ answer: answer.data, schema })
  ) : (
    <EmptyState
      icon={<Settings2 />}
      title={t('No settings')}
      description={t('This plugin has no settings.')}
    />
  );
}

const inheritedOf = ({ inherited }: SettingsAnswer): StoredSettings | null =>
  inherited ? { settings: inherited.settings, secretsSet: inherited.secretsSet ?? [] } : null;
const renamed = (drafts: Drafts, rename: (key: string) => string): Drafts =>
  Object.fromEntries(Object.entries(drafts).map(([key, draft]) => [rename(key), draft]));

export type SettingsFormOf = RecordForm<Drafts, SettingsAnswer>;

export function useSettingsForm({
  whose,
  answer,
  schema,
  onSaved,
}: SettingsReady & { whose: SettingsOwner; onSaved?: () => void }): SettingsFormOf {
  const t = useT();
  const wire = (values: Drafts, record: SettingsAnswer) =>
    wireOf(schema, renamed(values, keyOf), record, { inherited: inheritedOf(record) });
  const form = useRecordForm({
    record: answer,
    values: (record: SettingsAnswer) =>
      renamed(draftsOf(schema, record, { inherited: inheritedOf(record) }), nameOf),
    check: (values, record) =>
      Object.fromEntries(
        wire(values, record)
          .problems.toReversed()
          .map((problem) => [nameOf(problem.key), problemText(problem, t)]),
      ),
    members: (member) => {
      const key = keyOfMember(schema, member);
      return key === null ? null : nameOf(key);
    },
    title: (path) => {
      const field = fieldsOf(schema).find(({ key }) => nameOf(key) === path);
      return field && titleOf(field, t);
    },
    units: fieldsOf(schema)
      .filter(({ kind }) => kind === 'secret')
      .map(({ key }) => nameOf(key)),
    save: (values, record) => saveSettings(whose, wire(values, record).sent, record.rowVersion),
    say: refusalText,
    // Customers inherit the organisation's.
    stale: [settingsKey(whose.id), customersKey(whose.id)],
    notice: () => t('Settings saved'),
    newest: () => queryClient.fetchQuery({ ...settingsQuery(whose), staleTime: 0 }),
    saved: onSaved,
  });
  useStoredProblems(form, answer, schema);
  return form;
}

/** Stored values that no longer fit show errors until edited. */
function useStoredProblems(
  { form, dirty, saving }: SettingsFormOf,
  answer: SettingsAnswer,
  schema: SettingSchema,
): void {
  const { problems } = answer;
  useEffect(() => {
    if (dirty || saving) return;
    for (const { message, members } of problems ?? []) {
      for (const key of members.map((member) => keyOfMember(schema, member)))
        if (key !== null) form.setError(nameOf(key), { type: 'stored', message });
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [problems, saving, form]);
}

export function SettingsFields({
  answer,
  schema,
  readOnly,
}: SettingsReady & { readOnly: boolean }) {
  const t = useT();
  const form = useFormContext<Drafts>();
  const inherited = inheritedOf(answer);
  const { errors } = form.formState;
  const found = Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      keyOf(name),
      error?.message === undefined ? '' : String(error.message),
    ]),
  );
  return (
    <>
      {schema.description && (
        <p className="text-[13px] break-words text-muted-foreground">{t(schema.description)}</p>
      )}
      {inherited && (
        <p className="text-[13px] text-muted-foreground">
          {t("Empty fields use the organisation's settings.")}
        </p>
      )}
      {(answer.problems?.length ?? 0) > 0 && (
        <p className="text-[13px] font-medium text-warning-text">
          {t('Some saved settings are not valid for this version')}
        </p>
      )}
      <SchemaForm
        schema={schema}
        errors={found}
        stored={answer}
        inherited={inherited}
        readOnly={readOnly}
      />
    </>
  );
}

/** Tests the draft; edits clear the result. */
export function useSettingsTest(
  of: SettingsFormOf,
  { whose, name, mayTest, readOnly }: SettingsOf,
  schema: SettingSchema,
): { button: ReactNode; note: ReactNode } {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [tested, setTested] = useState<TestResult | null>(null);
  const { form } = of;
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: () => setTested(null) }),
    [form],
  );
  const test = async () => {
    const checked = await of.checked();
    if (!checked) return;
    setPending(true);
    setTested(null);
    try {
      setTested(
        await testSettings(
          whose,
          wireOf(schema, renamed(checked.values, keyOf), checked.record, {
            inherited: inheritedOf(checked.record),
          }).sent,
        ),
      );
    } catch (error) {
      if (error instanceof ApiError && error.validationErrors.length > 0) of.refuse(error);
      else setTested({ ok: false, message: refusalText(error) });
    }
    setPending(false);
  };
  return {
    button: mayTest && !readOnly && (
      <Button variant="outline" pending={pending} disabled={of.saving} onClick={() => void test()}>
        {!pending && <PlugZap aria-hidden />} {t('Test the connection')}
      </Button>
    ),
    note: tested && <TestNote name={name} result={tested} />,
  };
}

export function SettingsEditor(props: SettingsOf) {
  return (
    <SettingsLoaded whose={props.whose}>
      {/* Another version may have other fields: starts anew. */}
      {(ready) => <SettingsPage key={JSON.stringify(ready.answer.schema)} {...props} {...ready} />}
    </SettingsLoaded>
  );
}

function SettingsPage({ answer, schema, ...props }: SettingsOf & SettingsReady) {
  const t = useT();
  const form = useSettingsForm({ whose: props.whose, answer, schema });
  const test = useSettingsTest(form, props, schema);
  const isNew = (answer.rowVersion ?? null) === null;
  return (
    <FormPage
      of={form}
      label={t('Settings of {name}', { name: props.name })}
      inCard
      readOnly={props.readOnly}
      ready={isNew && !answer.inherited}
      extra={test.button}
    >
      <SettingsFields answer={answer} schema={schema} readOnly={props.readOnly} />
      {test.note}
    </FormPage>
  );
}

function TestNote({ name, result: { ok, message } }: { name: string; result: TestResult }) {
  const t = useT();
  if (!ok)
    return (
      <ErrorNote
        title={t('{name}: connection failed', { name })}
        message={message || t('No reason was given.')}
      />
    );
  return (
    <div role="status" className="rounded-lg bg-success-soft px-3 py-2.5 text-sm text-success-text">
      <p className="font-medium">{t('{name}: connection successful', { name })}</p>
      {message && <p className="break-words">{message}</p>}
    </div>
  );
}
