// A role with its permissions.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { ShieldOff, Trash2 } from 'lucide-react';
import { Card, CardHeader } from '@waybill/plugin';
import { Controller } from '@waybill/plugin/forms';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { FlagField, TextField } from '../../../kit/form-fields.tsx';
import { useRecordForm } from '../../../kit/form.ts';
import { FormPage } from '../../../kit/FormPage.tsx';
import { NotPermitted } from '../../../shell/screen.tsx';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { useProduct } from '../../../shell/product.ts';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { useGo } from '../../../lib/go.ts';
import { wholeNumber } from '../../../kit/list/address.ts';
import { longestRoleName, rolePermissions } from './model.ts';
import { grantedNames, permissionNodes } from '../../../kit/tree/permission-tree.ts';
import { PermissionTree } from '../../../kit/tree/PermissionTree.tsx';
import { DeleteRole, RoleMarks } from './parts.tsx';
import { roleQuery, rolesKey, saveRole, type RoleForEdit } from './queries.ts';

const path = '/settings/roles';
const crumbs = () => [{ text: t('Roles'), href: path }];
const fresh = { staleTime: 0, gcTime: 0 } as const;

/** Null creates one. */
export function RoleEdit({ id }: { id: number | null }) {
  return id === null ? <New /> : <Stored id={recordId(String(id))} />;
}

function Stored({ id }: { id: number | null }) {
  const t = useT();
  const found = useQuery({ ...roleQuery(id), ...fresh, enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={found}
      inSettings
      title={t('Role')}
      breadcrumbs={crumbs()}
      icon={<ShieldOff />}
      missing={t('Role not found')}
      failed={t('The role could not be loaded')}
      to={msg('see roles')}
    >
      {(role) => <Loaded key={id} found={role} />}
    </RecordOf>
  );
}

function New() {
  const t = useT();
  const { has } = usePermissions();
  const customer = wholeNumber((useSearch({ strict: false }) as { customer?: unknown }).customer);
  const mayCreate = has(rolePermissions.create);
  const found = useQuery({ ...roleQuery(null, customer), ...fresh, enabled: mayCreate });
  const title = t('New role');
  if (!mayCreate) {
    return (
      <>
        <SectionHeading title={title} breadcrumbs={crumbs()} />
        <NotPermitted to={msg('create roles')} />
      </>
    );
  }
  return (
    // Copies have no id.
    <RecordOf
      id={0}
      query={found}
      inSettings
      title={title}
      breadcrumbs={crumbs()}
      missing={t('Customer not found')}
      failed={t('The form could not be loaded')}
      to={msg('create roles')}
    >
      {(role) => (
        <>
          <SectionHeading title={title} breadcrumbs={crumbs()} />
          <Editor found={role} customerId={customer ?? null} mayEdit />
        </>
      )}
    </RecordOf>
  );
}

function Loaded({ found }: { found: RoleForEdit }) {
  const t = useT();
  const go = useGo();
  const { has } = usePermissions();
  const { role } = found;
  const [deleting, setDeleting] = useState(false);
  const id = role.id ?? 0;
  return (
    <>
      <RecordPage
        inSettings
        kind={t('Role')}
        title={role.displayName ?? ''}
        breadcrumbs={crumbs()}
        badge={<RoleMarks role={role} />}
        actions={
          !role.isStatic && has(rolePermissions.delete)
            ? [
                {
                  text: t('Delete…'),
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(true),
                },
              ]
            : []
        }
        tabs={[
          {
            id: 'details',
            label: t('Details'),
            content: (
              <Editor
                found={found}
                customerId={role.customerId ?? null}
                mayEdit={!role.isStatic && has(rolePermissions.edit)}
              />
            ),
          },
        ]}
        history={{ entityType: 'Role', entityId: id }}
      />
      <DeleteRole
        role={deleting ? { ...role, id } : null}
        onClose={() => setDeleting(false)}
        onDeleted={() =>
          void go(path, { ignoreBlocker: true }).then(() =>
            queryClient.invalidateQueries({ queryKey: rolesKey }),
          )
        }
      />
    </>
  );
}

/** Keeps tree order, so a reverted tick is no change. */
const inOrder = ({ permissions }: Pick<RoleForEdit, 'permissions'>, granted: Iterable<string>) =>
  grantedNames(permissionNodes(permissions), new Set(granted));

const valuesOf = (found: RoleForEdit) => ({
  displayName: found.role.displayName ?? '',
  isDefault: found.role.isDefault ?? false,
  granted: inOrder(found, found.grantedPermissionNames),
});

function Editor({
  found,
  customerId,
  mayEdit,
}: {
  found: RoleForEdit;
  customerId: number | null;
  mayEdit: boolean;
}) {
  const t = useT();
  const go = useGo();
  const { role } = found;
  const has = useProduct();
  // Permissions without a screen are hidden and unchanged.
  const permissions = useMemo(
    () => found.permissions.filter(({ name }) => has(name)),
    [found.permissions, has],
  );
  const isNew = !role.id;
  const form = useRecordForm({
    record: found,
    values: valuesOf,
    rules: { displayName: { needed: t('Display name is required'), max: longestRoleName } },
    members: { grantedPermissionNames: 'granted' },
    save: async ({ displayName, isDefault, granted }, { role: { id, rowVersion } }) => {
      const values = { displayName: displayName.trim(), isDefault };
      return (
        await saveRole(
          id ? { ...values, id, rowVersion } : { ...values, customerId },
          inOrder(found, granted),
        )
      ).role;
    },
    stale: [rolesKey],
    notice: (saved) =>
      isNew
        ? t('{name} created', { name: saved.displayName })
        : t('{name} saved', { name: saved.displayName }),
    saved: () => go(path, { ignoreBlocker: true }),
    ...(role.id
      ? { newest: () => queryClient.fetchQuery({ ...roleQuery(role.id ?? null), staleTime: 0 }) }
      : {}),
    draft: isNew ? `role/new/${customerId ?? ''}` : undefined,
  });
  return (
    <FormPage
      of={form}
      action={isNew ? t('Create role') : t('Save')}
      onCancel={() => void go(path)}
      readOnly={!mayEdit}
      className="max-w-4xl"
    >
      {role.isStatic && (
        <p className="rounded-lg bg-info-soft px-3 py-2 text-sm text-info-text">
          {t('This built-in role always has all permissions. It cannot be renamed or deleted.')}
        </p>
      )}
      <Card>
        <CardHeader
          title={t('Role')}
          description={
            customerId ? t('Only users of this customer can have this role.') : undefined
          }
        />
        <div className="grid items-start gap-3 sm:grid-cols-2">
          <TextField name="displayName" label={t('Display name')} />
          <FlagField
            name="isDefault"
            label={t('Default role')}
            hint={t('Assigned to every new user.')}
            className="sm:mt-6"
          />
        </div>
      </Card>
      <Card>
        <CardHeader
          title={t('Permissions')}
          description={t('Permissions of users with this role.')}
        />
        <Controller
          control={form.form.control}
          name="granted"
          render={({ field }) => (
            <PermissionTree
              label={t('Permissions')}
              permissions={permissions}
              granted={new Set(field.value)}
              onChange={(granted) => field.onChange(inOrder(found, granted))}
              readOnly={!mayEdit}
            />
          )}
        />
      </Card>
    </FormPage>
  );
}
