// Roles of the tenant and customers.
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil, Plus, ShieldCheck, Trash2 } from 'lucide-react';
import { buttonClass, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { DayCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { useGo } from '../../../lib/go.ts';
import { rolePermissions, type ListedRole } from './model.ts';
import { DeleteRole, RoleMarks } from './parts.tsx';
import { useProduct } from '../../../shell/product.ts';
import { fetchRoles, rolesKey } from './queries.ts';
import { RoleEdit } from './RoleEdit.tsx';

const path = '/settings/roles';

/** /settings/roles, /settings/roles/new and /settings/roles/5. */
export default function Roles({ rest }: { rest: string[] }) {
  const [step] = rest;
  if (step === undefined) return <RoleList />;
  return <RoleEdit key={step} id={step === 'new' ? null : Number(step)} />;
}

function RoleList() {
  const t = useT();
  const format = useFormat();
  const go = useGo();
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const [deleting, setDeleting] = useState<ListedRole | null>(null);
  const queryClient = useQueryClient();
  const hasScreens = useProduct();
  /** As many as the role's page shows. */
  const shownCount = ({ permissionNames }: ListedRole) => permissionNames.filter(hasScreens).length;
  const list = useList<ListedRole>({
    id: 'roles.list',
    key: rolesKey,
    fetch: fetchRoles,
    rowKey: (role) => role.id,
    name: (role) => role.displayName,
    href: (role) => `${path}/${role.id}`,
    columns: [
      {
        id: 'name',
        header: t('Role'),
        cell: (role) => role.displayName,
        csv: (role) => role.displayName,
        sort: 'displayName',
        fixed: true,
      },
      {
        id: 'kind',
        header: t('Kind'),
        cell: (role) => <RoleMarks role={role} />,
        csv: (role) =>
          [role.isStatic && t('Built in'), role.isDefault && t('Default')]
            .filter(Boolean)
            .join(', '),
        narrow: 'badge',
      },
      {
        id: 'permissions',
        header: t('Permissions'),
        cell: (role) => format.number(shownCount(role)),
        csv: shownCount,
        numeric: true,
      },
      {
        id: 'users',
        header: t('Users'),
        cell: (role) =>
          role.userCount ? (
            <Link
              {...target(
                `/settings/users?role=${role.id}${customer ? `&kind=customers&customer=${customer}` : ''}`,
              )}
              className="text-link underline-offset-2 hover:underline"
            >
              {format.number(role.userCount)}
            </Link>
          ) : (
            format.number(role.userCount ?? 0)
          ),
        csv: (role) => role.userCount ?? 0,
        numeric: true,
      },
      {
        id: 'created',
        header: t('Created'),
        cell: (role) => <DayCell value={role.creationTime} />,
        csv: (role) => role.creationTime,
        sort: 'creationTime',
      },
    ],
    filters: isTenant
      ? [
          {
            kind: 'reference',
            id: 'customer',
            label: t('Single customer'),
            pinned: true,
            placeholder: t('Search customers…'),
            query: (id) => ({ customerId: Number(id) }),
            ...customerReference,
          },
        ]
      : [],
    search: { fields: ['displayName'] },
    sort: 'displayName',
  });
  const customer = list.state.filters['customer'];
  const newRole = customer ? `${path}/new?customer=${customer}` : `${path}/new`;
  const mayCreate = has(rolePermissions.create);
  return (
    <>
      <RecordList
        list={list}
        title={t('Roles')}
        heading={{
          breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
          description: t('A role is a set of permissions that you assign to users.'),
          actions: mayCreate
            ? [
                {
                  text: t('New role'),
                  keyName: 'new' as const,
                  href: newRole,
                  icon: <Plus aria-hidden />,
                  primary: true,
                },
              ]
            : [],
        }}
        menu={(role) => [
          {
            text: has(rolePermissions.edit) ? t('Edit') : t('View'),
            keyName: 'edit' as const,
            icon: <Pencil aria-hidden />,
            onClick: () => void go(`${path}/${role.id}`),
          },
          ...(has(rolePermissions.delete) && !role.isStatic
            ? [
                { separator: true },
                {
                  text: t('Delete…'),
                  keyName: 'remove' as const,
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(role),
                },
              ]
            : []),
        ]}
        texts={{
          failed: t('The roles could not be loaded'),
          search: { label: t('Search roles') },
          filter: t('Filter roles'),
          empty: {
            icon: <ShieldCheck />,
            title: t('No roles yet'),
            description: t('Create your first role and assign it to users.'),
            action: mayCreate && (
              <Link {...target(newRole)} className={buttonClass()}>
                {t('New role')}
              </Link>
            ),
          },
          none: {
            title: t('No matching roles'),
            description:
              customer && !list.state.q
                ? t('Users of this customer can have roles that are available to everyone.')
                : t('Try a shorter search.'),
            clear: t('Show all roles'),
          },
        }}
      />
      <DeleteRole
        role={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => void queryClient.invalidateQueries({ queryKey: rolesKey })}
      />
    </>
  );
}
