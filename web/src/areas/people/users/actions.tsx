// User actions: impersonate, unlock, delete.
import { useState, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { ConfirmDialog } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { impersonate } from '../../../api/sign-in.ts';
import { failure, mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import { fullName, userPermissions, type EditedUser } from '../../../lib/people/model.ts';
import { usersKey } from '../../../lib/people/queries.ts';
import { deleteUser, unlockUser } from './queries.ts';

export type Subject = Pick<
  EditedUser,
  'name' | 'surname' | 'userName' | 'isActive' | 'isLocked'
> & { id: number };

export interface UserActions {
  may: (user: Subject) => { impersonate: boolean; unlock: boolean; delete: boolean };
  impersonate: (user: Subject) => void;
  unlock: (user: Subject) => void;
  delete: (user: Subject) => void;
  dialogs: ReactNode;
}

/** `onDeleted` runs before lists are refetched. */
export function useUserActions(onDeleted?: () => unknown): UserActions {
  const t = useT();
  const queryClient = useQueryClient();
  const { has } = usePermissions();
  const session = useSession();
  const own = session.data?.user.id;
  const [entering, setEntering] = useState<Subject | null>(null);
  const [deleting, setDeleting] = useState<Subject | null>(null);
  const unlock = (user: Subject) =>
    mutate({
      call: () => unlockUser(user.id),
      stale: [usersKey],
      notice: t('{name} unlocked', { name: fullName(user) }),
    }).catch(failure(t('{name} could not be unlocked', { name: fullName(user) })));
  return {
    may: (user) => ({
      impersonate:
        has(userPermissions.impersonate) &&
        user.id !== own &&
        user.isActive &&
        !session.isImpersonating,
      unlock: has(userPermissions.unlock) && Boolean(user.isLocked),
      delete: has(userPermissions.delete) && user.id !== own,
    }),
    impersonate: setEntering,
    unlock: (user) => void unlock(user),
    delete: setDeleting,
    dialogs: (
      <>
        <ConfirmDialog
          open={entering !== null}
          onOpenChange={(open) => !open && setEntering(null)}
          title={t('Sign in as {name}?', { name: entering ? fullName(entering) : '' })}
          description={t(
            'You act as this user until you end it in the sidebar. The audit log records that it was you.',
          )}
          confirmLabel={t('Sign in as this user')}
          cancelLabel={t('Cancel')}
          onConfirm={async () => {
            if (!entering) return;
            await impersonate(entering.id);
            // Busy until the page leaves.
            await new Promise(() => undefined);
          }}
        />
        <ConfirmDialog
          open={deleting !== null}
          onOpenChange={(open) => !open && setDeleting(null)}
          title={t('Delete {name}?', { name: deleting ? fullName(deleting) : '' })}
          description={t(
            'The user can no longer sign in, and all sessions and API keys end immediately. ' +
              "Past activity keeps the user's name. This cannot be undone.",
          )}
          confirmLabel={t('Delete')}
          cancelLabel={t('Keep')}
          destructive
          onConfirm={async () => {
            if (!deleting) return;
            await mutate({
              call: () => deleteUser(deleting.id),
              notice: t('{name} deleted', { name: fullName(deleting) }),
              after: () => onDeleted?.(),
            });
            void queryClient.invalidateQueries({ queryKey: usersKey });
            void queryClient.invalidateQueries({ queryKey: ['units'] });
          }}
        />
      </>
    ),
  };
}
