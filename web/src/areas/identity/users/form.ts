// The user form's values, what is wrong with them, and the way from and to the record.
import type { Translate } from '../../../lib/i18n.ts';
import type { Unit } from '../units/model.ts';
import type { UserForEdit } from './model.ts';
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
}

const isNew = ({ user }: UserForEdit) => !user.id;

/** Members are told by the units' codes. */
const memberOf = (codes: readonly string[], units: readonly Unit[]): number[] => units.filter((unit) => codes.includes(unit.code)).map((unit) => unit.id);

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
    // Somebody new chooses a password by the mail they get; nobody else needs to know one.
    setRandomPassword: isNew(found),
    sendActivationEmail: isNew(found),
    shouldChangePasswordOnNextLogin: user.shouldChangePasswordOnNextLogin ?? false,
    isActive: user.isActive ?? true,
    isDriver: user.isDriver ?? false,
    isLockoutEnabled: user.isLockoutEnabled ?? true,
    isTwoFactorEnabled: user.isTwoFactorEnabled ?? false,
    roles: found.roles.filter((role) => role.isAssigned).map((role) => role.roleName),
    units: memberOf(found.memberedOrganizationUnits, found.allOrganizationUnits),
  };
}

export interface SendOptions {
  found: UserForEdit;
  customerId: number | null;
  pictureId: number | null;
  /** Who may not manage members sends no units: they stay as they are. */
  sendsUnits: boolean;
}

export function toSent(draft: UserDraft, { found, customerId, pictureId, sendsUnits }: SendOptions): SentUser {
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
      // It can be taken from somebody, and only they themselves can switch it on.
      ...(user.isTwoFactorEnabled && !draft.isTwoFactorEnabled ? { isTwoFactorEnabled: false } : {}),
      ...(password ? { password } : {}),
    },
    assignedRoleNames: draft.roles,
    sendActivationEmail: draft.sendActivationEmail,
    setRandomPassword: draft.setRandomPassword,
    profilePictureId: pictureId,
    timezone: draft.timezone || null,
    ...(sendsUnits ? { organizationUnits: draft.units } : {}),
  };
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const length = (text: string) => [...text.trim()].length;

export const longest = { name: 64, surname: 64, userName: 256, emailAddress: 256, phoneNumber: 32 } as const;

/** Field by field, what is wrong and what would be right. */
export function userProblems(draft: UserDraft, isNewUser: boolean, t: Translate): Partial<Record<keyof UserDraft, string>> {
  const problems: Partial<Record<keyof UserDraft, string>> = {};
  for (const [field, count] of Object.entries(longest) as [keyof typeof longest, number][]) {
    if (length(draft[field]) > count) problems[field] = t('At most {count} characters', { count }, 'At most {count} character');
  }
  if (!draft.name.trim()) problems.name = t('Give the name');
  if (!draft.userName.trim()) problems.userName = t('Give a user name');
  if (!draft.emailAddress.trim()) problems.emailAddress = t('Give the e-mail address');
  else if (!problems.emailAddress && !email.test(draft.emailAddress.trim())) problems.emailAddress = t('The e-mail address is not complete');
  if (isNewUser && !draft.setRandomPassword && !draft.sendActivationEmail && !draft.password) problems.password = t('Give a password, or let the activation e-mail ask for one');
  return problems;
}

/** A user name out of an e-mail address, until somebody types one. */
export const suggestedUserName = (emailAddress: string): string => emailAddress.trim().split('@')[0]?.toLowerCase() ?? '';
