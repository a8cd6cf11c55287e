// The fields of settings' forms, each bound to its member by name: text, number with its unit, switch, choice, list, secret.
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { KeyRound } from 'lucide-react';
import { Button, Checkbox, Field, Input, Select, Textarea, cn } from '@waybill/plugin';
import { Controller, useController, useFormContext } from '@waybill/plugin/forms';
import { useT } from '../../../lib/i18n.ts';

interface Common {
  name: string;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  className?: string;
}

function useError(name: string): string | undefined {
  const form = useFormContext();
  return form.getFieldState(name, form.formState).error?.message;
}

export function TextField({ name, label, hint, optional = false, className, ...rest }: Common & Omit<ComponentProps<'input'>, 'name' | 'className'>) {
  const { register } = useFormContext();
  return (
    <Field label={label} hint={hint} optional={optional} error={useError(name)} {...(className ? { className } : {})}>
      <Input autoComplete="off" {...rest} {...register(name)} />
    </Field>
  );
}

export function AreaField({ name, label, hint, optional = false, className, ...rest }: Common & Omit<ComponentProps<'textarea'>, 'name' | 'className'>) {
  const { register } = useFormContext();
  return (
    <Field label={label} hint={hint} optional={optional} error={useError(name)} {...(className ? { className } : {})}>
      <Textarea {...rest} {...register(name)} />
    </Field>
  );
}

/** The unit stands beside the number and is read out with the label. */
export function NumberField({ name, label, hint, optional = false, unit, whole = false, className, disabled }: Common & { unit?: string; whole?: boolean; disabled?: boolean }) {
  const { register } = useFormContext();
  const named = unit ? (
    <>
      {label}
      <span className="sr-only">, {unit}</span>
    </>
  ) : (
    label
  );
  return (
    <Field label={named} hint={hint} optional={optional} error={useError(name)} {...(className ? { className } : {})}>
      <span className="flex items-center gap-2">
        <Input {...register(name)} inputMode={whole ? 'numeric' : 'decimal'} autoComplete="off" disabled={disabled} dir="ltr" className="max-w-40 text-end tabular-nums" />
        {unit && (
          <span aria-hidden className="text-[13px] text-muted-foreground">
            {unit}
          </span>
        )}
      </span>
    </Field>
  );
}

export function FlagField({ name, label, hint, disabled, className }: Common & { disabled?: boolean }) {
  const { register } = useFormContext();
  const error = useError(name);
  return (
    <div className={cn('grid gap-1', className)}>
      {/* A field of a form waits for its save, so it is a tick, not a switch. `disabled` of the form's own would empty the value. */}
      <Checkbox label={label} hint={hint} {...register(name)} {...(disabled ? { disabled: true } : {})} />
      {error && <p className="text-xs font-medium text-destructive-text first-letter:uppercase">{error}</p>}
    </div>
  );
}

export function SelectField({ name, label, hint, optional = false, className, children }: Common & { children: ReactNode }) {
  const { register } = useFormContext();
  return (
    <Field label={label} hint={hint} optional={optional} error={useError(name)} {...(className ? { className } : {})}>
      <Select {...register(name)}>{children}</Select>
    </Field>
  );
}

/** Several words in one field, with commas or spaces between them. */
export function WordsField({ name, label, hint, optional = false, className, separator = /[,\s]+/ }: Common & { separator?: RegExp }) {
  const { control } = useFormContext();
  const error = useError(name);
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => <Words label={label} hint={hint} optional={optional} error={error} className={className} name={name} value={field.value as string[]} onChange={field.onChange} separator={separator} />}
    />
  );
}

function Words({ label, hint, optional, error, className, name, value, onChange, separator }: { label: string; hint?: ReactNode; optional: boolean; error: string | undefined; className?: string | undefined; name: string; value: string[] | null; onChange: (words: string[]) => void; separator: RegExp }) {
  const [typed, setTyped] = useState<string | null>(null);
  const read = (text: string) => [...new Set(text.split(separator).map((word) => word.trim()).filter(Boolean))];
  return (
    <Field label={label} hint={hint} optional={optional} error={error} {...(className ? { className } : {})}>
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

/** A secret is written and never read: kept (null), taken away (empty) or replaced by what is typed. */
export function SecretField({ name, label, hint, isSet, className }: Common & { isSet: boolean }) {
  const t = useT();
  const form = useFormContext();
  const { field } = useController({ control: form.control, name });
  const [replacing, setReplacing] = useState(false);
  const error = useError(name);
  const { isDirty } = form.formState;
  // Saved or discarded: what is kept shows again.
  useEffect(() => {
    if (!isDirty) setReplacing(false);
  }, [isDirty]);
  const value = field.value as string | null;
  if (!isSet || replacing || value) {
    return (
      <Field label={label} hint={hint} optional error={error} {...(className ? { className } : {})}>
        <span className="flex gap-2">
          <Input ref={field.ref} name={name} type="password" autoComplete="new-password" value={value ?? ''} onBlur={field.onBlur} onChange={(event) => field.onChange(event.target.value || null)} />
          {isSet && (
            <Button
              variant="ghost"
              onClick={() => {
                setReplacing(false);
                field.onChange(null);
              }}
            >
              {t('Keep the old one')}
            </Button>
          )}
        </span>
      </Field>
    );
  }
  return (
    <div role="group" aria-label={label} data-field={name} tabIndex={-1} className={cn('grid content-start gap-1 rounded-md focus-visible:outline-2 focus-visible:outline-ring', className)}>
      <span className="text-[13px] font-medium">{label}</span>
      <div className="flex min-h-8.5 flex-wrap items-center gap-2 text-sm text-muted-foreground">
        <KeyRound aria-hidden className="size-4" />
        {value === null ? t('Kept, not shown') : t('Will be removed when you save.')}
        {value === null && (
          <>
            <Button variant="outline" size="sm" className="text-foreground" onClick={() => setReplacing(true)}>
              {t('Replace')}
            </Button>
            <Button variant="ghost" size="sm" className="text-foreground" onClick={() => field.onChange('')}>
              {t('Remove')}
            </Button>
          </>
        )}
        {value === '' && (
          <Button variant="outline" size="sm" className="text-foreground" onClick={() => field.onChange(null)}>
            {t('Keep it')}
          </Button>
        )}
      </div>
      {error && <p className="text-xs font-medium text-destructive-text first-letter:uppercase">{error}</p>}
    </div>
  );
}
