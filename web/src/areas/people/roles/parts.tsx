// Shared role badges and deletion.
import { Badge, ConfirmDialog } from '@waybill/plugin';
import { mutate } from '../../../kit/mutate.ts';
import { useT } from '../../../lib/i18n.ts';
import type { Role } from './model.ts';
import { deleteRole } from './queries.ts';

export function RoleMarks({ role }: { role: Pick<Role, 'isStatic' | 'isDefault'> }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-1">
      {role.isStatic && <Badge tone="info">{t('Built in')}</Badge>}
      {role.isDefault && <Badge tone="success">{t('Default')}</Badge>}
    </span>
  );
}

export function DeleteRole({
  role,
  onClose,
  onDeleted,
}: {
  role: (Role & { id: number }) | null;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const t = useT();
  const users = role?.userCount ?? 0;
  return (
    <ConfirmDialog
      open={role !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('Delete {name}?', { name: role?.displayName ?? '' })}
      description={
        users > 0
          ? t(
              '{count} users have this role and lose its permissions. This cannot be undone.',
              { count: users },
              '{count} user has this role and loses its permissions. This cannot be undone.',
            )
          : t('No user has it. This cannot be undone.')
      }
      confirmLabel={t('Delete')}
      cancelLabel={t('Keep')}
      destructive
      onConfirm={async () => {
        if (!role) return;
        await mutate({
          call: () => deleteRole(role.id),
          notice: t('{name} deleted', { name: role.displayName }),
          after: onDeleted,
        });
      }}
    />
  );
}
