// A user with permissions and keys.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { LockKeyholeOpen, Trash2, UserX, VenetianMask } from 'lucide-react';
import { Badge, Card, EmptyState, ErrorNote, Field, Select, Skeleton } from '@waybill/plugin';
import { usePermissions, useSession } from '../../../api/session.ts';
import { NotPermitted } from '../../../shell/screen.tsx';
import Emails from '../../../kit/emails/Emails.tsx';
import { NoMailServer } from '../../../kit/emails/NoMailServer.tsx';
import { RecordOf, RecordPage } from '../../../kit/record.tsx';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { SectionHeading } from '../../../shell/SectionHeading.tsx';
import { wholeNumber } from '../../../kit/list/address.ts';
import { useUserActions } from './actions.tsx';
import { Avatar } from './Avatar.tsx';
import { UserStatus } from './columns.tsx';
import { Details } from './Details.tsx';
import { listMemory, usersPath } from './list-memory.ts';
import { fullName, userPermissions, type UserForEdit } from '../../../lib/people/model.ts';
import { userQuery } from '../../../lib/people/queries.ts';
import { useAddressState } from './section.ts';
import { useGo } from '../../../lib/go.ts';
import { UserPermissions } from './UserPermissions.tsx';

const fresh = { staleTime: 0, gcTime: 0 } as const;
const crumbs = () => [{ text: t('Users'), href: listMemory.recall() }];

export function UserEdit({ id }: { id: number | null }) {
  const t = useT();
  const found = useQuery({ ...userQuery(id), ...fresh, enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={found}
      inSettings
      title={t('User')}
      breadcrumbs={crumbs()}
      icon={<UserX />}
      missing={t('User not found')}
      failed={t('The user could not be loaded')}
      to={msg('see users')}
    >
      {(user) => <Loaded id={id ?? 0} found={user} />}
    </RecordOf>
  );
}

function Loaded({ id, found }: { id: number; found: UserForEdit }) {
  const t = useT();
  const go = useGo();
  const { has } = usePermissions();
  const { user } = found;
  const name = fullName(user);
  const actions = useUserActions(() => go(listMemory.recall(), { ignoreBlocker: true }));
  const subject = { ...user, id };
  const may = actions.may(subject);
  return (
    <>
      <RecordPage
        inSettings
        kind={t('User')}
        title={name}
        icon={
          <Avatar
            name={name}
            userId={id}
            pictureId={found.profilePictureId}
            className="size-9 text-xs"
          />
        }
        breadcrumbs={crumbs()}
        badge={
          <>
            <UserStatus user={user} />
            {user.customerName && <Badge tone="info">{user.customerName}</Badge>}
            {user.isDriver && <Badge>{t('Driver')}</Badge>}
          </>
        }
        actions={[
          ...(may.unlock
            ? [
                {
                  text: t('Unlock'),
                  icon: <LockKeyholeOpen aria-hidden />,
                  primary: true,
                  onClick: () => actions.unlock(subject),
                },
              ]
            : []),
          ...(may.impersonate
            ? [
                {
                  text: t('Sign in as this user…'),
                  icon: <VenetianMask aria-hidden />,
                  onClick: () => actions.impersonate(subject),
                },
              ]
            : []),
          ...(may.delete
            ? [
                {
                  text: t('Delete…'),
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => actions.delete(subject),
                },
              ]
            : []),
        ]}
        tabs={[
          {
            id: 'details',
            label: t('Details'),
            content: (
              <div className="grid max-w-4xl gap-4">
                <Details found={found} customerId={null} onSaved={() => undefined} />
                <Emails recordType="User" recordId={id} />
              </div>
            ),
          },
          ...(has(userPermissions.changePermissions)
            ? [
                {
                  id: 'permissions',
                  label: t('Permissions'),
                  content: <UserPermissions userId={id} name={name} />,
                },
              ]
            : []),
        ]}
        extend={{ on: 'user', id }}
        history={{ entityType: 'User', entityId: id }}
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
  const found = useQuery({
    ...userQuery(null, customerId),
    ...fresh,
    enabled: mayCreate && !waits,
    placeholderData: keepPreviousData,
  });
  const [, set] = useAddressState(`${usersPath}/new`, parseCustomer);
  const title = t('New user');
  if (!mayCreate) {
    return (
      <>
        <SectionHeading title={title} breadcrumbs={crumbs()} />
        <NotPermitted to={msg('create users')} />
      </>
    );
  }
  return (
    <>
      <SectionHeading title={title} breadcrumbs={crumbs()} />
      <div className="grid max-w-4xl gap-4">
        {isTenant && (
          <Card>
            <div className="grid gap-3 sm:grid-cols-2">
              <Field label={t('Belongs to')}>
                <Select
                  value={customer === undefined ? '' : 'customer'}
                  onChange={(event) => set({ customer: event.target.value ? 'choose' : undefined })}
                >
                  <option value="">{t('Organisation')}</option>
                  <option value="customer">{t('Customer')}</option>
                </Select>
              </Field>
              {customer !== undefined && (
                <Field label={t('Customer')}>
                  <CustomerPicker
                    value={customerId ?? null}
                    onChange={(picked) => set({ customer: picked?.id ?? 'choose' })}
                  />
                </Field>
              )}
            </div>
          </Card>
        )}
        {waits ? (
          <EmptyState
            title={t('Choose a customer')}
            description={t(
              "The user sees only this customer's data and can have the roles available for customers.",
            )}
          />
        ) : found.data ? (
          <>
            <NoMailServer className="max-w-4xl" />
            <Details
              key={customerId ?? 'own'}
              found={found.data}
              customerId={customerId ?? null}
              onSaved={(id) =>
                void go(`${usersPath}/${id}`, { ignoreBlocker: true, replace: true })
              }
            />
          </>
        ) : found.isLoadingError ? (
          <ErrorNote
            title={t('The form could not be loaded')}
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        ) : (
          <Card>
            <Skeleton className="h-64" />
          </Card>
        )}
      </div>
    </>
  );
}
