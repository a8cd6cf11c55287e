// What organisation units and their members look like on the wire.
import type { components } from '../../../api/schema.ts';

export type Unit = components['schemas']['UnitItem'];
export type Member = components['schemas']['MemberItem'];

export const unitPermissions = {
  see: 'Pages.Administration.OrganizationUnits',
  tree: 'Pages.Administration.OrganizationUnits.ManageOrganizationTree',
  members: 'Pages.Administration.OrganizationUnits.ManageMembers',
} as const;

export const longestUnitName = 128;
