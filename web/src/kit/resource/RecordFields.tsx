// Inputs of a record's fields, chosen by their descriptors.
import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react';
import type { AnyResource, FieldName, ResourceField } from '../../api/resource.ts';
import { useT } from '../../lib/i18n.ts';
import {
  AreaField,
  FlagField,
  NumberField,
  SelectField,
  TextField,
  WordsField,
} from '../form-fields.tsx';

/** Differences from the descriptor. */
export interface FieldPlace {
  label?: string;
  hint?: ReactNode;
  optional?: boolean;
  className?: string;
  disabled?: boolean;
  /** Of a number. */
  unit?: string;
  /** Names of a choice's values, in the order shown. */
  options?: Readonly<Record<string, string>>;
  /** A key or address that is not prose. */
  isCode?: boolean;
  placeholder?: string;
}

/** Fields in the order shown, each with its differences or an input of the screen. */
export type FieldPlaces<R extends AnyResource, N extends string> = {
  [K in N]: K extends FieldName<R> ? FieldPlace | ReactElement : ReactElement;
};

const LONG_TEXT = 1000;
const CODE = { dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;

const inputType = (name: string, kind: ResourceField['kind']) => {
  if (kind === 'date') return { type: 'date' };
  if (/email(Address)?$/i.test(name)) return { type: 'email' };
  if (/url$/i.test(name)) return { type: 'url' };
  return /phone$|^mobile$/i.test(name) ? { type: 'tel' } : {};
};

function DescribedField({
  name,
  field,
  place: { options, isCode, unit, disabled, label, ...place },
}: {
  name: string;
  field: ResourceField;
  place: FieldPlace;
}) {
  const t = useT();
  const { kind, integer, nullable, maxLength = 0 } = field;
  const common = { name, label: label ?? t(field.label), ...place };
  const isLocked = disabled ? { disabled } : {};
  if (kind === 'flag') return <FlagField {...common} {...isLocked} />;
  if (kind === 'list') return <WordsField {...common} />;
  if (kind === 'number')
    return (
      <NumberField
        {...common}
        {...isLocked}
        {...(integer ? { integer } : {})}
        {...(unit === undefined ? {} : { unit })}
      />
    );
  if (kind === 'choice')
    return (
      <SelectField {...common} {...isLocked} {...(nullable ? { optional: true } : {})}>
        {nullable && <option value="">{t('Not set')}</option>}
        {Object.entries(options ?? {}).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </SelectField>
    );
  if (maxLength >= LONG_TEXT) return <AreaField {...common} {...isLocked} rows={2} />;
  return (
    <TextField {...common} {...isLocked} {...inputType(name, kind)} {...(isCode ? CODE : {})} />
  );
}

export function RecordFields<R extends AnyResource, N extends string>({
  resource,
  fields,
}: {
  resource: R;
  fields: FieldPlaces<R, N>;
}) {
  return Object.entries<FieldPlace | ReactElement>(fields).map(([name, place]) => {
    const field = resource.fields[name];
    return isValidElement(place) || !field ? (
      <Fragment key={name}>{place as ReactElement}</Fragment>
    ) : (
      <DescribedField key={name} name={name} field={field} place={place} />
    );
  });
}
