// The roles: the tenant's own and those of single customers, with who has them.
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Ellipsis, Pencil, Plus, ShieldCheck, Trash2, Users } from 'lucide-react';
import { Button, buttonClass, cn, DropdownMenu, EmptyState, ErrorNote, Pagination, Select, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { CustomerPicker } from '../../../shell/CustomerPicker.tsx';
import { SearchBox } from '../../bookings/list/SearchBox.tsx';
import { SectionHeading } from '../../tenancy/settings/SectionHeading.tsx';
import type { SectionProps } from '../../tenancy/settings/section.ts';
import { isRowClick, useAddressState, useGo } from '../users/section.ts';
import { rolePermissions, type Role } from './model.ts';
import { DeleteRole, RoleMarks } from './parts.tsx';
import { rolesKey, rolesQuery } from './queries.ts';
import { RoleEdit } from './RoleEdit.tsx';
import { defaultRoleSort, parseRoleSearch, rolesPerPage } from './search.ts';

const path = '/settings/roles';
type Listed = Role & { id: number };

/** /settings/roles, /settings/roles/new and /settings/roles/5. */
export default function Roles({ rest }: SectionProps) {
  const [step] = rest;
  if (step === undefined) return <RoleList />;
  return <RoleEdit key={step} id={step === 'new' ? null : Number(step)} />;
}

function RoleList() {
  const t = useT();
  const format = useFormat();
  const [search, set] = useAddressState(path, parseRoleSearch);
  const go = useGo();
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const choosing = search.kind === 'customers' && !search.customer;
  const list = useQuery({ ...rolesQuery(search), enabled: !choosing });
  const [deleting, setDeleting] = useState<Listed | null>(null);
  const queryClient = useQueryClient();
  const newRole = search.customer ? `${path}/new?customer=${search.customer}` : `${path}/new`;
  const [sortField, sortDirection] = (search.sort ?? defaultRoleSort).split(' ');
  const sortable = (field: string) => ({
    sort: sortField === field ? (sortDirection as 'asc' | 'desc') : ('none' as const),
    onSort: () => set({ sort: `${field} ${sortField === field && sortDirection === 'asc' ? 'desc' : 'asc'}` }),
  });
  const total = choosing ? 0 : (list.data?.totalCount ?? 0);
  const items = choosing ? [] : list.data?.items;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SectionHeading
        title={t('Roles')}
        description={t('A role is a set of permissions that users are given together.')}
        actions={has(rolePermissions.create) ? [{ text: t('New role'), href: newRole, icon: <Plus aria-hidden />, primary: true }] : []}
      />
      <div role="search" aria-label={t('Filter roles')} className="flex flex-wrap items-center gap-2">
        <SearchBox label={t('Search roles')} placeholder={t('Search roles')} className="sm:w-64" value={search.q ?? ''} onChange={(q) => set({ q })} />
        {isTenant && (
          <div className="w-48">
            <Select aria-label={t('Whose roles')} value={search.kind ?? ''} onChange={(event) => set({ kind: event.target.value, customer: undefined })}>
              <option value="">{t('For everyone')}</option>
              <option value="customers">{t("One customer's own")}</option>
            </Select>
          </div>
        )}
        {search.kind === 'customers' && (
          <div className="w-full sm:w-64">
            <CustomerPicker aria-label={t('Customer')} value={search.customer ?? null} onChange={(customer) => set({ customer: customer?.id })} />
          </div>
        )}
      </div>
      {choosing ? (
        <EmptyState icon={<Users />} title={t('Choose a customer')} description={t('The roles that only their users can have are listed here.')} />
      ) : list.isError ? (
        <ErrorNote title={t('The roles could not be loaded')} error={list.error} onRetry={() => void list.refetch()} />
      ) : items?.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck />}
          title={search.q ? t('No role matches') : t('No roles yet')}
          description={search.q ? t('Try fewer letters.') : search.customer ? t('Users of this customer can have the roles that are for everyone.') : t('Make the first one, and give it to users.')}
          action={
            search.q ? (
              <Button variant="outline" onClick={() => set({ q: undefined })}>
                {t('Show all roles')}
              </Button>
            ) : (
              has(rolePermissions.create) && (
                <Link {...target(newRole)} className={buttonClass()}>
                  {t('New role')}
                </Link>
              )
            )
          }
        />
      ) : (
        <Table label={t('Roles')} aria-busy={!items || list.isPlaceholderData} className={cn(list.isPlaceholderData && 'opacity-60 transition-opacity')}>
          <THead>
            <tr>
              <Th {...sortable('displayName')}>{t('Role')}</Th>
              <Th className="max-md:hidden">{t('Kind')}</Th>
              <Th numeric className="max-md:hidden">
                {t('Permissions')}
              </Th>
              <Th numeric>{t('Users')}</Th>
              <Th {...sortable('creationTime')} className="max-md:hidden">
                {t('Created')}
              </Th>
              <Th className="w-px">
                <span className="sr-only">{t('Actions')}</span>
              </Th>
            </tr>
          </THead>
          <TBody>
            {items
              ? items.map((role) => (
                  <Tr
                    key={role.id}
                    className="cursor-pointer"
                    onClick={(event) => isRowClick(event) && void go(`${path}/${role.id}`)}
                  >
                    <Td>
                      <span className="block max-w-[48vw] md:max-w-80">
                        <Link {...target(`${path}/${role.id}`)} title={role.displayName} className="block truncate font-medium text-link underline-offset-2 hover:underline">
                          {role.displayName}
                        </Link>
                        <span className="md:hidden">
                          <RoleMarks role={role} />
                        </span>
                      </span>
                    </Td>
                    <Td className="max-md:hidden">
                      <RoleMarks role={role} />
                    </Td>
                    <Td numeric className="max-md:hidden">
                      {format.number(role.permissionCount ?? 0)}
                    </Td>
                    <Td numeric>
                      {role.userCount ? (
                        <Link {...target(`/settings/users?role=${role.id}${search.customer ? `&kind=customers&customer=${search.customer}` : ''}`)} className="text-link underline-offset-2 hover:underline">
                          {format.number(role.userCount)}
                        </Link>
                      ) : (
                        format.number(role.userCount ?? 0)
                      )}
                    </Td>
                    <Td className="whitespace-nowrap tabular-nums max-md:hidden">{format.date(role.creationTime)}</Td>
                    <Td className="text-end">
                      <RoleMenu role={role} onOpen={() => void go(`${path}/${role.id}`)} onDelete={() => setDeleting(role)} />
                    </Td>
                  </Tr>
                ))
              : Array.from({ length: 6 }, (_, index) => (
                  <tr key={index}>
                    <Td colSpan={6}>
                      <Skeleton className="w-full" />
                    </Td>
                  </tr>
                ))}
          </TBody>
        </Table>
      )}
      {total > 0 && <Pagination skip={search.skip ?? 0} take={rolesPerPage} total={total} onChange={(skip) => set({ skip }, false)} />}
      <DeleteRole
        role={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => void queryClient.invalidateQueries({ queryKey: rolesKey })}
      />
    </div>
  );
}

function RoleMenu({ role, onOpen, onDelete }: { role: Listed; onOpen: () => void; onDelete: () => void }) {
  const t = useT();
  const { has } = usePermissions();
  const label = t('Actions for {name}', { name: role.displayName });
  return (
    <DropdownMenu
      label={label}
      trigger={
        <Button variant="ghost" size="icon" aria-label={label} className="size-7">
          <Ellipsis aria-hidden />
        </Button>
      }
      items={[
        { text: has(rolePermissions.edit) ? t('Edit') : t('View'), icon: <Pencil aria-hidden />, onClick: onOpen },
        ...(has(rolePermissions.delete) && !role.isStatic ? [{ separator: true }, { text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true, onClick: onDelete }] : []),
      ]}
    />
  );
}
