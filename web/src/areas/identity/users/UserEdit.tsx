// One user: the form, their permissions and their API keys, and what else can be done with them.
import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { History, LockKeyholeOpen, Trash2, UserX, VenetianMask } from 'lucide-react';
import { ApiError, Badge, Card, EmptyState, ErrorNote, Field, Select, Skeleton, Tabs } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { useT } from '../../../lib/i18n.ts';
import { CustomerPicker } from '../../../shell/CustomerPicker.tsx';
import { SectionHeading } from '../../tenancy/settings/SectionHeading.tsx';
import { KeyPanel } from '../keys/KeyPanel.tsx';
import { wholeNumber } from '../roles/search.ts';
import { useUserActions } from './actions.tsx';
import { Avatar } from './Avatar.tsx';
import { UserStatus } from './columns.tsx';
import { Details } from './Details.tsx';
import { listMemory, usersPath } from './list-memory.ts';
import { fullName, userPermissions, type UserForEdit } from './model.ts';
import { userQuery } from './queries.ts';
import { useAddressState, useGo } from './section.ts';
import { UserPermissions } from './UserPermissions.tsx';

const fresh = { staleTime: 0, gcTime: 0 } as const;

function Waiting({ title, error, missing, onRetry }: { title: string; error: unknown; missing: boolean; onRetry: () => void }) {
  const t = useT();
  return (
    <>
      <SectionHeading title={title} breadcrumbs={[{ text: t('Users'), href: listMemory.recall() }]} />
      {missing ? (
        <EmptyState icon={<UserX />} title={t('There is no such user')} description={t('It may have been deleted, or the link is not complete.')} />
      ) : error ? (
        <ErrorNote title={t('The user could not be loaded')} error={error} onRetry={onRetry} />
      ) : (
        <Card className="max-w-4xl">
          <Skeleton className="h-64" />
        </Card>
      )}
    </>
  );
}

export function UserEdit({ id }: { id: number }) {
  const t = useT();
  const isNumber = Number.isSafeInteger(id) && id > 0;
  const found = useQuery({ ...userQuery(id), ...fresh, enabled: isNumber });
  if (found.data) return <Loaded id={id} found={found.data} reload={found.refetch} />;
  const missing = !isNumber || (found.error instanceof ApiError && found.error.status === 404);
  return <Waiting title={t('User')} error={found.error} missing={missing} onRetry={() => void found.refetch()} />;
}

const tabs = ['details', 'permissions', 'keys'] as const;
const parseTab = (raw: Record<string, unknown>): { tab?: (typeof tabs)[number] } => {
  const tab = tabs.find((known) => known === raw['tab']);
  return tab && tab !== 'details' ? { tab } : {};
};

function Loaded({ id, found, reload }: { id: number; found: UserForEdit; reload: () => Promise<unknown> }) {
  const t = useT();
  const go = useGo();
  const { has } = usePermissions();
  const [{ tab = 'details' }, set] = useAddressState(`${usersPath}/${id}`, parseTab);
  const { user } = found;
  const name = fullName(user);
  // A saved form begins anew with what the server keeps; a change from elsewhere leaves what is being typed.
  const [round, setRound] = useState(0);
  const actions = useUserActions(() => go(listMemory.recall(), { ignoreBlocker: true }));
  const subject = { ...user, id };
  const may = actions.may(subject);
  return (
    <>
      <SectionHeading
        title={name}
        icon={<Avatar name={name} userId={id} pictureId={found.profilePictureId} className="size-9 text-xs" />}
        breadcrumbs={[{ text: t('Users'), href: listMemory.recall() }]}
        badge={
          <>
            <UserStatus user={user} />
            {user.customerName && <Badge tone="info">{user.customerName}</Badge>}
            {user.isDriver && <Badge>{t('Driver')}</Badge>}
          </>
        }
        actions={[
          ...(may.unlock ? [{ text: t('Unlock'), icon: <LockKeyholeOpen aria-hidden />, primary: true, onClick: () => actions.unlock(subject) }] : []),
          ...(may.impersonate ? [{ text: t('Sign in as this user…'), icon: <VenetianMask aria-hidden />, onClick: () => actions.impersonate(subject) }] : []),
          ...(has('Pages.Administration.AuditLogs') ? [{ text: t('History'), icon: <History aria-hidden />, href: `/settings/audit-log?type=User&id=${id}` }] : []),
          ...(may.delete ? [{ text: t('Delete…'), icon: <Trash2 aria-hidden />, destructive: true, onClick: () => actions.delete(subject) }] : []),
        ]}
      />
      <Tabs
        label={t('User')}
        value={tab}
        onChange={(next) => set({ tab: next as typeof tab })}
        tabs={[
          { id: 'details', label: t('Details'), content: <Details key={round} found={found} customerId={null} onSaved={() => void reload().then(() => setRound((before) => before + 1))} /> },
          ...(has(userPermissions.changePermissions) ? [{ id: 'permissions', label: t('Permissions'), content: <UserPermissions userId={id} name={name} /> }] : []),
          ...(has(userPermissions.edit) ? [{ id: 'keys', label: t('API keys'), content: <KeyPanel userId={id} name={name} /> }] : []),
        ]}
      />
      {actions.dialogs}
    </>
  );
}

const parseCustomer = (raw: Record<string, unknown>): { customer?: number | 'choose' } => {
  const customer = raw['customer'] === 'choose' ? 'choose' : wholeNumber(raw['customer']);
  return customer ? { customer } : {};
};

export function UserNew() {
  const t = useT();
  const go = useGo();
  const { has } = usePermissions();
  const { isTenant } = useSession();
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const { customer } = parseCustomer(raw);
  const customerId = typeof customer === 'number' ? customer : undefined;
  const mayCreate = has(userPermissions.create);
  const waits = customer === 'choose';
  const found = useQuery({ ...userQuery(null, customerId), ...fresh, enabled: mayCreate && !waits, placeholderData: keepPreviousData });
  const [, set] = useAddressState(`${usersPath}/new`, parseCustomer);
  const title = t('New user');
  if (!mayCreate) {
    return (
      <>
        <SectionHeading title={title} breadcrumbs={[{ text: t('Users'), href: listMemory.recall() }]} />
        <EmptyState icon={<UserX />} title={t('You may not create users')} description={t('Ask an administrator for the permission.')} />
      </>
    );
  }
  return (
    <>
      <SectionHeading title={title} breadcrumbs={[{ text: t('Users'), href: listMemory.recall() }]} />
      <div className="grid max-w-4xl gap-4">
        {isTenant && (
          <Card>
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label={t('Works for')}>
                <Select value={customer === undefined ? '' : 'customer'} onChange={(event) => set({ customer: event.target.value ? 'choose' : undefined })}>
                  <option value="">{t('The organisation itself')}</option>
                  <option value="customer">{t('A customer')}</option>
                </Select>
              </Field>
              {customer !== undefined && (
                <Field label={t('Customer')}>
                  <CustomerPicker value={customerId ?? null} onChange={(picked) => set({ customer: picked?.id ?? 'choose' })} />
                </Field>
              )}
            </div>
          </Card>
        )}
        {waits ? (
          <EmptyState title={t('Choose a customer')} description={t('The user sees the data of this customer alone, and has the roles made for it.')} />
        ) : found.data ? (
          <Details key={customerId ?? 'own'} found={found.data} customerId={customerId ?? null} onSaved={(id) => void go(`${usersPath}/${id}`, { ignoreBlocker: true, replace: true })} />
        ) : found.isError ? (
          <ErrorNote title={t('The form could not be loaded')} error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <Card>
            <Skeleton className="h-64" />
          </Card>
        )}
      </div>
    </>
  );
}
