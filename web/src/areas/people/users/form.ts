// User form values and conversion.
import { UserInput } from '../../../api/resources/identity.gen.ts';
import type { Rules } from '../../../kit/form-rules.ts';
import { draftOf, rulesOf, wireOf } from '../../../kit/resource/values.ts';
import type { Translate } from '../../../lib/i18n.ts';
import type { Unit } from '../units/model.ts';
import type { UserForEdit } from '../../../lib/people/model.ts';
import type { SentUser } from './queries.ts';

/** Fields of the form that the API describes. */
const FIELDS = [
  'name',
  'surname',
  'userName',
  'emailAddress',
  'phoneNumber',
  'shouldChangePasswordOnNextLogin',
  'isActive',
  'isDriver',
  'isLockoutEnabled',
] as const;

const isNew = ({ user }: UserForEdit) => !user.id;

/** Wire memberships are unit codes. */
const memberOf = (codes: readonly string[], units: readonly Unit[]): number[] =>
  units.filter((unit) => codes.includes(unit.code)).map((unit) => unit.id);

export function toDraft(found: UserForEdit) {
  const { user } = found;
  return {
    ...draftOf(UserInput, FIELDS, user),
    timezone: found.timezone ?? '',
    password: '',
    // New users choose a password by email.
    setRandomPassword: isNew(found),
    sendActivationEmail: isNew(found),
    isTwoFactorEnabled: user.isTwoFactorEnabled ?? false,
    roles: found.roles.filter((role) => role.isAssigned).map((role) => role.roleName),
    units: memberOf(found.memberedOrganizationUnits, found.allOrganizationUnits),
    pictureId: found.profilePictureId ?? null,
  };
}

export type UserDraft = ReturnType<typeof toDraft>;

export interface SendOptions {
  found: UserForEdit;
  customerId: number | null;
  /** False without permission: units stay unchanged. */
  sendsUnits: boolean;
}

export function toSent(draft: UserDraft, { found, customerId, sendsUnits }: SendOptions): SentUser {
  const { user } = found;
  const password = draft.setRandomPassword ? '' : draft.password;
  return {
    user: {
      ...(user.id ? { id: user.id, rowVersion: user.rowVersion } : { customerId }),
      ...wireOf(UserInput, FIELDS, draft),
      // Administrators can only disable it.
      ...(user.isTwoFactorEnabled && !draft.isTwoFactorEnabled
        ? { isTwoFactorEnabled: false }
        : {}),
      ...(password ? { password } : {}),
    },
    assignedRoleNames: draft.roles,
    sendActivationEmail: draft.sendActivationEmail,
    setRandomPassword: draft.setRandomPassword,
    profilePictureId: draft.pictureId,
    timezone: draft.timezone || null,
    ...(sendsUnits ? { organizationUnits: draft.units } : {}),
  };
}

export function userRules(isNewUser: boolean, t: Translate): (draft: UserDraft) => Rules {
  return (draft) => ({
    ...rulesOf(UserInput, FIELDS, t),
    emailAddress: {
      needed: t('Enter the email address'),
      limits: UserInput.fields.emailAddress,
      email: true,
    },
    password: {
      needed:
        isNewUser && !draft.setRandomPassword && !draft.sendActivationEmail
          ? t('Enter a password, or send an activation email')
          : undefined,
    },
  });
}

/** The email's local part. */
export const suggestedUserName = (emailAddress: string): string =>
  emailAddress.trim().split('@')[0]?.toLowerCase() ?? '';
