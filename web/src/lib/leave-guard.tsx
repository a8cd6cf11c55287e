// Confirms leaving with unsaved changes, in the router and on tab close.
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@waybill/plugin';
import { useT } from './i18n.ts';

export interface LeaveGuardProps {
  dirty: boolean | (() => boolean);
  /** A reload loses nothing. */
  stored?: boolean;
  /** Text of the confirmation. */
  onLeave?: () => void;
}

/** Render in the form: `<LeaveGuard dirty={form.formState.isDirty && !saved} />`. */
export function LeaveGuard({ dirty, stored = false, onLeave }: LeaveGuardProps) {
  const t = useT();
  const isDirty = () => (typeof dirty === 'function' ? dirty() : dirty);
  const blocker = useBlocker({
    // Another tab of the same page counts too: it takes the form away.
    shouldBlockFn: isDirty,
    enableBeforeUnload: () => !stored && isDirty(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open && blocker.status === 'blocked') blocker.reset();
      }}
      title={t('Leave without saving?')}
      description={t('Your changes on this page will be lost.')}
      confirmLabel={t('Leave')}
      cancelLabel={t('Stay')}
      destructive
      onConfirm={() => {
        onLeave?.();
        blocker.proceed?.();
      }}
    />
  );
}
