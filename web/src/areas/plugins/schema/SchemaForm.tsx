// Settings form, grouped by title.
import { useId, type ReactNode } from 'react';
import { Controller, useFormContext, useWatch } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';
import { SchemaField, type SchemaFieldProps } from './SchemaField.tsx';
import { fieldsOf, type SettingField, type SettingGroup, type SettingSchema } from './schema.ts';
import { titleOf } from './texts.ts';
import { hasOwn, nameOf, type Drafts, type StoredSettings } from './values.ts';

const NOTHING: StoredSettings = { settings: {}, secretsSet: [] };

export interface SchemaFormProps {
  schema: SettingSchema;
  errors: Readonly<Record<string, string>>;
  stored: StoredSettings;
  inherited?: StoredSettings | null;
  readOnly?: boolean;
}

function Group({
  group,
  instead,
  render,
}: {
  group: SettingGroup;
  instead: boolean;
  render: (field: SettingField) => ReactNode;
}) {
  const t = useT();
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-border p-4"
    >
      <header>
        <h2 id={id} className="text-sm font-semibold break-words">
          {titleOf(group, t)}
        </h2>
        {group.description && (
          <p className="mt-0.5 text-[13px] break-words text-muted-foreground">
            {t(group.description)}
          </p>
        )}
        {instead && (
          <p className="mt-0.5 text-[13px] text-muted-foreground">
            {t("These values replace the organisation's.")}
          </p>
        )}
      </header>
      {group.fields.map(render)}
    </section>
  );
}

/** Fields are named by `nameOf`. */
export function SchemaForm({
  schema,
  errors,
  stored,
  inherited = null,
  readOnly = false,
}: SchemaFormProps) {
  const { control } = useFormContext<Drafts>();
  const values = useWatch({ control, compute: (all: Drafts) => all });
  const drafts: Drafts = Object.fromEntries(
    fieldsOf(schema).map(({ key }) => [key, values[nameOf(key)] ?? '']),
  );
  const render = (field: SettingField, below = inherited) => {
    const props: Omit<SchemaFieldProps, 'draft' | 'onChange'> = {
      field,
      error: errors[field.key],
      stored,
      inherited: below,
      readOnly,
    };
    return (
      <Controller
        key={field.key}
        control={control}
        name={nameOf(field.key)}
        render={({ field: bound }) => (
          <SchemaField {...props} draft={bound.value ?? ''} onChange={bound.onChange} />
        )}
      />
    );
  };
  const group = (one: SettingGroup) => {
    const own = inherited !== null && hasOwn(one, drafts, stored.secretsSet);
    return (
      <Group
        key={one.key}
        group={one}
        instead={own}
        render={(field) => render(field, own ? NOTHING : inherited)}
      />
    );
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {schema.parts.map((part) => ('field' in part ? render(part.field) : group(part.group)))}
    </div>
  );
}
