// Wire types of organisation units and members.
import type { Schema } from '../../../api/types.ts';

export type Unit = Schema<'UnitItem'>;
export type Member = Schema<'MemberItem'>;

export const unitPermissions = {
  see: 'Pages.Administration.OrganizationUnits',
  tree: 'Pages.Administration.OrganizationUnits.ManageOrganizationTree',
  members: 'Pages.Administration.OrganizationUnits.ManageMembers',
} as const;

export const longestUnitName = 128;
