// /platform/tenants: all tenants of the platform.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Building, Ellipsis, LogIn, Pause, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { Badge, Button, buttonClass, cn, ConfirmDialog, DropdownMenu, EmptyState, ErrorNote, Input, Pagination, Select, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { usePermissions } from '../../../api/session.ts';
import { target } from '../../../lib/href.ts';
import { useT } from '../../../lib/i18n.ts';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { PlatformOnly } from './Guard.tsx';
import { enterTenant, PERMISSIONS, platformKey, removeTenant, setState, TENANTS_PER_PAGE, tenantsQuery, type ListedTenant, type TenantsSearch } from './queries.ts';

const route = getRouteApi('/shell/platform/tenants');

export type Deed = 'enter' | 'suspend' | 'activate' | 'delete';

export function TenantState({ state }: { state: ListedTenant['state'] }) {
  const t = useT();
  return (
    <Badge tone={state === 'Available' ? 'success' : 'warning'} dot>
      {state === 'Available' ? t('Active') : t('Suspended')}
    </Badge>
  );
}

/** Asks before any deed that is felt by the whole tenant. */
export function TenantDeed({ deed, tenant, onClose, onDone }: { deed: Deed | null; tenant: { id: number; name: string }; onClose: () => void; onDone?: () => void }) {
  const t = useT();
  const { name, id } = tenant;
  const words: Record<Deed, { title: string; description: string; confirm: string; destructive: boolean; done: string | null; act: () => Promise<unknown> }> = {
    enter: { title: t('Enter {name}?', { name }), description: t('You act there as an administrator until you end it. It is written into the audit log with your name.'), confirm: t('Enter'), destructive: false, done: null, act: () => enterTenant(id) },
    suspend: { title: t('Suspend {name}?', { name }), description: t('Nobody of theirs can sign in until it is activated again. Nothing is lost.'), confirm: t('Suspend'), destructive: true, done: t('{name} is suspended', { name }), act: () => setState(id, false) },
    activate: { title: t('Activate {name}?', { name }), description: t('Their people can sign in again.'), confirm: t('Activate'), destructive: false, done: t('{name} is active', { name }), act: () => setState(id, true) },
    delete: { title: t('Delete {name}?', { name }), description: t('Everything of theirs is deleted. It cannot be brought back.'), confirm: t('Delete'), destructive: true, done: t('{name} is deleted', { name }), act: () => removeTenant(id) },
  };
  const word = words[deed ?? 'enter'];
  return (
    <ConfirmDialog
      open={deed !== null}
      onOpenChange={(open) => !open && onClose()}
      title={word.title}
      description={word.description}
      confirmLabel={word.confirm}
      destructive={word.destructive}
      onConfirm={async () => {
        await word.act();
        if (word.done) toast({ title: word.done });
        onDone?.();
        await queryClient.invalidateQueries({ queryKey: platformKey });
      }}
    />
  );
}

/** What may be done with a tenant by someone with these permissions. */
export function useDeeds(tenant: Pick<ListedTenant, 'state' | 'isPlatform'>): Deed[] {
  const { has } = usePermissions();
  if (tenant.isPlatform) return [];
  const active = tenant.state === 'Available';
  return [
    ...(has(PERMISSIONS.enter) && active ? ['enter' as const] : []),
    ...(has(PERMISSIONS.edit) ? [active ? ('suspend' as const) : ('activate' as const)] : []),
    ...(has(PERMISSIONS.remove) ? ['delete' as const] : []),
  ];
}

function Row({ tenant, onDeed }: { tenant: ListedTenant; onDeed: (deed: Deed) => void }) {
  const t = useT();
  const format = useFormat();
  const deeds = useDeeds(tenant);
  const page = `/platform/tenants/${tenant.id}`;
  const menu = {
    enter: { text: t('Enter as administrator…'), icon: <LogIn aria-hidden /> },
    suspend: { text: t('Suspend…'), icon: <Pause aria-hidden /> },
    activate: { text: t('Activate…'), icon: <Play aria-hidden /> },
    delete: { text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true },
  };
  return (
    <Tr>
      <Td className="max-w-64">
        <Link {...target(page)} className="block truncate font-medium text-link underline-offset-2 hover:underline">
          {tenant.name}
        </Link>
      </Td>
      <Td className="max-w-64 text-muted-foreground max-md:hidden">
        <span className="block truncate" dir="ltr">
          {tenant.hosts.join(', ')}
        </span>
      </Td>
      <Td className="max-w-40 truncate text-muted-foreground max-lg:hidden">{tenant.editionName ?? '–'}</Td>
      <Td>
        <span className="flex flex-wrap gap-1">
          <TenantState state={tenant.state} />
          {tenant.isPlatform && <Badge tone="info">{t('Platform')}</Badge>}
        </span>
      </Td>
      <Td className="whitespace-nowrap text-muted-foreground tabular-nums max-lg:hidden">{format.date(tenant.creationTime)}</Td>
      <Td className="w-px text-end">
        <DropdownMenu
          label={t('Actions for {name}', { name: tenant.name })}
          trigger={
            <Button variant="ghost" size="icon" aria-label={t('Actions for {name}', { name: tenant.name })} className="size-7">
              <Ellipsis aria-hidden />
            </Button>
          }
          items={[{ text: t('Open'), icon: <Pencil aria-hidden />, href: page }, ...deeds.map((deed) => ({ ...menu[deed], onClick: () => onDeed(deed) }))]}
        />
      </Td>
    </Tr>
  );
}

export function TenantList() {
  const t = useT();
  return (
    <PlatformOnly title={t('Tenants')} permission={PERMISSIONS.see}>
      <Screen />
    </PlatformOnly>
  );
}

function Screen() {
  const t = useT();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { has } = usePermissions();
  const tenants = useQuery(tenantsQuery(search));
  const [deed, setDeed] = useState<{ deed: Deed; tenant: ListedTenant } | null>(null);
  const set = (next: TenantsSearch) => void navigate({ search: next, replace: true });
  const { q, state } = search;
  const narrowed = Boolean(q || state);
  const total = tenants.data?.totalCount ?? 0;
  return (
    <>
      <PageHeading
        title={t('Tenants')}
        description={t('The organisations that work on this platform.')}
        actions={has(PERMISSIONS.create) ? [{ text: t('New tenant'), icon: <Plus aria-hidden />, primary: true, href: '/platform/tenants/new' }] : []}
      />
      <div role="search" className="mb-3 flex flex-wrap gap-2">
        <Input type="search" aria-label={t('Find a tenant')} placeholder={t('Find a tenant')} defaultValue={q ?? ''} onChange={(event) => set({ ...(state ? { state } : {}), ...(event.target.value.trim() ? { q: event.target.value.trim() } : {}) })} className="max-w-72" />
        <span className="w-40">
          <Select aria-label={t('State')} value={state ?? ''} onChange={(event) => set({ ...(q ? { q } : {}), ...(event.target.value ? { state: event.target.value as 'Available' } : {}) })}>
            <option value="">{t('All')}</option>
            <option value="Available">{t('Active')}</option>
            <option value="InActive">{t('Suspended')}</option>
          </Select>
        </span>
      </div>
      {tenants.isError ? (
        <ErrorNote title={t('The tenants could not be loaded')} error={tenants.error} onRetry={() => void tenants.refetch()} />
      ) : tenants.data && total === 0 ? (
        <EmptyState
          icon={<Building />}
          title={narrowed ? t('No tenant fits') : t('No tenants yet')}
          description={narrowed ? t('Try fewer letters, or another state.') : t('A tenant has its own people, customers and carriers, and its own address.')}
          action={
            narrowed ? (
              <Button variant="outline" onClick={() => set({})}>
                {t('Show all')}
              </Button>
            ) : (
              <Link {...target('/platform/tenants/new')} className={buttonClass()}>
                {t('New tenant')}
              </Link>
            )
          }
        />
      ) : (
        <>
          <Table label={t('Tenants')} className={cn(tenants.isPlaceholderData && 'opacity-60')}>
            <THead>
              <tr>
                <Th>{t('Name')}</Th>
                <Th className="max-md:hidden">{t('Addresses')}</Th>
                <Th className="max-lg:hidden">{t('Edition')}</Th>
                <Th>{t('State')}</Th>
                <Th className="max-lg:hidden">{t('Since')}</Th>
                <Th>
                  <span className="sr-only">{t('Actions')}</span>
                </Th>
              </tr>
            </THead>
            <TBody>
              {tenants.data
                ? tenants.data.items.map((tenant) => <Row key={tenant.id} tenant={tenant} onDeed={(chosen) => setDeed({ deed: chosen, tenant })} />)
                : [0, 1, 2, 3].map((row) => (
                    <tr key={row}>
                      <Td colSpan={6}>
                        <Skeleton />
                      </Td>
                    </tr>
                  ))}
            </TBody>
          </Table>
          <Pagination skip={search.skip ?? 0} take={TENANTS_PER_PAGE} total={total} onChange={(skip) => set({ ...search, skip })} />
        </>
      )}
      {deed && <TenantDeed deed={deed.deed} tenant={deed.tenant} onClose={() => setDeed(null)} />}
    </>
  );
}
