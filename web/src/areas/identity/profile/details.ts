// User details form.
import { UpdateProfile } from '../../../api/resources/identity.gen.ts';
import type { Rules } from '../../../kit/form-rules.ts';
import { draftOf, rulesOf, wireOf } from '../../../kit/resource/values.ts';
import { isEmail } from '../../../lib/email.ts';
import type { Translate } from '../../../lib/i18n.ts';
import type { Profile, ProfileChange } from './queries.ts';

/** An empty time zone is the organisation's. */
const FIELDS = ['name', 'surname', 'emailAddress', 'phoneNumber', 'timezone'] as const;

export const toDraft = (profile: Profile) => ({
  ...draftOf(UpdateProfile, FIELDS, profile),
  currentPassword: '',
});

export type DetailsDraft = ReturnType<typeof toDraft>;

export const changesEmail = (
  draft: Pick<DetailsDraft, 'emailAddress'>,
  profile: Profile,
): boolean => draft.emailAddress.trim().toLowerCase() !== profile.emailAddress.toLowerCase();

export function detailsRules(t: Translate, draft: DetailsDraft, profile: Profile): Rules {
  const { fields } = UpdateProfile;
  return {
    ...rulesOf(UpdateProfile, FIELDS, t),
    name: { needed: t('Enter your first name.'), limits: fields.name },
    surname: { needed: t('Enter your surname.'), limits: fields.surname },
    emailAddress: {
      needed: t('Enter a complete email address.'),
      limits: fields.emailAddress,
      email: true,
    },
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
    ...wireOf(UpdateProfile, FIELDS, draft),
    rowVersion: now.rowVersion,
    ...(changesEmail(draft, now) && draft.currentPassword
      ? { currentPassword: draft.currentPassword }
      : {}),
  };
}
