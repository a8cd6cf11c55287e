// Feature form of tenant, customer and platform.
import { useState } from 'react';
import { Checkbox, Field, Input, Select } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useProduct } from '../../../shell/product.ts';
import { useT } from '../../../lib/i18n.ts';
import { featureRows, type FeatureRow, type FeaturesAnswer } from './features.ts';

export interface FeatureFormProps {
  answer: FeaturesAnswer;
  /** Label of the tenant's or edition's value. */
  inherited?: string;
  readOnly?: boolean;
  onSave: (values: { name: string; value: string | null }[]) => Promise<unknown>;
}

/** Values by index: dots in field names are paths. */
interface FeatureDraft {
  values: { value: string | null }[];
}

function Row({
  row,
  name,
  value,
  effective,
  inherited,
  readOnly,
  error,
  onChange,
}: {
  row: FeatureRow;
  name: string;
  value: string | null;
  effective: string | null;
  inherited: string | undefined;
  readOnly: boolean;
  error: string | undefined;
  onChange: (value: string | null) => void;
}) {
  const t = useT();
  const { feature, depth, isSwitch } = row;
  const label = t(feature.displayName);
  const hint = feature.description ? t(feature.description) : undefined;
  const follows = effective === 'true' ? t('on') : effective === 'false' ? t('off') : effective;
  return (
    <li className="px-4 py-2.5" style={{ paddingInlineStart: `${1 + depth * 1.5}rem` }}>
      {isSwitch && inherited === undefined ? (
        <>
          <Checkbox
            name={name}
            label={label}
            hint={hint}
            checked={value === 'true'}
            disabled={readOnly}
            onChange={(event) => onChange(event.target.checked ? 'true' : 'false')}
          />
          {error && (
            <p className="mt-1 text-xs font-medium text-destructive-text first-letter:uppercase">
              {error}
            </p>
          )}
        </>
      ) : (
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1">
          <span className="min-w-0 flex-1 basis-56 text-sm">
            {label}
            {hint && <span className="block text-xs text-muted-foreground">{hint}</span>}
          </span>
          <Field label={label} labelHidden error={error} className="w-56">
            {isSwitch ? (
              <Select
                name={name}
                value={value ?? ''}
                disabled={readOnly}
                onChange={(event) => onChange(event.target.value || null)}
              >
                <option value="">
                  {value === null ? `${inherited} (${follows ?? '–'})` : inherited}
                </option>
                <option value="true">{t('On')}</option>
                <option value="false">{t('Off')}</option>
              </Select>
            ) : (
              <Input
                name={name}
                value={value ?? ''}
                disabled={readOnly}
                placeholder={
                  inherited ? `${inherited} (${follows ?? '–'})` : (feature.defaultValue ?? '')
                }
                inputMode={/^\d*$/.test(feature.defaultValue ?? '') ? 'numeric' : 'text'}
                onChange={(event) =>
                  onChange(event.target.value === '' && inherited ? null : event.target.value)
                }
              />
            )}
          </Field>
        </div>
      )}
    </li>
  );
}

export function FeatureForm({ answer, inherited, readOnly = false, onSave }: FeatureFormProps) {
  const rows = featureRows(answer);
  const hasProduct = useProduct();
  const effective = new Map(answer.featureValues.map((one) => [one.name, one.value]));
  // Server's entry index to form field.
  const [members] = useState<Record<string, string>>({});
  const valuesOf = ({ featureValues }: FeaturesAnswer): FeatureDraft => {
    const found = new Map(
      featureValues.map((one) => [
        one.name,
        inherited === undefined ? one.value : (one.own ?? null),
      ]),
    );
    return {
      values: rows.map(({ feature }) => ({
        value:
          found.get(feature.name) ??
          (inherited === undefined ? (feature.defaultValue ?? null) : null),
      })),
    };
  };
  const form = useRecordForm({
    record: answer,
    values: valuesOf,
    members,
    save: ({ values }, record) => {
      const before = valuesOf(record).values;
      const changes = rows.flatMap(({ feature }, index) => {
        const value = values[index]?.value ?? null;
        return value === (before[index]?.value ?? null)
          ? []
          : [{ name: feature.name, value, index }];
      });
      changes.forEach(
        ({ index }, place) => (members[`featureValues[${place}].value`] = `values.${index}.value`),
      );
      return onSave(changes.map(({ name, value }) => ({ name, value })));
    },
  });
  const { control, formState, getFieldState } = form.form;
  return (
    <FormPage of={form} readOnly={readOnly} className="max-w-3xl gap-3">
      <ul className="divide-y divide-border rounded-lg border border-border bg-card shadow-xs">
        {rows.map(
          (row, index) =>
            hasProduct(row.feature.name) && (
              <Controller
                key={row.feature.name}
                control={control}
                name={`values.${index}.value`}
                render={({ field }) => (
                  <Row
                    row={row}
                    name={field.name}
                    value={field.value ?? null}
                    effective={effective.get(row.feature.name) ?? row.feature.defaultValue ?? null}
                    inherited={inherited}
                    readOnly={readOnly}
                    error={getFieldState(field.name, formState).error?.message}
                    onChange={field.onChange}
                  />
                )}
              />
            ),
        )}
      </ul>
    </FormPage>
  );
}
