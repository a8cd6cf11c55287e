// User list: staff, customers' users, or all.
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import {
  KeyRound,
  LockKeyholeOpen,
  Pencil,
  ShieldCheck,
  Trash2,
  UserPlus,
  Users as People,
  VenetianMask,
} from 'lucide-react';
import { buttonClass, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import type { FilterOption, ListFilter } from '../../../kit/list/declare.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { customerReference } from '../../../kit/pickers/customers.ts';
import { rolePermissions } from '../roles/model.ts';
import { permissionNodes } from '../../../kit/tree/permission-tree.ts';
import { allRolesQuery, permissionsQuery } from '../roles/queries.ts';
import { above, type TreeNode } from '../../../kit/tree/tree.ts';
import { useUserActions } from './actions.tsx';
import { userColumns } from './columns.tsx';
import { usersPath } from './list-memory.ts';
import { fullName, userPermissions, type User } from '../../../lib/people/model.ts';
import { userSearch, usersKey } from '../../../lib/people/queries.ts';
import { fetchUsers } from './queries.ts';
import { activeFilter, userSorting, ownerFilter } from './search.ts';
import { useGo } from '../../../lib/go.ts';

const MAX_FOUND = 30;
const PERMISSION = /^[A-Za-z]+(\.[A-Za-z]+)*$/;

/** Paths distinguish equal names; without the root. */
function usePermissionReference() {
  const t = useT();
  const permissions = useQuery(permissionsQuery);
  return useMemo(() => {
    const nodes = permissionNodes(
      (permissions.data ?? []).map((permission) => ({
        ...permission,
        displayName: t(permission.displayName),
      })),
    );
    const way = (node: TreeNode) =>
      [...above(nodes, node.id).toReversed().slice(1), node].map((step) => step.label).join(' › ');
    const option = (node: TreeNode): FilterOption => ({ value: node.id, label: way(node) });
    return {
      search: (text: string) =>
        Promise.resolve(
          nodes
            .filter((node) => way(node).toLocaleLowerCase().includes(text.toLocaleLowerCase()))
            .slice(0, MAX_FOUND)
            .map(option),
        ),
      find: (value: string) => {
        const node = nodes.find(({ id }) => id === value);
        return Promise.resolve(node ? option(node) : { value, label: value });
      },
    };
  }, [permissions.data, t]);
}

function useFilters(isTenant: boolean): ListFilter[] {
  const t = useT();
  const { has } = usePermissions();
  const roles = useQuery({ ...allRolesQuery, enabled: has(rolePermissions.see) });
  const permissions = usePermissionReference();
  return [
    ...(isTenant
      ? [
          {
            kind: 'choice' as const,
            id: 'kind',
            label: t('User type'),
            hidden: true,
            single: true,
            clears: ['customer'],
            options: [
              { value: 'customers', label: t('Customer users') },
              { value: 'all', label: t('Everyone') },
            ],
          },
          {
            kind: 'reference' as const,
            id: 'customer',
            label: t('Customer'),
            placeholder: t('Search customers…'),
            ...customerReference,
          },
        ]
      : []),
    ...(has(rolePermissions.see)
      ? [
          {
            kind: 'choice' as const,
            id: 'role',
            label: t('Role'),
            pinned: true,
            single: true,
            open: true,
            options: (roles.data?.items ?? []).map((role) => ({
              value: String(role.id),
              label: role.displayName,
            })),
            query: (role: string) => ({ role }),
          },
        ]
      : []),
    {
      kind: 'choice',
      id: 'active',
      label: t('Status'),
      pinned: true,
      single: true,
      options: [
        { value: 'yes', label: t('Active') },
        { value: 'no', label: t('Inactive') },
        { value: 'locked', label: t('Locked') },
      ],
      odata: (value) => activeFilter(value),
    },
    {
      kind: 'reference',
      id: 'permission',
      label: t('Permission'),
      placeholder: t('Any permission'),
      pattern: PERMISSION,
      query: (permission) => ({ permission }),
      ...permissions,
    },
    { kind: 'days', id: 'login', label: t('Last sign-in'), field: 'lastLoginTime' },
    { kind: 'days', id: 'created', label: t('Created'), field: 'creationTime' },
  ];
}

export function UserList() {
  const t = useT();
  const format = useFormat();
  const go = useGo();
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const actions = useUserActions();
  const filters = useFilters(isTenant);
  // Staff have no customer.
  const showsCustomer = useSearch({
    strict: false,
    select: (search: Record<string, unknown>) =>
      isTenant && Boolean(search['kind'] ?? search['customer']),
  });
  const list = useList<User>({
    id: 'users.list',
    key: usersKey,
    fetch: fetchUsers,
    rowKey: (user) => user.id,
    name: fullName,
    href: (user) => `${usersPath}/${user.id}`,
    columns: userColumns(t, format, showsCustomer),
    filters,
    search: userSearch,
    always: (chosen) => ownerFilter(chosen, isTenant),
    sort: 'surname',
    sorting: userSorting,
  });
  const { kind = '', customer } = list.state.filters;
  const newUser = customer ? `${usersPath}/new?customer=${customer}` : `${usersPath}/new`;
  const mayCreate = has(userPermissions.create);
  return (
    <>
      <RecordList
        list={list}
        title={t('Users')}
        heading={{
          breadcrumbs: [{ text: t('Settings'), href: '/settings' }],
          actions: mayCreate
            ? [
                {
                  text: t('New user'),
                  keyName: 'new' as const,
                  href: newUser,
                  icon: <UserPlus aria-hidden />,
                  primary: true,
                },
              ]
            : [],
          tabs: isTenant
            ? {
                label: t('User type'),
                value: customer ? 'customers' : kind,
                entries: [
                  { value: '', label: t('Staff') },
                  { value: 'customers', label: t('Customer users') },
                  { value: 'all', label: t('Everyone') },
                ],
                onChange: (next) => list.set({ filters: { kind: next, customer: '' } }),
              }
            : undefined,
        }}
        menu={(user) => {
          const may = actions.may(user);
          const open = (tab?: string) =>
            void go(`${usersPath}/${user.id}${tab ? `?tab=${tab}` : ''}`);
          return [
            {
              text: has(userPermissions.edit) ? t('Edit') : t('View'),
              keyName: 'edit' as const,
              icon: <Pencil aria-hidden />,
              onClick: () => open(),
            },
            ...(has(userPermissions.changePermissions)
              ? [
                  {
                    text: t('Permissions'),
                    icon: <ShieldCheck aria-hidden />,
                    onClick: () => open('permissions'),
                  },
                ]
              : []),
            ...(has(userPermissions.edit)
              ? [
                  {
                    text: t('API keys'),
                    icon: <KeyRound aria-hidden />,
                    onClick: () => open('keys'),
                  },
                ]
              : []),
            ...(may.impersonate
              ? [
                  {
                    text: t('Sign in as this user…'),
                    icon: <VenetianMask aria-hidden />,
                    onClick: () => actions.impersonate(user),
                  },
                ]
              : []),
            ...(may.unlock
              ? [
                  {
                    text: t('Unlock'),
                    icon: <LockKeyholeOpen aria-hidden />,
                    onClick: () => actions.unlock(user),
                  },
                ]
              : []),
            ...(may.delete
              ? [
                  { separator: true },
                  {
                    text: t('Delete…'),
                    keyName: 'remove' as const,
                    icon: <Trash2 aria-hidden />,
                    destructive: true,
                    onClick: () => actions.delete(user),
                  },
                ]
              : []),
          ];
        }}
        texts={{
          failed: t('The users could not be loaded'),
          search: {
            label: t('Search users'),
            placeholder: t('Name, user name, email, telephone'),
          },
          filter: t('Filter users'),
          empty: {
            icon: <People />,
            title: t('No users yet'),
            description: t('Add your first user. They receive an email with a sign-in link.'),
            action: mayCreate && (
              <Link {...target(newUser)} className={buttonClass()}>
                {t('New user')}
              </Link>
            ),
          },
          none: {
            title: t('No matching users'),
            description: t('Try a shorter search or another role.'),
            clear: t('Show all users'),
          },
        }}
      />
      {actions.dialogs}
    </>
  );
}
