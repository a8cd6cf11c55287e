// Form dialog: closes on success, stays on errors, confirms discarding changes.
import { useId, useState, type ReactNode } from 'react';
import { Button, ConfirmDialog, Dialog, type DialogProps } from '@waybill/plugin';
import type { FieldValues } from '@waybill/plugin/forms';
import { useT } from '../lib/i18n.ts';
import { FormBody } from './FormPage.tsx';
import type { RecordForm } from './form.ts';

export interface FormDialogProps<V extends FieldValues> {
  of: RecordForm<V>;
  title: string;
  description?: string | undefined;
  size?: DialogProps['size'];
  action?: string | undefined;
  /** It takes something away. */
  destructive?: boolean;
  /** For users who may not save: fields are disabled. */
  readOnly?: boolean;
  /** Closes without confirmation, for quick choices. */
  light?: boolean;
  extra?: ReactNode;
  /** Nothing to save yet. */
  disabled?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
}

export function FormDialog<V extends FieldValues>({
  of,
  title,
  description,
  size = 'md',
  action,
  destructive = false,
  disabled = false,
  readOnly = false,
  light = false,
  extra,
  onClose,
  children,
}: FormDialogProps<V>) {
  const t = useT();
  const id = useId();
  const [leaving, setLeaving] = useState(false);
  const close = () => {
    if (of.saving) return;
    if (of.isDirty() && !light) setLeaving(true);
    else onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      size={size}
      {...(description === undefined ? {} : { description })}
      footer={
        <>
          {extra}
          <Button variant="outline" onClick={close} disabled={of.saving}>
            {readOnly ? t('Close') : t('Cancel')}
          </Button>
          {!readOnly && (
            <Button
              type="submit"
              form={id}
              variant={destructive ? 'destructive' : 'primary'}
              pending={of.saving}
              disabled={disabled}
            >
              {action ?? t('Save')}
            </Button>
          )}
        </>
      }
    >
      <FormBody of={of} id={id} readOnly={readOnly} className="gap-3 pt-0.5">
        {children}
      </FormBody>
      <ConfirmDialog
        open={leaving}
        onOpenChange={setLeaving}
        title={t('Leave without saving?')}
        description={t('Your changes will be lost.')}
        confirmLabel={t('Leave')}
        cancelLabel={t('Stay')}
        destructive
        onConfirm={() => {
          of.discard();
          onClose();
        }}
      />
    </Dialog>
  );
}
