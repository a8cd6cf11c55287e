// The columns of the list of users, for the table and the choice of columns.
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { Badge, type useFormat } from '@waybill/plugin';
import { target } from '../../../lib/href.ts';
import { useT, type Translate } from '../../../lib/i18n.ts';
import { Avatar } from './Avatar.tsx';
import type { ChosenColumn } from './column-choice.ts';
import { fullName, type EditedUser, type User } from './model.ts';

export interface UserColumn extends ChosenColumn {
  header: string;
  cell: (user: User) => ReactNode;
  /** The field that the server sorts by. */
  sort?: string;
  numeric?: boolean;
  /** Gives way on screens of middling width. */
  wide?: boolean;
}

export function UserStatus({ user }: { user: Pick<EditedUser, 'isActive' | 'isLocked'> }) {
  const t = useT();
  if (!user.isActive) return <Badge>{t('Inactive')}</Badge>;
  if (user.isLocked) return <Badge tone="danger">{t('Locked')}</Badge>;
  return <Badge tone="success">{t('Active')}</Badge>;
}

const mostRoles = 2;

function Roles({ user }: { user: User }) {
  const t = useT();
  const names = user.roles.map((role) => role.displayName);
  const hidden = names.length - mostRoles;
  if (names.length === 0) return <span className="text-muted-foreground">–</span>;
  return (
    <span className="flex max-w-64 flex-wrap gap-1" title={names.join(', ')}>
      {names.slice(0, mostRoles).map((name) => (
        <Badge key={name} className="max-w-32">
          <span className="truncate">{name}</span>
        </Badge>
      ))}
      {hidden > 0 && <Badge>{t('+{count}', { count: hidden })}</Badge>}
    </span>
  );
}

function Name({ user }: { user: User }) {
  return (
    <span className="flex max-w-[43vw] items-center gap-2.5 md:max-w-64">
      <Avatar name={fullName(user)} userId={user.id} pictureId={user.profilePictureId} />
      <span className="min-w-0">
        <Link {...target(`/settings/users/${user.id}`)} title={fullName(user)} className="block truncate font-medium text-link underline-offset-2 hover:underline">
          {fullName(user)}
        </Link>
        <span className="block truncate text-xs text-muted-foreground">{user.userName}</span>
      </span>
    </span>
  );
}

export function userColumns(t: Translate, format: ReturnType<typeof useFormat>, showsCustomer: boolean): UserColumn[] {
  const moment = (value: string | null | undefined) =>
    value ? (
      <time dateTime={value} title={format.dateTime(value)} className="whitespace-nowrap tabular-nums">
        {format.date(value)}
      </time>
    ) : (
      '–'
    );
  const columns: (UserColumn | false)[] = [
    { id: 'name', header: t('User'), cell: (user) => <Name user={user} />, sort: 'surname', fixed: true },
    showsCustomer && { id: 'customer', header: t('Customer'), cell: (user) => <span className="block max-w-40 truncate">{user.customerName ?? (user.customerId ? `#${user.customerId}` : '–')}</span> },
    {
      id: 'email',
      header: t('E-mail'),
      cell: (user) => (
        <span className="block max-w-52 truncate" title={user.emailAddress}>
          {user.emailAddress}
        </span>
      ),
      sort: 'emailAddress',
      wide: true,
    },
    { id: 'phone', header: t('Telephone'), cell: (user) => user.phoneNumber || '–', extra: true },
    { id: 'roles', header: t('Roles'), cell: (user) => <Roles user={user} /> },
    { id: 'status', header: t('Status'), cell: (user) => <UserStatus user={user} />, fixed: true },
    { id: 'lastLogin', header: t('Last sign-in'), cell: (user) => moment(user.lastLoginTime), sort: 'lastLoginTime', wide: true },
    { id: 'twoFactor', header: t('Two-factor'), cell: (user) => (user.isTwoFactorEnabled ? t('On') : t('Off')), extra: true },
    { id: 'driver', header: t('Driver'), cell: (user) => (user.isDriver ? t('Yes') : t('No')), extra: true },
    { id: 'keys', header: t('API keys'), cell: (user) => format.number(user.apiKeys?.length ?? 0), numeric: true, extra: true },
    { id: 'created', header: t('Created'), cell: (user) => moment(user.creationTime), sort: 'creationTime', extra: true },
    { id: 'id', header: t('Number'), cell: (user) => user.id, numeric: true, extra: true },
  ];
  return columns.filter((column) => column !== false);
}
