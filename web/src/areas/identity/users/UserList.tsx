// The list of users: searched, narrowed, sorted and paged by the server, its state in the address.
import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Columns3, Download, Ellipsis, KeyRound, LockKeyholeOpen, Pencil, ShieldCheck, Trash2, UserPlus, Users as People, VenetianMask } from 'lucide-react';
import { Button, buttonClass, cn, DropdownMenu, EmptyState, errorMessage, ErrorNote, Pagination, Select, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { download } from '../../../lib/download.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { toast } from '../../../shell/toast.tsx';
import { FilterMenu } from '../../bookings/list/FilterMenu.tsx';
import { useListKeys } from '../../bookings/list/use-list-keys.ts';
import { SectionHeading } from '../../tenancy/settings/SectionHeading.tsx';
import { useUserActions, type UserActions } from './actions.tsx';
import { useColumnChoice } from './column-choice.ts';
import { userColumns, type UserColumn } from './columns.tsx';
import { Filters, noFilter } from './Filters.tsx';
import { listMemory, usersPath } from './list-memory.ts';
import { fullName, userPermissions, type User } from './model.ts';
import { exportOf, usersQuery } from './queries.ts';
import { defaultUserSort, isNarrowed, pageSizes, parseUserSearch, type UserSearch } from './search.ts';
import { isRowClick, useAddressState, useGo } from './section.ts';

export function UserList() {
  const t = useT();
  const format = useFormat();
  const [search, set] = useAddressState(usersPath, parseUserSearch);
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const list = useQuery(usersQuery(search, isTenant));
  const actions = useUserActions();
  const [exporting, setExporting] = useState(false);
  const columns = userColumns(t, format, isTenant && search.kind !== undefined);
  const choice = useColumnChoice('waybill.users.columns', columns);
  const href = useRouterState({ select: (state) => state.location.href });
  useEffect(() => {
    // On the way to a user the address is already the user's.
    if (href === usersPath || href.startsWith(`${usersPath}?`)) listMemory.remember(href);
  }, [href]);

  const take = search.size ?? pageSizes[0];
  const total = list.data?.totalCount ?? 0;
  const newUser = search.customer ? `${usersPath}/new?customer=${search.customer}` : `${usersPath}/new`;
  const save = async () => {
    setExporting(true);
    try {
      await download(...exportOf(search, isTenant));
    } catch (error) {
      toast({ title: t('The export did not work'), description: errorMessage(error), variant: 'destructive' });
    }
    setExporting(false);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SectionHeading
        title={t('Users')}
        description={t('Who may sign in, and what they may do.')}
        actions={[
          ...(has(userPermissions.create) ? [{ text: t('New user'), href: newUser, icon: <UserPlus aria-hidden />, primary: true }] : []),
          { text: t('Export'), icon: <Download aria-hidden />, primary: true, state: exporting ? ('pending' as const) : ('idle' as const), disabled: total === 0, onClick: () => void save() },
        ]}
      />
      <Filters search={search} onChange={set} isTenant={isTenant} />
      <div className="-my-1 flex justify-end">
        <FilterMenu
          label={t('Columns')}
          variant="ghost"
          size="sm"
          icon={<Columns3 aria-hidden />}
          showCount={false}
          options={columns.filter((column) => !column.fixed).map((column) => ({ value: column.id, label: column.header }))}
          chosen={[...choice.shown]}
          onChange={choice.choose}
          {...(choice.isDefault ? {} : { reset: { label: t('Back to the standard columns'), onSelect: choice.reset } })}
        />
      </div>
      {list.isError && <ErrorNote title={t('The users could not be loaded')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 ? (
        <Nothing search={search} onClear={() => set(noFilter)} newUser={has(userPermissions.create) ? newUser : null} />
      ) : (
        (list.data || list.isPending) && <UserTable columns={columns.filter((column) => choice.shown.has(column.id))} users={list.data?.items} stale={list.isPlaceholderData} sort={search.sort ?? defaultUserSort} onSort={(sort) => set({ sort })} actions={actions} />
      )}
      {total > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Pagination skip={search.skip ?? 0} take={take} total={total} onChange={(skip) => set({ skip }, false)} className="flex-1" />
          {total > pageSizes[0] && (
            <label className="flex items-center gap-2 text-[13px] text-muted-foreground">
              {t('Rows')}
              <Select value={take} onChange={(event) => set({ size: event.target.value })} className="h-7 w-18 text-xs">
                {pageSizes.map((size) => (
                  <option key={size}>{size}</option>
                ))}
              </Select>
            </label>
          )}
        </div>
      )}
      {actions.dialogs}
    </div>
  );
}

function Nothing({ search, onClear, newUser }: { search: UserSearch; onClear: () => void; newUser: string | null }) {
  const t = useT();
  const narrowed = isNarrowed(search);
  const action = narrowed ? (
    <Button variant="outline" onClick={onClear}>
      {t('Show all users')}
    </Button>
  ) : (
    newUser && (
      <Link {...target(newUser)} className={buttonClass()}>
        {t('New user')}
      </Link>
    )
  );
  return <EmptyState icon={<People />} title={narrowed ? t('No user matches') : t('No users yet')} description={narrowed ? t('Try fewer letters, or another role.') : t('Add the first one: they get an e-mail with the way in.')} action={action} />;
}

interface UserTableProps {
  columns: UserColumn[];
  users: User[] | undefined;
  stale: boolean;
  sort: string;
  onSort: (sort: string) => void;
  actions: UserActions;
}

const narrowHidden = (column: UserColumn) => (column.fixed ? undefined : column.wide ? 'max-xl:hidden' : 'max-md:hidden');

function UserTable({ columns, users, stale, sort, onSort, actions }: UserTableProps) {
  const t = useT();
  const go = useGo();
  const frame = useRef<HTMLTableSectionElement>(null);
  const open = (id: number) => void go(`${usersPath}/${id}`);
  useListKeys({ frame, onOpen: open, onToggle: () => undefined });
  const [field, direction] = sort.split(' ');
  return (
    <Table label={t('Users')} aria-busy={!users || stale} className={cn(stale && 'opacity-60 transition-opacity')}>
      <THead>
        <tr>
          {columns.map((column) => (
            <Th
              key={column.id}
              numeric={column.numeric ?? false}
              className={narrowHidden(column)}
              {...(column.sort ? { sort: column.sort === field ? (direction as 'asc' | 'desc') : ('none' as const), onSort: () => onSort(`${column.sort} ${column.sort === field && direction === 'asc' ? 'desc' : 'asc'}`) } : {})}
            >
              {column.header}
            </Th>
          ))}
          <Th className="w-px">
            <span className="sr-only">{t('Actions')}</span>
          </Th>
        </tr>
      </THead>
      <TBody ref={frame}>
        {users
          ? users.map((user, index) => (
              <Tr
                key={user.id}
                data-row-id={user.id}
                tabIndex={index === 0 ? 0 : -1}
                className="scroll-mt-16 cursor-pointer focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-ring"
                onClick={(event) => isRowClick(event) && open(user.id)}
              >
                {columns.map((column) => (
                  <Td key={column.id} numeric={column.numeric ?? false} className={narrowHidden(column)}>
                    {column.cell(user)}
                  </Td>
                ))}
                <Td className="text-end">
                  <UserMenu user={user} actions={actions} onOpen={(tab) => void go(`${usersPath}/${user.id}${tab ? `?tab=${tab}` : ''}`)} />
                </Td>
              </Tr>
            ))
          : Array.from({ length: 10 }, (_, index) => (
              <tr key={index}>
                <Td colSpan={columns.length + 1}>
                  <Skeleton className="w-full" />
                </Td>
              </tr>
            ))}
      </TBody>
    </Table>
  );
}

function UserMenu({ user, actions, onOpen }: { user: User; actions: UserActions; onOpen: (tab?: string) => void }) {
  const t = useT();
  const { has } = usePermissions();
  const may = actions.may(user);
  const label = t('Actions for {name}', { name: fullName(user) });
  return (
    <DropdownMenu
      label={label}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label} className="size-7">
          <Ellipsis aria-hidden />
        </Button>
      }
      items={[
        { text: has(userPermissions.edit) ? t('Edit') : t('View'), icon: <Pencil aria-hidden />, onClick: () => onOpen() },
        ...(has(userPermissions.changePermissions) ? [{ text: t('Permissions'), icon: <ShieldCheck aria-hidden />, onClick: () => onOpen('permissions') }] : []),
        ...(has(userPermissions.edit) ? [{ text: t('API keys'), icon: <KeyRound aria-hidden />, onClick: () => onOpen('keys') }] : []),
        ...(may.impersonate ? [{ text: t('Sign in as this user…'), icon: <VenetianMask aria-hidden />, onClick: () => actions.impersonate(user) }] : []),
        ...(may.unlock ? [{ text: t('Unlock'), icon: <LockKeyholeOpen aria-hidden />, onClick: () => actions.unlock(user) }] : []),
        ...(may.delete ? [{ separator: true }, { text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true, onClick: () => actions.delete(user) }] : []),
      ]}
    />
  );
}
