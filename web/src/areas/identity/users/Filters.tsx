// The line over the list of users: text, whose they are, customer, role, permission, active or not.
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Button, Combobox, Select } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { CustomerPicker } from '../../../shell/CustomerPicker.tsx';
import { SearchBox } from '../../bookings/list/SearchBox.tsx';
import { rolePermissions } from '../roles/model.ts';
import { permissionNodes } from '../roles/permission-tree.ts';
import { allRolesQuery, permissionsQuery } from '../roles/queries.ts';
import { above, type TreeNode } from '../roles/tree.ts';
import { isNarrowed, type UserSearch } from './search.ts';

export interface FiltersProps {
  search: UserSearch;
  onChange: (change: { [K in keyof UserSearch]?: unknown }) => void;
  /** A customer's administrator has nobody but that customer's users. */
  isTenant: boolean;
}

export const noFilter = { q: undefined, customer: undefined, role: undefined, permission: undefined, active: undefined };

function PermissionFilter({ value, onChange }: { value: string | undefined; onChange: (name: string | undefined) => void }) {
  const t = useT();
  const permissions = useQuery(permissionsQuery);
  const nodes = useMemo(() => permissionNodes((permissions.data ?? []).map((permission) => ({ ...permission, displayName: t(permission.displayName) }))), [permissions.data, t]);
  // The way to a permission tells it apart from others of its name; the root says nothing.
  const way = (node: TreeNode) => [...above(nodes, node.id).toReversed().slice(1), node].map((step) => step.label).join(' › ');
  const chosen = value ? (nodes.find((node) => node.id === value) ?? { id: value, parentId: null, label: value }) : null;
  return (
    <Combobox
      aria-label={t('Permission')}
      placeholder={t('Any permission')}
      minLength={1}
      debounce={0}
      clearable
      emptyText={t('No permission matches')}
      value={chosen}
      onChange={(node) => onChange(node?.id)}
      getKey={(node) => node.id}
      getLabel={way}
      search={(text) => {
        const wanted = text.toLocaleLowerCase();
        return Promise.resolve(nodes.filter((node) => way(node).toLocaleLowerCase().includes(wanted)).slice(0, 30));
      }}
    />
  );
}

export function Filters({ search, onChange, isTenant }: FiltersProps) {
  const t = useT();
  const { has } = usePermissions();
  const roles = useQuery({ ...allRolesQuery, enabled: has(rolePermissions.see) });
  const known = roles.data?.items ?? [];
  return (
    <div role="search" aria-label={t('Filter users')} className="flex flex-wrap items-center gap-2">
      <SearchBox label={t('Search users')} placeholder={t('Name, user name, e-mail, telephone')} className="sm:w-72" value={search.q ?? ''} onChange={(q) => onChange({ q })} />
      {isTenant && (
        <div className="w-44">
          <Select aria-label={t('Whose users')} value={search.kind ?? ''} onChange={(event) => onChange({ kind: event.target.value, customer: undefined })}>
            <option value="">{t('Own people')}</option>
            <option value="customers">{t("Customers' users")}</option>
            <option value="all">{t('Everyone')}</option>
          </Select>
        </div>
      )}
      {isTenant && search.kind === 'customers' && (
        <div className="w-full sm:w-56">
          <CustomerPicker aria-label={t('Customer')} value={search.customer ?? null} onChange={(customer) => onChange({ customer: customer?.id })} />
        </div>
      )}
      {has(rolePermissions.see) && (
        <div className="w-40">
          <Select aria-label={t('Role')} value={search.role ?? ''} onChange={(event) => onChange({ role: event.target.value })}>
            <option value="">{t('Any role')}</option>
            {search.role && !known.some((role) => role.id === search.role) && <option value={search.role}>{t('Role {number}', { number: search.role })}</option>}
            {known.map((role) => (
              <option key={role.id} value={role.id}>
                {role.displayName}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className="w-full sm:w-52">
        <PermissionFilter value={search.permission} onChange={(permission) => onChange({ permission })} />
      </div>
      <div className="w-40">
        <Select aria-label={t('Status')} value={search.active ?? ''} onChange={(event) => onChange({ active: event.target.value })}>
          <option value="">{t('Any status')}</option>
          <option value="yes">{t('Active')}</option>
          <option value="no">{t('Inactive')}</option>
          <option value="locked">{t('Locked')}</option>
        </Select>
      </div>
      {isNarrowed(search) && (
        <Button variant="ghost" onClick={() => onChange(noFilter)}>
          <X aria-hidden /> {t('Clear')}
        </Button>
      )}
    </div>
  );
}
