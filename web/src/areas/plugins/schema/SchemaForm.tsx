// The fields of a plugin's settings as its schema describes them: those of a group stand together under its title.
import { useId, type ReactNode } from 'react';
import { useT } from '../../../lib/i18n.ts';
import { SchemaField, type SchemaFieldProps } from './SchemaField.tsx';
import type { SettingField, SettingGroup, SettingSchema } from './schema.ts';
import { titleOf } from './texts.ts';
import { hasOwn, type Draft, type Drafts, type StoredSettings } from './values.ts';

const NOTHING: StoredSettings = { settings: {}, secretsSet: [] };

export interface SchemaFormProps {
  schema: SettingSchema;
  drafts: Drafts;
  /** What is wrong, by the fields' keys. */
  errors: Readonly<Record<string, string>>;
  stored: StoredSettings;
  inherited?: StoredSettings | null;
  readOnly?: boolean;
  onChange: (key: string, draft: Draft) => void;
}

function Group({ group, instead, render }: { group: SettingGroup; instead: boolean; render: (field: SettingField) => ReactNode }) {
  const t = useT();
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-lg border border-border p-4">
      <header>
        <h2 id={id} className="text-sm font-semibold break-words">
          {titleOf(group, t)}
        </h2>
        {group.description && <p className="mt-0.5 text-[13px] break-words text-muted-foreground">{t(group.description)}</p>}
        {instead && <p className="mt-0.5 text-[13px] text-muted-foreground">{t('All of this stands in place of what the organisation has here.')}</p>}
      </header>
      {group.fields.map(render)}
    </section>
  );
}

export function SchemaForm({ schema, drafts, errors, stored, inherited = null, readOnly = false, onChange }: SchemaFormProps) {
  const render = (field: SettingField, below = inherited) => {
    const props: SchemaFieldProps = { field, draft: drafts[field.key] ?? '', error: errors[field.key], stored, inherited: below, readOnly, onChange: (draft) => onChange(field.key, draft) };
    return <SchemaField key={field.key} {...props} />;
  };
  const group = (one: SettingGroup) => {
    const own = inherited !== null && hasOwn(one, drafts, stored.secretsSet);
    return <Group key={one.key} group={one} instead={own} render={(field) => render(field, own ? NOTHING : inherited)} />;
  };
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{schema.parts.map((part) => ('field' in part ? render(part.field) : group(part.group)))}</div>;
}
