// Form page: notes, fields, buttons, unsaved changes prompt.
import { createContext, use, type ReactNode } from 'react';
import { Button, cn, FieldMarks } from '@waybill/plugin';
import { FormProvider, type FieldValues } from '@waybill/plugin/forms';
import { useT } from '../lib/i18n.ts';
import type { Limits } from '../lib/limits.ts';
import { LeaveGuard } from '../lib/leave-guard.tsx';
import { BottomBar } from './BottomBar.tsx';
import { FormNotes } from './form-notes.tsx';
import type { Rules } from './form-rules.ts';
import type { RecordForm } from './form.ts';

interface Around {
  rules: Rules;
  readOnly: boolean;
}

const FormAround = createContext<Around | null>(null);

/** State of a field in the surrounding form; null outside one. */
export function useFieldOf(
  name: string,
): { needed: boolean; limits: Limits; ruled: boolean; readOnly: boolean } | null {
  const around = use(FormAround);
  if (!around) return null;
  const rule = around.rules[name];
  return {
    needed: rule?.needed !== undefined,
    limits: rule?.limits ?? (rule?.max === undefined ? {} : { maxLength: rule.max }),
    ruled: Object.keys(around.rules).length > 0,
    readOnly: around.readOnly,
  };
}

export interface FormBodyProps<V extends FieldValues> {
  of: RecordForm<V>;
  id?: string;
  label?: string;
  readOnly?: boolean;
  /** Shows errors only on visible fields, and the rest above. */
  brief?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

export function FormBody<V extends FieldValues>({
  of,
  id,
  label,
  readOnly = false,
  brief = false,
  className,
  children,
}: FormBodyProps<V>) {
  const t = useT();
  return (
    <FormProvider {...of.form}>
      <FormAround value={{ rules: of.rules, readOnly }}>
        <form
          ref={of.root}
          id={id}
          aria-label={label}
          noValidate
          onSubmit={of.submit}
          className={cn('grid grid-cols-[minmax(0,1fr)] gap-4', className)}
        >
          <FieldMarks>
            {(marked, hasRequired) => (
              <>
                <FormNotes of={of} brief={brief} />
                {marked === 'required' && hasRequired && !readOnly && (
                  <p className="text-[13px] text-muted-foreground">
                    {t('Fields marked with * are required.')}
                  </p>
                )}
                {children}
              </>
            )}
          </FieldMarks>
        </form>
      </FormAround>
    </FormProvider>
  );
}

export interface FormPageProps<V extends FieldValues> {
  of: RecordForm<V>;
  action?: ReactNode;
  /** Leaves the page; without it, changes can be discarded. */
  onCancel?: () => void;
  /** For users who may not save: fields are disabled. */
  readOnly?: boolean;
  label?: string;
  className?: string;
  /** Allows saving unchanged values. */
  ready?: boolean;
  /** Set if rendered in a card. */
  inCard?: boolean;
  extra?: ReactNode;
  children: ReactNode;
}

export function FormPage<V extends FieldValues>({
  of,
  action,
  onCancel,
  readOnly = false,
  label,
  className,
  ready = false,
  inCard = false,
  extra,
  children,
}: FormPageProps<V>) {
  const t = useT();
  const { dirty, saving } = of;
  return (
    <>
      <FormBody of={of} readOnly={readOnly} className={className} {...(label ? { label } : {})}>
        {children}
        {(!readOnly || onCancel) && (
          <BottomBar
            className={cn(
              'z-10 -mx-1 flex flex-wrap items-center justify-end',
              'gap-2 bg-linear-to-t from-70% to-transparent px-1',
              inCard ? '-mb-2 from-card py-2' : 'from-background py-3',
            )}
          >
            {dirty && !readOnly && (
              <p className="me-auto text-[13px] text-muted-foreground">{t('Unsaved changes')}</p>
            )}
            {extra}
            {onCancel ? (
              <Button variant="outline" onClick={onCancel}>
                {readOnly ? t('Back') : t('Cancel')}
              </Button>
            ) : (
              dirty && (
                <Button variant="outline" disabled={saving} onClick={of.discard}>
                  {t('Discard')}
                </Button>
              )
            )}
            {!readOnly && (
              <Button
                type="submit"
                pending={saving}
                disabled={!onCancel && !ready && !dirty && !saving}
              >
                {action ?? t('Save')}
              </Button>
            )}
          </BottomBar>
        )}
      </FormBody>
      <LeaveGuard dirty={of.isDirty} stored={of.keepsDraft} onLeave={of.discard} />
    </>
  );
}
