// Table cell field; label in the first row.
import type { ComponentProps, ReactNode } from 'react';
import { cn, Field, Input } from '@waybill/plugin';
import { useFormContext } from '@waybill/plugin/forms';
import { useFieldOf } from '../../kit/FormPage.tsx';
import { FormSelect } from '../../kit/FormSelect.tsx';

interface CellProps {
  name: string;
  label: string;
  /** Label on wide screens; narrow ones always show it. */
  shown: boolean;
  className?: string;
}

/** A field's own error, and whether its form can be typed in. */
function useCell(name: string) {
  const { register, getFieldState, formState } = useFormContext();
  return {
    register,
    error: getFieldState(name, formState).error?.message,
    readOnly: useFieldOf(name)?.readOnly === true,
  };
}

const look = (shown: boolean, className: string | undefined) =>
  cn(!shown && 'sm:[&_label]:sr-only', className);

export function CellField({
  name,
  label,
  shown,
  className,
  disabled = false,
  type = 'decimal',
  ...rest
}: CellProps & { type?: 'decimal' | 'text' | 'date' } & Omit<
    ComponentProps<'input'>,
    'name' | 'type' | 'className'
  >) {
  const { register, error, readOnly } = useCell(name);
  const kind =
    type === 'decimal'
      ? ({ inputMode: 'decimal', dir: 'ltr' } as const)
      : type === 'date'
        ? { type }
        : {};
  return (
    <Field label={label} error={error} className={look(shown, className)}>
      <Input
        autoComplete="off"
        {...kind}
        className={type === 'decimal' ? 'text-end tabular-nums' : ''}
        disabled={disabled || readOnly}
        {...rest}
        {...register(name)}
      />
    </Field>
  );
}

export function CellSelect({
  name,
  label,
  shown,
  className,
  children,
}: CellProps & { children: ReactNode }) {
  const { error, readOnly } = useCell(name);
  return (
    <Field label={label} error={error} className={look(shown, className)}>
      <FormSelect disabled={readOnly} name={name}>
        {children}
      </FormSelect>
    </Field>
  );
}
