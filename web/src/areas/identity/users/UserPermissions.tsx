// What one user may do: their roles' permissions, with what is given to or taken from them alone.
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Badge, Button, Card, CardHeader, ErrorNote, Skeleton } from '@waybill/plugin';
import { refreshSession, useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { toast } from '../../../shell/toast.tsx';
import { grantedNames, permissionNodes, sameNames } from '../roles/permission-tree.ts';
import { PermissionTree } from '../roles/PermissionTree.tsx';
import type { UserPermissions as Found } from './model.ts';
import { differences, permissionState } from './permission-states.ts';
import { saveUserPermissions, userPermissionsQuery } from './queries.ts';

export function UserPermissions({ userId, name }: { userId: number; name: string }) {
  const t = useT();
  const found = useQuery({ ...userPermissionsQuery(userId), staleTime: 0 });
  if (found.isError) return <ErrorNote title={t('The permissions could not be loaded')} error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) {
    return (
      <Card className="max-w-4xl">
        <Skeleton className="h-80" />
      </Card>
    );
  }
  return <Editor key={[found.data.rowVersion, ...found.data.grantedPermissionNames, ...found.data.rolePermissionNames].join()} userId={userId} name={name} found={found.data} />;
}

function Mark({ permission, effective, fromRoles }: { permission: string; effective: ReadonlySet<string>; fromRoles: ReadonlySet<string> }) {
  const t = useT();
  switch (permissionState(permission, effective, fromRoles)) {
    case 'role':
      return <Badge>{t('From role')}</Badge>;
    case 'granted':
      return <Badge tone="success">{t('Granted')}</Badge>;
    case 'taken':
      return <Badge tone="danger">{t('Taken')}</Badge>;
    default:
      return null;
  }
}

function Editor({ userId, name, found }: { userId: number; name: string; found: Found }) {
  const t = useT();
  const queryClient = useQueryClient();
  const session = useSession();
  const [before] = useState<ReadonlySet<string>>(() => new Set(found.grantedPermissionNames));
  const [granted, setGranted] = useState(before);
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [fromRoles] = useState<ReadonlySet<string>>(() => new Set(found.rolePermissionNames));
  const differ = differences(granted, fromRoles);
  const dirty = !sameNames(before, granted);

  const save = async () => {
    setSaving(true);
    setError(null);
    try {
      await saveUserPermissions(userId, grantedNames(permissionNodes(found.permissions), granted), found.rowVersion);
      await queryClient.invalidateQueries({ queryKey: userPermissionsQuery(userId).queryKey });
      // The list may be narrowed by a permission, and the form's version is another one now.
      void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['users', 'edit', userId] });
      if (userId === session.data?.user.id) void refreshSession();
      toast({ title: t("{name}'s permissions are saved", { name }) });
    } catch (thrown) {
      setError(thrown);
    }
    setSaving(false);
  };
  return (
    <Card className="max-w-4xl">
      <CardHeader
        title={t('Permissions')}
        description={
          differ.granted + differ.taken > 0
            ? t('Beside what the roles give: {granted} granted, {taken} taken.', differ)
            : t('Exactly what the roles give. A tick here is for this user alone.')
        }
      />
      {error !== null && <ErrorNote className="mb-3" error={error} />}
      <PermissionTree
        label={t('Permissions of {name}', { name })}
        permissions={found.permissions}
        granted={granted}
        onChange={setGranted}
        notable={new Set([...before, ...fromRoles].filter((permission) => before.has(permission) !== fromRoles.has(permission)))}
        mark={(permission) => <Mark permission={permission} effective={granted} fromRoles={fromRoles} />}
        actions={
          <Button variant="ghost" size="sm" disabled={sameNames(granted, fromRoles)} onClick={() => setGranted(fromRoles)}>
            <RotateCcw aria-hidden /> {t('Back to the roles')}
          </Button>
        }
      />
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="outline" disabled={!dirty || saving} onClick={() => setGranted(before)}>
          {t('Undo the changes')}
        </Button>
        <Button pending={saving} disabled={!dirty} onClick={() => void save()}>
          {t('Save')}
        </Button>
      </div>
      <LeaveGuard dirty={dirty && !saving} />
    </Card>
  );
}
