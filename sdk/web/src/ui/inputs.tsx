// Native text, choice and tick controls.
import type { ComponentProps, ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { cn } from './cn.ts';
import { useFieldProps } from './field.tsx';

const CONTROL =
  'w-full min-w-0 rounded-md border border-input bg-field text-sm ' +
  'text-foreground shadow-xs transition-colors ' +
  'placeholder:text-muted-foreground ' +
  'focus-visible:border-ring focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-ring ' +
  'disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive-text';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input {...rest} {...useFieldProps(rest)} className={cn(CONTROL, 'h-8.5 px-2.5', className)} />
  );
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...rest}
      {...useFieldProps(rest)}
      className={cn(CONTROL, 'min-h-16 px-2.5 py-1.5', className)}
    />
  );
}

/** A native select; options are its children. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block w-full">
      <select
        {...rest}
        {...useFieldProps(rest)}
        className={cn(CONTROL, 'h-8.5 appearance-none truncate py-0 pe-8 ps-2.5', className)}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 end-2.5 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </span>
  );
}

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label?: ReactNode;
  hint?: ReactNode;
  /** Some, not all: shown as a dash. */
  indeterminate?: boolean;
}

export function Checkbox({
  className,
  label,
  hint,
  indeterminate = false,
  ref,
  ...rest
}: CheckboxProps) {
  const box = (
    <input
      {...rest}
      type="checkbox"
      ref={(element) => {
        if (element) element.indeterminate = indeterminate;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
      }}
      className={cn(
        'size-4 shrink-0 cursor-pointer rounded accent-primary',
        'focus-visible:outline-2 focus-visible:outline-offset-2',
        'focus-visible:outline-ring disabled:cursor-not-allowed',
        !label && className,
      )}
    />
  );
  if (!label) return box;
  return (
    <label
      className={cn(
        'flex cursor-pointer items-start gap-2 text-sm text-foreground',
        'has-disabled:cursor-not-allowed has-disabled:text-muted-foreground',
        className,
      )}
    >
      <span className="flex h-5 items-center">{box}</span>
      <span>
        {label}
        {hint && <span className="block text-xs text-muted-foreground">{hint}</span>}
      </span>
    </label>
  );
}

/** Takes effect at once, unlike a Checkbox. */
export function Switch({ className, label, hint, ...rest }: Omit<CheckboxProps, 'indeterminate'>) {
  return (
    <label
      className={cn('flex cursor-pointer items-center justify-between gap-4 text-sm', className)}
    >
      {label && (
        <span className="min-w-0">
          {label}
          {hint && <span className="block text-xs text-muted-foreground">{hint}</span>}
        </span>
      )}
      <input
        {...rest}
        type="checkbox"
        role="switch"
        className={
          'relative h-5 w-9 shrink-0 cursor-pointer appearance-none rounded-full ' +
          'border border-control bg-muted transition-colors ' +
          'before:absolute before:top-1/2 before:start-0.5 before:size-3.5 ' +
          'before:-translate-y-1/2 before:rounded-full before:bg-control ' +
          'before:transition-transform ' +
          'checked:border-primary checked:bg-primary checked:before:translate-x-4 ' +
          'rtl:checked:before:-translate-x-4 checked:before:bg-primary-foreground ' +
          '' +
          'focus-visible:outline-2 focus-visible:outline-offset-2 ' +
          'focus-visible:outline-ring disabled:cursor-not-allowed ' +
          'disabled:opacity-50'
        }
      />
    </label>
  );
}
