// User details form.
import type { Rules } from '../../../kit/form-rules.ts';
import { isEmail } from '../../../lib/email.ts';
import type { Translate } from '../../../lib/i18n.ts';
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

export const changesEmail = (
  draft: Pick<DetailsDraft, 'emailAddress'>,
  profile: Profile,
): boolean => draft.emailAddress.trim().toLowerCase() !== profile.emailAddress.toLowerCase();

export function detailsRules(t: Translate, draft: DetailsDraft, profile: Profile): Rules {
  return {
    name: { needed: t('Enter your first name.'), max: 64 },
    surname: { needed: t('Enter your surname.'), max: 64 },
    emailAddress: { needed: t('Enter a complete email address.'), max: 256, email: true },
    phoneNumber: { max: 32 },
    currentPassword: {
      needed:
        isEmail(draft.emailAddress) && changesEmail(draft, profile) && profile.hasPassword
          ? t('Enter your password to change the email address.')
          : undefined,
    },
  };
}

/** Uses the latest profile. */
export function toChange(draft: DetailsDraft, now: Profile): ProfileChange {
  return {
    name: draft.name.trim(),
    surname: draft.surname.trim(),
    emailAddress: draft.emailAddress.trim(),
    phoneNumber: draft.phoneNumber.trim(),
    timezone: draft.timezone || null,
    rowVersion: now.rowVersion,
    ...(changesEmail(draft, now) && draft.currentPassword
      ? { currentPassword: draft.currentPassword }
      : {}),
  };
}
