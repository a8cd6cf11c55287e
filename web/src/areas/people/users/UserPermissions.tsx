// A user's permissions by source.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Badge, Button, Card, CardHeader, ErrorNote, Skeleton } from '@waybill/plugin';
import { useController } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { refreshSession, useSession } from '../../../api/session.ts';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { useProduct } from '../../../shell/product.ts';
import { grantedNames, permissionNodes, sameNames } from '../../../kit/tree/permission-tree.ts';
import { PermissionTree } from '../../../kit/tree/PermissionTree.tsx';
import type { UserPermissions as Found } from '../../../lib/people/model.ts';
import { differences, permissionState } from './permission-states.ts';
import { saveUserPermissions, userPermissionsQuery } from './queries.ts';

export function UserPermissions({ userId, name }: { userId: number; name: string }) {
  const t = useT();
  const found = useQuery({ ...userPermissionsQuery(userId), staleTime: 0 });
  if (found.isLoadingError)
    return (
      <ErrorNote
        title={t('The permissions could not be loaded')}
        error={found.error}
        onRetry={() => void found.refetch()}
      />
    );
  if (!found.data) {
    return (
      <Card className="max-w-4xl">
        <Skeleton className="h-80" />
      </Card>
    );
  }
  return <Editor userId={userId} name={name} found={found.data} />;
}

function Mark({
  permission,
  effective,
  fromRoles,
}: {
  permission: string;
  effective: ReadonlySet<string>;
  fromRoles: ReadonlySet<string>;
}) {
  const t = useT();
  switch (permissionState(permission, effective, fromRoles)) {
    case 'role':
      return <Badge>{t('From role')}</Badge>;
    case 'granted':
      return <Badge tone="success">{t('Granted')}</Badge>;
    case 'taken':
      return <Badge tone="danger">{t('Removed')}</Badge>;
    default:
      return null;
  }
}

const inOrder = ({ permissions }: Pick<Found, 'permissions'>, granted: Iterable<string>) =>
  grantedNames(permissionNodes(permissions), new Set(granted));

function Editor({ userId, name, found }: { userId: number; name: string; found: Found }) {
  const t = useT();
  const session = useSession();
  const has = useProduct();
  // Permissions without a screen are hidden and unchanged.
  const permissions = useMemo(
    () => found.permissions.filter((permission) => has(permission.name)),
    [found.permissions, has],
  );
  const form = useRecordForm({
    record: found,
    values: (record) => ({ granted: inOrder(record, record.grantedPermissionNames) }),
    save: ({ granted }, { rowVersion }) => saveUserPermissions(userId, granted, rowVersion),
    stale: [userPermissionsQuery(userId).queryKey],
    notice: () => t('Permissions of {name} saved', { name }),
    saved: () => {
      // Lists filter by permission, and the version changed.
      void queryClient.invalidateQueries({ queryKey: ['users', 'list'] });
      void queryClient.invalidateQueries({ queryKey: ['users', 'edit', userId] });
      if (userId === session.data?.user.id) void refreshSession();
    },
    newest: () => queryClient.fetchQuery({ ...userPermissionsQuery(userId), staleTime: 0 }),
  });
  const { field } = useController({ control: form.form.control, name: 'granted' });
  const granted = useMemo(() => new Set(field.value), [field.value]);
  const fromRoles = useMemo(() => new Set(found.rolePermissionNames), [found.rolePermissionNames]);
  const [before] = useState(() => new Set(found.grantedPermissionNames));
  const differ = differences(granted, fromRoles);
  return (
    <FormPage of={form} className="max-w-4xl">
      <Card>
        <CardHeader
          title={t('Permissions')}
          description={
            differ.granted + differ.taken > 0
              ? t('In addition to roles: {granted} granted, {taken} removed.', differ)
              : t('Same as the roles. Changes here apply to this user only.')
          }
        />
        <PermissionTree
          label={t('Permissions of {name}', { name })}
          permissions={permissions}
          granted={granted}
          onChange={(next) => field.onChange(inOrder(found, next))}
          notable={
            new Set(
              [...before, ...fromRoles].filter(
                (permission) => before.has(permission) !== fromRoles.has(permission),
              ),
            )
          }
          mark={(permission) => (
            <Mark permission={permission} effective={granted} fromRoles={fromRoles} />
          )}
          actions={
            <Button
              variant="ghost"
              size="sm"
              disabled={sameNames(granted, fromRoles)}
              onClick={() => field.onChange(inOrder(found, fromRoles))}
            >
              <RotateCcw aria-hidden /> {t('Back to roles')}
            </Button>
          }
        />
      </Card>
    </FormPage>
  );
}
