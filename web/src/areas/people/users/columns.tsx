// Columns of the user list.
import { Badge, type useFormat } from '@waybill/plugin';
import { DayCell, MomentCell, TextCell } from '../../../kit/list/Cells.tsx';
import type { ListColumn } from '../../../kit/list/declare.ts';
import { statusColumn, type Status } from '../../../kit/list/status.tsx';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';
import { Avatar } from './Avatar.tsx';
import { fullName, type EditedUser, type User } from '../../../lib/people/model.ts';

const statusOf = (user: Pick<EditedUser, 'isActive' | 'isLocked'>): Status => {
  if (!user.isActive) return { text: msg('Inactive'), tone: 'neutral' };
  return user.isLocked
    ? { text: msg('Locked'), tone: 'danger' }
    : { text: msg('Active'), tone: 'success' };
};

export function UserStatus({ user }: { user: Pick<EditedUser, 'isActive' | 'isLocked'> }) {
  const t = useT();
  const { text, tone } = statusOf(user);
  return <Badge tone={tone}>{t(text)}</Badge>;
}

const mostRoles = 2;

function Roles({ user }: { user: User }) {
  const t = useT();
  const names = user.roles.map((role) => role.displayName);
  const hidden = names.length - mostRoles;
  if (names.length === 0) return <span className="text-muted-foreground">–</span>;
  return (
    <span className="inline-flex max-w-64 gap-1" title={names.join(', ')}>
      {names.slice(0, mostRoles).map((name) => (
        <Badge key={name} className="max-w-32">
          <span className="truncate">{name}</span>
        </Badge>
      ))}
      {hidden > 0 && <Badge>{t('+{count}', { count: hidden })}</Badge>}
    </span>
  );
}

export function userColumns(
  t: Translate,
  format: ReturnType<typeof useFormat>,
  showsCustomer: boolean,
): ListColumn<User>[] {
  const customer = (user: User) =>
    user.customerName ?? (user.customerId ? `#${user.customerId}` : '');
  const columns: (ListColumn<User> | false)[] = [
    {
      id: 'name',
      header: t('User'),
      before: (user) => (
        <Avatar
          name={fullName(user)}
          userId={user.id}
          pictureId={user.profilePictureId}
          className="size-5 text-[9px]"
        />
      ),
      cell: fullName,
      csv: fullName,
      sort: 'surname',
      fixed: true,
    },
    {
      id: 'userName',
      header: t('User name'),
      priority: 3,
      cell: (user) => user.userName,
      csv: (user) => user.userName,
      sort: 'userName',
      narrow: 'line',
    },
    showsCustomer && {
      id: 'customer',
      header: t('Customer'),
      priority: 2,
      cell: (user) => customer(user) || '–',
      csv: customer,
      narrow: 'line',
    },
    {
      id: 'email',
      header: t('Email'),
      priority: 4,
      cell: (user) => user.emailAddress,
      csv: (user) => user.emailAddress,
      sort: 'emailAddress',
    },
    {
      id: 'phone',
      header: t('Phone number'),
      priority: 5,
      cell: (user) => <TextCell dir="ltr">{user.phoneNumber || '–'}</TextCell>,
      csv: (user) => user.phoneNumber,
      extra: true,
    },
    {
      id: 'roles',
      header: t('Roles'),
      priority: 1,
      cell: (user) => <Roles user={user} />,
      csv: (user) => user.roles.map((role) => role.displayName).join(', '),
    },
    statusColumn(t, statusOf, { fixed: true }),
    {
      id: 'lastLogin',
      header: t('Last sign-in'),
      priority: 2,
      cell: (user) => <MomentCell value={user.lastLoginTime} />,
      csv: (user) => user.lastLoginTime,
      sort: 'lastLoginTime',
    },
    {
      id: 'twoFactor',
      header: t('Two-factor'),
      cell: (user) => (user.isTwoFactorEnabled ? t('On') : t('Off')),
      csv: (user) => user.isTwoFactorEnabled,
      extra: true,
    },
    {
      id: 'driver',
      header: t('Driver'),
      cell: (user) => (user.isDriver ? t('Yes') : t('No')),
      csv: (user) => user.isDriver,
      extra: true,
    },
    {
      id: 'keys',
      header: t('API keys'),
      cell: (user) => format.number(user.apiKeys?.length ?? 0),
      csv: (user) => user.apiKeys?.length ?? 0,
      numeric: true,
      extra: true,
    },
    {
      id: 'created',
      header: t('Created'),
      priority: 6,
      cell: (user) => <DayCell value={user.creationTime} />,
      csv: (user) => user.creationTime,
      sort: 'creationTime',
      extra: true,
    },
    {
      id: 'id',
      header: t('Number'),
      priority: 7,
      cell: (user) => user.id,
      csv: (user) => user.id,
      numeric: true,
      extra: true,
    },
  ];
  return columns.filter((column) => column !== false);
}
