// Form fields bound by name: text, number, tick, choice, list, secret.
import { useEffect, useId, useState, type ComponentProps, type ReactNode } from 'react';
import { KeyRound } from 'lucide-react';
import { Button, Checkbox, Field, Input, Textarea, cn } from '@waybill/plugin';
import { Controller, useController, useFormContext } from '@waybill/plugin/forms';
import { useT } from '../lib/i18n.ts';
import { inputLimits } from '../lib/limits.ts';
import { useFieldOf } from './FormPage.tsx';
import { FormSelect } from './FormSelect.tsx';

interface Common {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  className?: string;
}

/** Form state of a field: error, optional (by the rules by default), disabled. */
function useBound(name: string, optional: boolean | undefined) {
  const form = useFormContext();
  const of = useFieldOf(name);
  return {
    register: form.register,
    field: {
      error: form.getFieldState(name, form.formState).error?.message,
      optional: optional ?? (of?.ruled ? !of.needed : false),
    },
    max: inputLimits(of?.limits ?? {}),
    // `disabled` of the form's own would empty the value.
    locked: of?.readOnly ? { disabled: true } : {},
  };
}

export function TextField({
  name,
  label,
  hint,
  optional,
  className,
  ...rest
}: Common & Omit<ComponentProps<'input'>, 'name' | 'className'>) {
  const { register, field, max, locked } = useBound(name, optional);
  return (
    <Field label={label} hint={hint} {...field} {...(className ? { className } : {})}>
      <Input autoComplete="off" {...max} {...locked} {...rest} {...register(name)} />
    </Field>
  );
}

export function AreaField({
  name,
  label,
  hint,
  optional,
  className,
  ...rest
}: Common & Omit<ComponentProps<'textarea'>, 'name' | 'className'>) {
  const { register, field, max, locked } = useBound(name, optional);
  return (
    <Field label={label} hint={hint} {...field} {...(className ? { className } : {})}>
      <Textarea {...max} {...locked} {...rest} {...register(name)} />
    </Field>
  );
}

/** The unit is part of the label for screen readers. */
export function NumberField({
  name,
  label,
  hint,
  optional,
  unit,
  integer = false,
  className,
  disabled = false,
}: Common & { unit?: string; integer?: boolean; disabled?: boolean }) {
  const { register, field, locked } = useBound(name, optional);
  const named = unit ? (
    <>
      {label}
      <span className="sr-only">, {unit}</span>
    </>
  ) : (
    label
  );
  return (
    <Field label={named} hint={hint} {...field} {...(className ? { className } : {})}>
      <span className="flex items-center gap-2">
        <Input
          {...register(name)}
          inputMode={integer ? 'numeric' : 'decimal'}
          autoComplete="off"
          disabled={disabled}
          {...locked}
          dir="ltr"
          className="max-w-40 text-end tabular-nums"
        />
        {unit && (
          <span aria-hidden className="text-[13px] text-muted-foreground">
            {unit}
          </span>
        )}
      </span>
    </Field>
  );
}

export function FlagField({
  name,
  label,
  hint,
  disabled,
  className,
}: Common & { disabled?: boolean }) {
  const { register, field, locked } = useBound(name, true);
  const { error } = field;
  return (
    <div className={cn('grid content-start gap-1', className)}>
      {/* Waits for the form's save, so it is no switch. */}
      <Checkbox
        label={label}
        hint={hint}
        {...register(name)}
        {...(disabled ? { disabled: true } : {})}
        {...locked}
      />
      {error && (
        <p className="text-xs font-medium text-destructive-text first-letter:uppercase">{error}</p>
      )}
    </div>
  );
}

export function SelectField({
  name,
  label,
  hint,
  optional,
  className,
  children,
  ...rest
}: Common & Omit<ComponentProps<typeof FormSelect>, 'name' | 'className'>) {
  const { field, locked } = useBound(name, optional);
  return (
    <Field label={label} hint={hint} {...field} {...(className ? { className } : {})}>
      <FormSelect {...locked} {...rest} name={name}>
        {children}
      </FormSelect>
    </Field>
  );
}

/** Several words in one field, with commas or spaces between them. */
export function WordsField({
  name,
  label,
  hint,
  optional,
  className,
  separator = /[,\s]+/,
}: Common & { separator?: RegExp }) {
  const { control } = useFormContext();
  const bound = useBound(name, optional).field;
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Words
          label={label}
          hint={hint}
          {...bound}
          className={className}
          name={name}
          value={field.value as string[]}
          onChange={field.onChange}
          separator={separator}
        />
      )}
    />
  );
}

function Words({
  label,
  hint,
  optional,
  error,
  className,
  name,
  value,
  onChange,
  separator,
}: {
  label: ReactNode;
  hint?: ReactNode;
  optional: boolean;
  error: string | undefined;
  className?: string | undefined;
  name: string;
  value: string[] | null;
  onChange: (values: string[]) => void;
  separator: RegExp;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => [
    ...new Set(
      text
        .split(separator)
        .map((word) => word.trim())
        .filter(Boolean),
    ),
  ];
  return (
    <Field
      label={label}
      hint={hint}
      optional={optional}
      error={error}
      {...(className ? { className } : {})}
    >
      <Input
        name={name}
        autoComplete="off"
        value={typed ?? (value ?? []).join(', ')}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(read(event.target.value));
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}

/** Write-only secret: kept (null), cleared (empty) or replaced. */
export function SecretField({ name, label, hint, isSet, className }: Common & { isSet: boolean }) {
  const t = useT();
  const form = useFormContext();
  const { field } = useController({ control: form.control, name });
  const labelId = useId();
  const [replacing, setReplacing] = useState(false);
  const { error } = useBound(name, true).field;
  const { isDirty } = form.formState;
  // After saving or discarding, shows the masked value again.
  useEffect(() => {
    if (!isDirty) setReplacing(false);
  }, [isDirty]);
  const value = field.value as string | null;
  if (!isSet || replacing || value) {
    return (
      <Field label={label} hint={hint} optional error={error} {...(className ? { className } : {})}>
        <span className="flex gap-2">
          <Input
            ref={field.ref}
            name={name}
            type="password"
            autoComplete="new-password"
            value={value ?? ''}
            onBlur={field.onBlur}
            onChange={(event) => field.onChange(event.target.value || null)}
          />
          {isSet && (
            <Button
              variant="ghost"
              onClick={() => {
                setReplacing(false);
                field.onChange(null);
              }}
            >
              {t('Keep current')}
            </Button>
          )}
        </span>
      </Field>
    );
  }
  return (
    <div
      role="group"
      aria-labelledby={labelId}
      data-field={name}
      tabIndex={-1}
      className={cn(
        'grid content-start gap-1 rounded-md focus-visible:outline-2 focus-visible:outline-ring',
        className,
      )}
    >
      <span id={labelId} className="text-[13px] font-medium">
        {label}
      </span>
      <div className="flex min-h-8.5 flex-wrap items-center gap-2 text-sm text-muted-foreground">
        <KeyRound aria-hidden className="size-4" />
        {value === null ? t('Saved (hidden)') : t('Will be removed when you save.')}
        {value === null && (
          <>
            <Button
              variant="outline"
              size="sm"
              className="text-foreground"
              onClick={() => setReplacing(true)}
            >
              {t('Replace')}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              className="text-foreground"
              onClick={() => field.onChange('')}
            >
              {t('Remove')}
            </Button>
          </>
        )}
        {value === '' && (
          <Button
            variant="outline"
            size="sm"
            className="text-foreground"
            onClick={() => field.onChange(null)}
          >
            {t('Keep')}
          </Button>
        )}
      </div>
      {error && (
        <p className="text-xs font-medium text-destructive-text first-letter:uppercase">{error}</p>
      )}
    </div>
  );
}
