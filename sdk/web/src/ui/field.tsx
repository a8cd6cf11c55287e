// Labelled field: hint and error are tied to the control by ids.
import {
  createContext,
  use,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { useT } from '../i18n.ts';
import { cn } from './cn.ts';

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** Attributes from the surrounding Field; explicit ones win. */
export function useFieldProps(own: {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: unknown;
}) {
  const field = use(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': (own['aria-invalid'] as boolean | undefined) ?? (field?.invalid || undefined),
    'aria-required': field?.required || undefined,
  };
}

/** Forms mark the rarer kind. */
type Marked = 'optional' | 'required';
const MarksContext = createContext<{
  marked: Marked;
  add: (optional: boolean) => () => void;
} | null>(null);

/** Marks the rarer kind of field. The second value is set if any is required. */
export function FieldMarks({
  children,
}: {
  children: (marked: Marked, hasRequired: boolean) => ReactNode;
}) {
  const [count, setCount] = useState({ optional: 0, required: 0 });
  const add = useCallback((optional: boolean) => {
    const kind = optional ? 'optional' : 'required';
    const step = (by: number) => setCount((before) => ({ ...before, [kind]: before[kind] + by }));
    step(1);
    return () => step(-1);
  }, []);
  const marked: Marked = count.optional > count.required ? 'required' : 'optional';
  const marks = useMemo(() => ({ marked, add }), [marked, add]);
  return <MarksContext value={marks}>{children(marked, count.required > 0)}</MarksContext>;
}

export interface FieldProps {
  label: ReactNode;
  /** May stay empty. */
  optional?: boolean;
  error?: string | undefined;
  hint?: ReactNode;
  className?: string;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  children: ReactNode;
}

export function Field({
  label,
  optional = false,
  error,
  hint,
  className,
  labelHidden = false,
  children,
}: FieldProps) {
  const id = useId();
  const t = useT();
  const marks = use(MarksContext);
  const add = marks?.add;
  useLayoutEffect(() => add?.(optional), [add, optional]);
  const starred = marks?.marked === 'required' && !optional;
  const describedBy =
    [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: !optional }}>
      <div className={cn('grid min-w-0 content-start gap-1', className)}>
        {/* The star is visual; `aria-required` is for screen readers. */}
        <label
          htmlFor={id}
          className={cn(
            'text-[13px] font-medium text-foreground',
            starred && "after:ms-0.5 after:text-destructive-text after:content-['*'_/_'']",
            labelHidden && 'sr-only',
          )}
        >
          {label}
          {optional && marks?.marked !== 'required' && (
            <span data-optional className="font-normal text-muted-foreground">
              {' '}
              {t('(optional)')}
            </span>
          )}
        </label>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-xs text-muted-foreground">
            {hint}
          </p>
        )}
        {error && (
          <p
            id={`${id}-error`}
            className="text-xs font-medium text-destructive-text first-letter:uppercase"
          >
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}
