// Asks before unsaved changes are left behind, inside the application and when the tab closes.
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@waybill/plugin';
import { useT } from './i18n.ts';

export interface LeaveGuardProps {
  /** Whether something would be lost; a function is asked at the moment of leaving. */
  dirty: boolean | (() => boolean);
  /** A reload loses nothing, so the browser does not ask. */
  kept?: boolean;
  /** What the question says of the changes. */
  onLeave?: () => void;
}

/** Render it beside the form: `<LeaveGuard dirty={form.formState.isDirty && !saved} />`. */
export function LeaveGuard({ dirty, kept = false, onLeave }: LeaveGuardProps) {
  const t = useT();
  const isDirty = () => (typeof dirty === 'function' ? dirty() : dirty);
  const blocker = useBlocker({
    // Another tab of the same page counts too: it takes the form away.
    shouldBlockFn: isDirty,
    enableBeforeUnload: () => !kept && isDirty(),
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
