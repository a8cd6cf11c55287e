// The settings of a plugin in a form that its schema describes: saved, tried out, and kept apart from what others save meanwhile.
import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PlugZap, Settings2 } from 'lucide-react';
import { ApiError, Button, cn, EmptyState, ErrorNote, Skeleton, ValidationSummary } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import type { SettingsAnswer, TestResult } from '../config.ts';
import { renewCustomers, renewSettings, saveSettings, settingsQuery, testSettings, type Whose } from '../config-queries.ts';
import { refusalText } from '../model.ts';
import { fieldsOf, readSchema, type SettingSchema } from '../schema/schema.ts';
import { SchemaForm } from '../schema/SchemaForm.tsx';
import { problemText, titleOf } from '../schema/texts.ts';
import { changedKeys, draftsOf, keyOfMember, wireOf, type Draft, type Drafts, type StoredSettings } from '../schema/values.ts';

export interface SettingsEditorProps {
  whose: Whose;
  /** What the test speaks of. */
  name: string;
  readOnly: boolean;
  /** Carriers are tried per account, not here. */
  mayTest: boolean;
  /** In a dialog the buttons stand under the fields; on a page they stay in sight. */
  inDialog?: boolean;
  onDirtyChange?: (dirty: boolean) => void;
}

export function SettingsEditor(props: SettingsEditorProps) {
  const t = useT();
  const answer = useQuery(settingsQuery(props.whose));
  if (answer.isError && !answer.data) return <ErrorNote title={t('The settings could not be loaded')} error={answer.error} onRetry={() => void answer.refetch()} />;
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
  if (!schema) return <EmptyState icon={<Settings2 />} title={t('It has no settings')} description={t('There is nothing to enter for this plugin.')} />;
  // Another version of the plugin may have other fields: the form then starts anew.
  return <Form key={JSON.stringify(answer.data.schema)} {...props} answer={answer.data} schema={schema} />;
}

interface Refusals {
  byKey: Record<string, string>;
  others: string[];
}

const NONE: Refusals = { byKey: {}, others: [] };
const inheritedOf = ({ inherited }: SettingsAnswer): StoredSettings | null => (inherited ? { settings: inherited.settings, secretsSet: inherited.secretsSet ?? [] } : null);

/** Puts refusals on their fields; what has no field is told above the form. */
function placed(schema: SettingSchema, errors: readonly { message: string; members: string[] }[]): Refusals {
  const found: Refusals = { byKey: {}, others: [] };
  for (const { message, members } of errors) {
    const keys = members.map((member) => keyOfMember(schema, member)).filter((key) => key !== null);
    if (keys.length === 0) found.others.push(message);
    for (const key of keys) found.byKey[key] ??= message;
  }
  return found;
}

const selectorOf = (key: string) => {
  const quoted = JSON.stringify(key);
  return `[name=${quoted}], [data-field=${quoted}]`;
};

const snapshot = (answer: SettingsAnswer) => JSON.stringify([answer.rowVersion, answer.settings, answer.secretsSet, answer.inherited, answer.schema]);

function Form({ whose, name, readOnly, mayTest, inDialog = false, onDirtyChange, answer, schema }: SettingsEditorProps & { answer: SettingsAnswer; schema: SettingSchema }) {
  const t = useT();
  const startOf = (from: SettingsAnswer): Drafts => draftsOf(schema, from, { inherited: inheritedOf(from) });
  const [base, setBase] = useState(answer);
  const [drafts, setDrafts] = useState(() => startOf(answer));
  const [refusals, setRefusals] = useState<Refusals>(() => placed(schema, answer.problems ?? []));
  const [conflict, setConflict] = useState(false);
  const [pending, setPending] = useState<'save' | 'test' | null>(null);
  const [tested, setTested] = useState<TestResult | null>(null);
  const inherited = inheritedOf(base);
  const changed = changedKeys(startOf(base), drafts);
  const isDirty = changed.length > 0;
  const isNew = base.rowVersion === null || base.rowVersion === undefined;

  useEffect(() => onDirtyChange?.(isDirty), [isDirty, onDirtyChange]);
  // What others saved shows by itself as long as nothing was typed here.
  useEffect(() => {
    if (snapshot(answer) === snapshot(base) || isDirty || pending) return;
    setBase(answer);
    setDrafts(startOf(answer));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [answer, base, isDirty, pending]);

  const fetched = () => queryClient.fetchQuery({ ...settingsQuery(whose), staleTime: 0 });
  const change = (key: string, draft: Draft) => {
    setDrafts({ ...drafts, [key]: draft });
    setTested(null);
    const { [key]: _, ...byKey } = refusals.byKey;
    setRefusals({ byKey, others: refusals.others });
  };
  /** What would be sent; null when something is wrong with it, which then shows. */
  const wire = () => {
    const { sent, problems } = wireOf(schema, drafts, base, { inherited });
    setRefusals({ byKey: Object.fromEntries(problems.toReversed().map((problem) => [problem.key, problemText(problem, t)])), others: [] });
    return problems.length > 0 ? null : sent;
  };
  const refused = (error: unknown) => {
    const errors = error instanceof ApiError ? error.validationErrors : [];
    const found = errors.length > 0 ? placed(schema, errors) : { byKey: {}, others: [refusalText(error)] };
    setRefusals(found);
  };
  const save = async () => {
    const sent = wire();
    if (!sent) return;
    setPending('save');
    setConflict(false);
    try {
      await saveSettings(whose, sent, base.rowVersion);
      const now = await fetched();
      setBase(now);
      setDrafts(startOf(now));
      setRefusals(placed(schema, now.problems ?? []));
      toast({ title: t('The settings are saved') });
      // The customers' settings lie on the organisation's.
      void renewSettings(whose.id);
      void renewCustomers(whose.id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setConflict(true);
      else refused(error);
    } finally {
      setPending(null);
    }
  };
  const test = async () => {
    const sent = wire();
    if (!sent) return;
    setPending('test');
    setTested(null);
    try {
      setTested(await testSettings(whose, sent));
    } catch (error) {
      if (error instanceof ApiError && error.validationErrors.length > 0) refused(error);
      else setTested({ ok: false, message: refusalText(error) });
    } finally {
      setPending(null);
    }
  };
  const catchUp = async () => {
    const typed = Object.fromEntries(changed.map((key) => [key, drafts[key] as Draft]));
    try {
      const now = await fetched();
      setBase(now);
      setDrafts({ ...startOf(now), ...typed });
      setConflict(false);
    } catch (error) {
      refused(error);
    }
  };

  const named = (key: string, message: string) => {
    const field = fieldsOf(schema).find((one) => one.key === key);
    const title = field ? titleOf(field, t) : key;
    // The server says "must be above 0" and names the field apart.
    return /^\p{Ll}/u.test(message) ? `${title} ${message}` : `${title}: ${message}`;
  };
  const errors = [...Object.entries(refusals.byKey).map(([key, message]) => ({ message: named(key, message), selector: selectorOf(key) })), ...refusals.others.map((message) => ({ message }))];
  return (
    <form
      noValidate
      aria-label={t('Settings of {name}', { name })}
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending && !readOnly) void save();
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      {schema.description && <p className="text-[13px] break-words text-muted-foreground">{t(schema.description)}</p>}
      {inherited && <p className="text-[13px] text-muted-foreground">{t('What is left empty follows the settings of the organisation.')}</p>}
      <ValidationSummary errors={errors} title={(answer.problems?.length ?? 0) > 0 && !isDirty ? t('Some of what is stored no longer fits this version') : t('Please check')} />
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
      <SchemaForm schema={schema} drafts={drafts} errors={refusals.byKey} stored={base} inherited={inherited} readOnly={readOnly} onChange={change} />
      {tested && <TestNote name={name} result={tested} />}
      {!readOnly && (
        <div className={cn('flex flex-wrap items-center justify-end gap-2', !inDialog && 'sticky bottom-0 z-10 -mx-1 bg-linear-to-t from-card from-70% to-transparent px-1 py-3')}>
          {isDirty && <p className="me-auto text-[13px] text-muted-foreground">{t('There are unsaved changes.')}</p>}
          {mayTest && (
            <Button variant="outline" pending={pending === 'test'} disabled={pending === 'save'} onClick={() => void test()}>
              {pending !== 'test' && <PlugZap aria-hidden />} {t('Test the connection')}
            </Button>
          )}
          {isDirty && (
            <Button
              variant="outline"
              disabled={pending === 'save'}
              onClick={() => {
                setDrafts(startOf(base));
                setRefusals(NONE);
                setTested(null);
              }}
            >
              {t('Discard')}
            </Button>
          )}
          <Button type="submit" pending={pending === 'save'} disabled={!isDirty && !(isNew && !inherited) && pending !== 'save'}>
            {t('Save')}
          </Button>
        </div>
      )}
      <LeaveGuard dirty={isDirty && pending !== 'save'} />
    </form>
  );
}

function TestNote({ name, result: { ok, message } }: { name: string; result: TestResult }) {
  const t = useT();
  if (!ok) return <ErrorNote title={t('{name} does not work', { name })} message={message || t('The test gave no reason.')} />;
  return (
    <div role="status" className="rounded-lg bg-success-soft px-3 py-2.5 text-sm text-success-text">
      <p className="font-medium">{t('{name} works', { name })}</p>
      {message && <p className="break-words">{message}</p>}
    </div>
  );
}
