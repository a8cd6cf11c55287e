// User form values and conversion.
import type { Rules } from '../../../kit/form-rules.ts';
import type { Translate } from '../../../lib/i18n.ts';
import type { Unit } from '../units/model.ts';
import type { UserForEdit } from '../../../lib/people/model.ts';
import type { SentUser } from './queries.ts';

export interface UserDraft {
  name: string;
  surname: string;
  userName: string;
  emailAddress: string;
  phoneNumber: string;
  timezone: string;
  password: string;
  setRandomPassword: boolean;
  sendActivationEmail: boolean;
  shouldChangePasswordOnNextLogin: boolean;
  isActive: boolean;
  isDriver: boolean;
  isLockoutEnabled: boolean;
  isTwoFactorEnabled: boolean;
  roles: string[];
  units: number[];
  pictureId: number | null;
}

const isNew = ({ user }: UserForEdit) => !user.id;

/** Wire memberships are unit codes. */
const memberOf = (codes: readonly string[], units: readonly Unit[]): number[] =>
  units.filter((unit) => codes.includes(unit.code)).map((unit) => unit.id);

export function toDraft(found: UserForEdit): UserDraft {
  const { user } = found;
  return {
    name: user.name ?? '',
    surname: user.surname ?? '',
    userName: user.userName ?? '',
    emailAddress: user.emailAddress ?? '',
    phoneNumber: user.phoneNumber ?? '',
    timezone: found.timezone ?? '',
    password: '',
    // New users choose a password by email.
    setRandomPassword: isNew(found),
    sendActivationEmail: isNew(found),
    shouldChangePasswordOnNextLogin: user.shouldChangePasswordOnNextLogin ?? false,
    isActive: user.isActive ?? true,
    isDriver: user.isDriver ?? false,
    isLockoutEnabled: user.isLockoutEnabled ?? true,
    isTwoFactorEnabled: user.isTwoFactorEnabled ?? false,
    roles: found.roles.filter((role) => role.isAssigned).map((role) => role.roleName),
    units: memberOf(found.memberedOrganizationUnits, found.allOrganizationUnits),
    pictureId: found.profilePictureId ?? null,
  };
}

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
      name: draft.name.trim(),
      surname: draft.surname.trim(),
      userName: draft.userName.trim(),
      emailAddress: draft.emailAddress.trim(),
      phoneNumber: draft.phoneNumber.trim(),
      isActive: draft.isActive,
      isDriver: draft.isDriver,
      isLockoutEnabled: draft.isLockoutEnabled,
      shouldChangePasswordOnNextLogin: draft.shouldChangePasswordOnNextLogin,
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
    name: { needed: t('Enter the name'), max: 64 },
    surname: { max: 64 },
    userName: { needed: t('Enter a user name'), max: 256 },
    emailAddress: { needed: t('Enter the email address'), max: 256, email: true },
    phoneNumber: { max: 32 },
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
