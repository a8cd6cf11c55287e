// The form of one's details: its values, what is wrong with them, and whether they changed elsewhere meanwhile.
import type { Translate } from '../../../lib/i18n.ts';
import { EMAIL } from '../account/email.ts';
import type { Profile, ProfileChange } from './queries.ts';

export interface DetailsDraft {
  name: string;
  surname: string;
  emailAddress: string;
  phoneNumber: string;
  /** Empty: the organisation's. */
  timezone: string;
  currentPassword: string;
}

export const toDraft = (profile: Profile): DetailsDraft => ({
  name: profile.name,
  surname: profile.surname,
  emailAddress: profile.emailAddress,
  phoneNumber: profile.phoneNumber ?? '',
  timezone: profile.timezone ?? '',
  currentPassword: '',
});

const SHOWN = ['name', 'surname', 'emailAddress', 'phoneNumber', 'timezone'] as const;

/** Whether someone else changed what the form shows since it was loaded. */
export const changedElsewhere = (loaded: Profile, now: Profile): boolean => SHOWN.some((key) => (loaded[key] ?? '') !== (now[key] ?? ''));

export const changesEmail = (draft: DetailsDraft, profile: Profile): boolean => draft.emailAddress.trim().toLowerCase() !== profile.emailAddress.toLowerCase();

export function detailsProblems(t: Translate, draft: DetailsDraft, profile: Profile): Partial<Record<keyof DetailsDraft, string>> {
  const problems: Partial<Record<keyof DetailsDraft, string>> = {};
  if (!draft.name.trim()) problems.name = t('Enter your first name.');
  if (!draft.surname.trim()) problems.surname = t('Enter your surname.');
  if (!EMAIL.test(draft.emailAddress.trim())) problems.emailAddress = t('Enter the whole e-mail address.');
  else if (changesEmail(draft, profile) && profile.hasPassword && !draft.currentPassword) problems.currentPassword = t('Enter your password to change the e-mail address.');
  return problems;
}

/** What is saved over the profile as it stands now. */
export function toChange(draft: DetailsDraft, now: Profile): ProfileChange {
  return {
    name: draft.name.trim(),
    surname: draft.surname.trim(),
    emailAddress: draft.emailAddress.trim(),
    phoneNumber: draft.phoneNumber.trim(),
    timezone: draft.timezone || null,
    language: now.language,
    rowVersion: now.rowVersion,
    ...(changesEmail(draft, now) && draft.currentPassword ? { currentPassword: draft.currentPassword } : {}),
  };
}
