// A dialog around one form: what is wrong above its fields, Cancel and Save below, and it closes when it is saved.
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { Button, Dialog, ValidationSummary } from '@waybill/plugin';
import { applyServerErrors, errorItems, type FieldValues, type UseFormReturn } from '@waybill/plugin/forms';
import { useT } from '../lib/i18n.ts';

export interface FormDialogProps<T extends FieldValues> {
  form: UseFormReturn<T>;
  title: string;
  description?: string | undefined;
  size?: 'sm' | undefined;
  /** What the button says that saves; `Save` unless given. */
  action?: string | undefined;
  /** There is nothing to save yet. */
  disabled?: boolean | undefined;
  /** Saves; what it fails with is shown at the fields it names, or above them. */
  save: (values: T) => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog<T extends FieldValues>({ form, title, description, size, action, disabled = false, save, onClose, children }: FormDialogProps<T>) {
  const t = useT();
  const id = useId();
  const [others, setOthers] = useState<string[]>([]);
  const { errors, isSubmitting } = form.formState;
  const submit = (event: FormEvent) =>
    void form.handleSubmit(async (values) => {
      setOthers([]);
      try {
        await save(values);
        onClose();
      } catch (error) {
        setOthers(applyServerErrors(form, error));
      }
    })(event);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      {...(size ? { size } : {})}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          <Button variant="outline" onClick={onClose} disabled={isSubmitting}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={id} pending={isSubmitting} disabled={disabled}>
            {action ?? t('Save')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-3">
        <ValidationSummary errors={errorItems(errors, others)} title={t('Please check')} />
        {children}
      </form>
    </Dialog>
  );
}
