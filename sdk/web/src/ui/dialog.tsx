// Dialogs: general and confirmation.
import { useState, type ReactNode } from 'react';
import { errorMessage } from '../api.ts';
import { useT } from '../i18n.ts';
import { Button } from './button.tsx';
import { ErrorNote } from './feedback.tsx';
import { useOverlays } from './overlays.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons at the foot, the main one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  const parts = useOverlays(props.open);
  return parts && <parts.DialogParts {...props} />;
}

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  /** Stays open while running; closes on success. */
  onConfirm: () => Promise<unknown> | void;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel,
  destructive = false,
  onConfirm,
}: ConfirmDialogProps) {
  const t = useT();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const close = (next: boolean) => {
    if (pending) return;
    setError(null);
    onOpenChange(next);
  };
  const confirm = async () => {
    setPending(true);
    setError(null);
    try {
      await onConfirm();
      onOpenChange(false);
    } catch (thrown) {
      setError(errorMessage(thrown));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="sm"
      title={title}
      description={description}
      footer={
        <>
          <Button variant="outline" onClick={() => close(false)} disabled={pending}>
            {cancelLabel ?? t('Cancel')}
          </Button>
          <Button
            variant={destructive ? 'destructive' : 'primary'}
            data-first={destructive ? undefined : true}
            pending={pending}
            onClick={() => void confirm()}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {error ? <ErrorNote message={error} /> : undefined}
    </Dialog>
  );
}
