// What organisation units and their members look like on the wire.
import type { Schema } from '../../../api/types.ts';

export type Unit = Schema<'UnitItem'>;
export type Member = Schema<'MemberItem'>;

export const unitPermissions = {
  see: 'Pages.Administration.OrganizationUnits',
  tree: 'Pages.Administration.OrganizationUnits.ManageOrganizationTree',
  members: 'Pages.Administration.OrganizationUnits.ManageMembers',
} as const;

export const longestUnitName = 128;
