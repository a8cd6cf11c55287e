// /platform/tenants: the tenant list.
import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { Building, LogIn, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { Badge, buttonClass } from '@waybill/plugin';
import { usePermissions } from '../../../api/session.ts';
import { DayCell } from '../../../kit/list/Cells.tsx';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { target } from '../../../lib/href.ts';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { fetchTenants, PERMISSIONS, platformKey, type ListedTenant } from './queries.ts';
import {
  deedsWith,
  TenantOperationDialog,
  TenantState,
  type TenantOperation,
} from './TenantOperationDialog.tsx';

export const TenantList = screen(
  { needs: PERMISSIONS.see, title: msg('Tenants'), isPlatform: true },
  Screen,
);

const pathOf = (tenant: ListedTenant) => `/platform/tenants/${tenant.id}`;

function Screen() {
  const t = useT();
  const { has } = usePermissions();
  const [deed, setDeed] = useState<{ deed: TenantOperation; tenant: ListedTenant } | null>(null);
  const stateText = (tenant: ListedTenant) =>
    tenant.state === 'Available' ? t('Active') : t('Suspended');
  const list = useList<ListedTenant>({
    id: 'platform.tenants',
    key: platformKey,
    fetch: fetchTenants,
    rowKey: (tenant) => tenant.id,
    name: (tenant) => tenant.name,
    href: pathOf,
    columns: [
      {
        id: 'name',
        header: t('Name'),
        cell: (tenant) => tenant.name,
        csv: (tenant) => tenant.name,
        sort: 'name',
        fixed: true,
      },
      {
        id: 'addresses',
        header: t('Addresses'),
        cell: (tenant) => <bdi dir="ltr">{tenant.hosts.join(', ')}</bdi>,
        csv: (tenant) => tenant.hosts.join(', '),
        narrow: 'line',
      },
      {
        id: 'edition',
        header: t('Edition'),
        cell: (tenant) => tenant.editionName ?? '–',
        csv: (tenant) => tenant.editionName,
      },
      {
        id: 'state',
        header: t('Status'),
        cell: (tenant) => (
          <span className="inline-flex gap-1">
            <TenantState state={tenant.state} />
            {tenant.isPlatform && <Badge tone="info">{t('Platform')}</Badge>}
          </span>
        ),
        csv: stateText,
        fixed: true,
        narrow: 'badge',
      },
      {
        id: 'since',
        header: t('Since'),
        cell: (tenant) => <DayCell value={tenant.creationTime} />,
        csv: (tenant) => tenant.creationTime,
        sort: 'creationTime',
      },
    ],
    filters: [
      {
        kind: 'choice',
        id: 'state',
        label: t('Status'),
        pinned: true,
        single: true,
        field: 'state',
        options: [
          { value: 'Available', label: t('Active') },
          { value: 'InActive', label: t('Suspended') },
        ],
      },
    ],
    search: { fields: ['name'] },
    sort: 'name',
  });
  const menu = {
    enter: { text: t('Sign in as administrator…'), icon: <LogIn aria-hidden /> },
    suspend: { text: t('Suspend…'), keyName: 'retire' as const, icon: <Pause aria-hidden /> },
    activate: { text: t('Activate…'), keyName: 'activate' as const, icon: <Play aria-hidden /> },
    delete: {
      text: t('Delete…'),
      keyName: 'remove' as const,
      icon: <Trash2 aria-hidden />,
      destructive: true,
    },
  };
  return (
    <>
      <RecordList
        list={list}
        title={t('Tenants')}
        heading={{
          description: t('Organisations on this platform.'),
          actions: has(PERMISSIONS.create)
            ? [
                {
                  text: t('New tenant'),
                  keyName: 'new' as const,
                  icon: <Plus aria-hidden />,
                  primary: true,
                  href: '/platform/tenants/new',
                },
              ]
            : [],
        }}
        menu={(tenant) => [
          {
            text: t('Edit'),
            keyName: 'edit' as const,
            icon: <Pencil aria-hidden />,
            href: pathOf(tenant),
          },
          ...deedsWith(has, tenant).map((one) => ({
            ...menu[one],
            onClick: () => setDeed({ deed: one, tenant }),
          })),
        ]}
        texts={{
          failed: t('The tenants could not be loaded'),
          search: { label: t('Search tenants') },
          filter: t('Filter tenants'),
          empty: {
            icon: <Building />,
            title: t('No tenants yet'),
            description: t('Each tenant has its own users, customers, carriers and address.'),
            action: (
              <Link {...target('/platform/tenants/new')} className={buttonClass()}>
                {t('New tenant')}
              </Link>
            ),
          },
          none: {
            title: t('No matching tenants'),
            description: t('Try a shorter search or another status.'),
            clear: t('Show all'),
          },
        }}
      />
      {deed && (
        <TenantOperationDialog
          deed={deed.deed}
          tenant={deed.tenant}
          onClose={() => setDeed(null)}
        />
      )}
    </>
  );
}
