// A labelled field: the label, '(optional)', a hint and the error, tied to the control inside by ids.
import { createContext, use, useId, type ReactNode } from 'react';
import { useT } from '../i18n.ts';
import { cn } from './cn.ts';

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** The attributes that tie a control to the Field around it; what the caller sets itself wins. */
export function useFieldProps(own: { id?: string | undefined; 'aria-describedby'?: string | undefined; 'aria-invalid'?: unknown }) {
  const field = use(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': (own['aria-invalid'] as boolean | undefined) ?? (field?.invalid || undefined),
    'aria-required': field?.required || undefined,
  };
}

export interface FieldProps {
  label: ReactNode;
  /** Marks the label with '(optional)'. */
  optional?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  children: ReactNode;
}

export function Field({ label, optional = false, error, hint, className, labelHidden = false, children }: FieldProps) {
  const id = useId();
  const t = useT();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: !optional }}>
      <div className={cn('grid min-w-0 content-start gap-1', className)}>
        <label htmlFor={id} className={cn('text-[13px] font-medium text-foreground', labelHidden && 'sr-only')}>
          {label}
          {optional && <span data-optional className="font-normal text-muted-foreground"> {t('(optional)')}</span>}
        </label>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted-foreground">
            {hint}
          </p>
        )}
        {error && (
          <p id={`${id}-error`} className="text-xs font-medium text-destructive-text first-letter:uppercase">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
