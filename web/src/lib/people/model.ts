// Wire types and permissions of users.
import type { Schema } from '../../api/types.ts';

export type User = Schema<'UserItem'>;

/** A user in the form: one that is new has no id yet. */
export type EditedUser = Schema<'EditedUser'>;
export type UserForEdit = Schema<'UserForEdit'>;
export type UserPermissions = Schema<'UserPermissions'>;

export const userPermissions = {
  see: 'Pages.Administration.Users',
  create: 'Pages.Administration.Users.Create',
  edit: 'Pages.Administration.Users.Edit',
  delete: 'Pages.Administration.Users.Delete',
  changePermissions: 'Pages.Administration.Users.ChangePermissions',
  impersonate: 'Pages.Administration.Users.Impersonation',
  unlock: 'Pages.Administration.Users.Unlock',
} as const;

export const fullName = (user: Pick<User, 'name' | 'surname' | 'userName'>): string =>
  [user.name, user.surname].filter(Boolean).join(' ').trim() || user.userName;

export const initials = (name: string): string => {
  const parts = name.split(/\s+/).filter(Boolean);
  const letters = [parts[0], parts.length > 1 ? parts.at(-1) : ''].map(
    (part) => [...(part ?? '')][0] ?? '',
  );
  return letters.join('').toLocaleUpperCase() || '?';
};
