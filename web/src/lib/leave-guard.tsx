// Asks before unsaved changes are left behind, inside the application and when the tab closes.
import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '@waybill/plugin';

/** Render it beside the form: `<LeaveGuard dirty={form.formState.isDirty && !saved} />`. */
export function LeaveGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload: () => dirty, withResolver: true });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open && blocker.status === 'blocked') blocker.reset();
      }}
      title="Leave without saving?"
      description="Your changes on this page will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      destructive
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
