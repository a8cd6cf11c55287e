// The features with their values, for a tenant, for a customer of one, and for the platform.
import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, Checkbox, errorMessage, ErrorNote, Field, Input, Select } from '@waybill/plugin';
import { ApiError } from '../../../api/client.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { changedValues, featureRows, type FeatureRow, type FeaturesAnswer } from './features.ts';

export interface FeatureFormProps {
  answer: FeaturesAnswer;
  /** Each feature may follow what stands above (the tenant, the edition); the words for that. */
  inherited?: string;
  readOnly?: boolean;
  onSave: (values: { name: string; value: string | null }[]) => Promise<unknown>;
}

type Values = Record<string, string | null>;

const valuesOf = ({ featureValues }: FeaturesAnswer, own: boolean): Values => Object.fromEntries(featureValues.map((one) => [one.name, own ? (one.own ?? null) : one.value]));

/** `featureValues[2].value`, as the server names a refused one. */
function refusals(error: unknown, sent: { name: string }[]): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.validationErrors.flatMap(({ message, members }) => {
      const index = members.map((member) => /featureValues\[(\d+)\]/i.exec(member)?.[1]).find((found) => found !== undefined);
      const name = index === undefined ? undefined : sent[Number(index)]?.name;
      return name ? [[name, message]] : [];
    }),
  );
}

function Row({ row, value, effective, inherited, readOnly, error, onChange }: { row: FeatureRow; value: string | null; effective: string | null; inherited: string | undefined; readOnly: boolean; error: string | undefined; onChange: (value: string | null) => void }) {
  const t = useT();
  const { feature, depth, isSwitch } = row;
  const label = t(feature.displayName);
  const hint = feature.description ? t(feature.description) : undefined;
  const follows = effective === 'true' ? t('on') : effective === 'false' ? t('off') : effective;
  return (
    <li className="px-4 py-2.5" style={{ paddingInlineStart: `${1 + depth * 1.5}rem` }}>
      {isSwitch && inherited === undefined ? (
        <>
          <Checkbox label={label} hint={hint} checked={value === 'true'} disabled={readOnly} onChange={(event) => onChange(event.target.checked ? 'true' : 'false')} />
          {error && <p className="mt-1 text-xs font-medium text-destructive-text first-letter:uppercase">{error}</p>}
        </>
      ) : (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
          <span className="min-w-0 flex-1 basis-56 text-sm">
            {label}
            {hint && <span className="block text-xs text-muted-foreground">{hint}</span>}
          </span>
          <Field label={label} labelHidden error={error} className="w-56">
            {isSwitch ? (
              <Select value={value ?? ''} disabled={readOnly} onChange={(event) => onChange(event.target.value || null)}>
                <option value="">{value === null ? `${inherited} (${follows ?? '–'})` : inherited}</option>
                <option value="true">{t('On')}</option>
                <option value="false">{t('Off')}</option>
              </Select>
            ) : (
              <Input value={value ?? ''} disabled={readOnly} placeholder={inherited ? `${inherited} (${follows ?? '–'})` : (feature.defaultValue ?? '')} inputMode={/^\d*$/.test(feature.defaultValue ?? '') ? 'numeric' : 'text'} onChange={(event) => onChange(event.target.value === '' && inherited ? null : event.target.value)} />
            )}
          </Field>
        </div>
      )}
    </li>
  );
}

export function FeatureForm({ answer, inherited, readOnly = false, onSave }: FeatureFormProps) {
  const t = useT();
  const before = valuesOf(answer, inherited !== undefined);
  const effective = valuesOf(answer, false);
  const [typed, setTyped] = useState<Values>({});
  const values: Values = { ...before, ...typed };
  const changes = changedValues(before, values);
  const save = useMutation({ mutationFn: () => onSave(changes), onSuccess: () => setTyped({}) });
  const wrong = save.isError ? refusals(save.error, changes) : {};
  const rows = featureRows(answer);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (changes.length > 0 && !save.isPending) save.mutate();
      }}
      className="grid max-w-3xl gap-3"
    >
      {save.isError && Object.keys(wrong).length === 0 && <ErrorNote message={errorMessage(save.error)} />}
      <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
        {rows.map((row) => (
          <Row
            key={row.feature.name}
            row={row}
            value={values[row.feature.name] ?? (inherited === undefined ? (row.feature.defaultValue ?? null) : null)}
            effective={effective[row.feature.name] ?? row.feature.defaultValue ?? null}
            inherited={inherited}
            readOnly={readOnly}
            error={wrong[row.feature.name]}
            onChange={(value) => setTyped({ ...typed, [row.feature.name]: value })}
          />
        ))}
      </ul>
      {!readOnly && (
        <div className="flex flex-wrap items-center justify-end gap-2">
          {changes.length > 0 && <p className="me-auto text-[13px] text-muted-foreground">{t('{count} changes', { count: changes.length }, '{count} change')}</p>}
          {changes.length > 0 && (
            <Button variant="outline" onClick={() => setTyped({})}>
              {t('Discard')}
            </Button>
          )}
          <Button type="submit" pending={save.isPending} disabled={changes.length === 0}>
            {t('Save')}
          </Button>
        </div>
      )}
      <LeaveGuard dirty={changes.length > 0 && !save.isPending} />
    </form>
  );
}
