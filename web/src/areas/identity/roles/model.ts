// What a role looks like on the wire.
import type { components } from '../../../api/schema.ts';

/** A role in a form may be new and have no id yet. */
export type Role = components['schemas']['RoleItem'];

export const rolePermissions = {
  see: 'Pages.Administration.Roles',
  create: 'Pages.Administration.Roles.Create',
  edit: 'Pages.Administration.Roles.Edit',
  delete: 'Pages.Administration.Roles.Delete',
} as const;

export const longestRoleName = 64;
