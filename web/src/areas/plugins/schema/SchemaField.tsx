// One settings field, by kind.
import type { ReactNode } from 'react';
import { Checkbox, Field, Input, Select, Textarea, type Translate } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { SecretField } from './SecretField.tsx';
import type { SettingField } from './schema.ts';
import { hintOf, titleOf, valueText } from './texts.ts';
import {
  choiceKey,
  inheritedValue,
  isSecretDraft,
  nameOf,
  type Draft,
  type StoredSettings,
} from './values.ts';

export interface SchemaFieldProps {
  field: SettingField;
  draft: Draft;
  error: string | undefined;
  stored: StoredSettings;
  /** Values of empty fields. */
  inherited: StoredSettings | null;
  readOnly: boolean;
  onChange: (draft: Draft) => void;
}

/** Longer texts get several lines. */
const LONG_TEXT = 400;
const INPUT_TYPES: Partial<Record<SettingField['kind'], string>> = {
  url: 'url',
  email: 'email',
  date: 'date',
};

const asOrganisation = (ownText: string, t: Translate) =>
  ownText ? t('Organisation: {value}', { value: ownText }) : t('Not set');

function Problem({ text }: { text: string | undefined }) {
  return (
    text && (
      <p className="text-xs font-medium text-destructive-text first-letter:uppercase">{text}</p>
    )
  );
}

export function SchemaField({
  field,
  draft,
  error,
  stored,
  inherited,
  readOnly,
  onChange,
}: SchemaFieldProps) {
  const t = useT();
  const { key, kind } = field;
  const name = nameOf(key);
  const label = titleOf(field, t);
  const follows = inherited !== null;
  const instead = follows ? valueText(field, inheritedValue(field, inherited), t) : '';
  // Browsers' date controls show no placeholder.
  const hint = [hintOf(field, t, follows), follows && kind === 'date' && asOrganisation(instead, t)]
    .filter(Boolean)
    .join(' ');
  const required = field.required && !instead;
  if (isSecretDraft(draft)) {
    return (
      <SecretField
        name={name}
        label={label}
        hint={hint}
        required={field.required && !inherited?.secretsSet.includes(key)}
        error={error}
        draft={draft}
        isSet={stored.secretsSet.includes(key)}
        isInherited={inherited?.secretsSet.includes(key) ?? false}
        readOnly={readOnly}
        onChange={onChange}
      />
    );
  }
  const framed = (control: ReactNode) => (
    <Field label={label} hint={hint || undefined} error={error} optional={!required}>
      {control}
    </Field>
  );
  if (typeof draft === 'boolean') {
    return (
      <div className="grid gap-1">
        <Checkbox
          name={name}
          label={label}
          hint={hint}
          checked={draft}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.checked)}
        />
        <Problem text={error} />
      </div>
    );
  }
  if (Array.isArray(draft)) {
    if (kind === 'choices') {
      return (
        <fieldset
          data-field={name}
          tabIndex={-1}
          disabled={readOnly}
          className="grid min-w-0 gap-1.5 rounded-md focus-visible:outline-2 focus-visible:outline-ring"
        >
          <legend className="mb-1 text-[13px] font-medium">{label}</legend>
          {field.choices.map((choice) => {
            const value = choiceKey(choice.value);
            return (
              <Checkbox
                key={value}
                label={t(choice.label)}
                checked={draft.includes(value)}
                onChange={(event) =>
                  onChange(
                    event.target.checked ? [...draft, value] : draft.filter((one) => one !== value),
                  )
                }
              />
            );
          })}
          {(hint || follows) && (
            <p className="text-xs text-muted-foreground">
              {[hint, follows && draft.length === 0 && asOrganisation(instead, t)]
                .filter(Boolean)
                .join(' ')}
            </p>
          )}
          <Problem text={error} />
        </fieldset>
      );
    }
    return framed(
      <Textarea
        name={name}
        rows={Math.min(8, Math.max(3, draft.length + 1))}
        spellCheck={false}
        disabled={readOnly}
        value={draft.join('\n')}
        placeholder={follows ? asOrganisation(instead, t) : undefined}
        onChange={(event) =>
          onChange(event.target.value === '' ? [] : event.target.value.split('\n'))
        }
      />,
    );
  }
  const placeholder = follows ? asOrganisation(instead, t) : undefined;
  switch (kind) {
    case 'flag':
      return framed(
        <Select
          name={name}
          value={draft}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{asOrganisation(instead, t)}</option>
          <option value="true">{t('Yes')}</option>
          <option value="false">{t('No')}</option>
        </Select>,
      );
    case 'choice': {
      // A stored value may no longer be an option.
      const known = draft === '' || field.choices.some((one) => choiceKey(one.value) === draft);
      return framed(
        <Select
          name={name}
          value={draft}
          disabled={readOnly}
          onChange={(event) => onChange(event.target.value)}
        >
          {(!field.required || follows || draft === '') && (
            <option value="">{follows ? asOrganisation(instead, t) : t('Not chosen')}</option>
          )}
          {field.choices.map((choice) => (
            <option key={choiceKey(choice.value)} value={choiceKey(choice.value)}>
              {t(choice.label)}
            </option>
          ))}
          {!known && (
            <option value={draft}>{t('{value} (no longer offered)', { value: draft })}</option>
          )}
        </Select>,
      );
    }
    case 'number':
    case 'integer':
      return framed(
        <Input
          name={name}
          inputMode={kind === 'integer' ? 'numeric' : 'decimal'}
          autoComplete="off"
          dir="ltr"
          disabled={readOnly}
          placeholder={placeholder}
          className="max-w-60 text-end tabular-nums"
          value={draft}
          onChange={(event) => onChange(event.target.value)}
        />,
      );
    case 'json':
      return framed(
        <Textarea
          name={name}
          rows={6}
          dir="ltr"
          spellCheck={false}
          disabled={readOnly}
          placeholder={placeholder}
          className="font-mono text-[13px]"
          value={draft}
          onChange={(event) => onChange(event.target.value)}
        />,
      );
    default: {
      const common = { name, autoComplete: 'off', disabled: readOnly, placeholder, value: draft };
      const direction = kind === 'url' || kind === 'email' ? { dir: 'ltr', spellCheck: false } : {};
      return framed(
        (field.maxLength ?? 0) >= LONG_TEXT ? (
          <Textarea {...common} onChange={(event) => onChange(event.target.value)} />
        ) : (
          <Input
            {...common}
            {...direction}
            type={INPUT_TYPES[kind] ?? 'text'}
            className={kind === 'date' ? 'max-w-48' : ''}
            onChange={(event) => onChange(event.target.value)}
          />
        ),
      );
    }
  }
}
