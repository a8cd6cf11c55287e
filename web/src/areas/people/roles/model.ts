// Wire types of roles.
import type { Schema } from '../../../api/types.ts';

/** New roles have no id. */
export type Role = Schema<'RoleItem'>;
export type ListedRole = Role & { id: number };

export const isStored = (role: Role): role is ListedRole => role.id !== null;

export const rolePermissions = {
  see: 'Pages.Administration.Roles',
  create: 'Pages.Administration.Roles.Create',
  edit: 'Pages.Administration.Roles.Edit',
  delete: 'Pages.Administration.Roles.Delete',
} as const;

export const longestRoleName = 64;
