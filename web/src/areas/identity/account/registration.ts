// Registration form values, rules and request.
import type { Translate } from '../../../lib/i18n.ts';
import type { Rules } from '../../../kit/form-rules.ts';
import type { Place } from '../../../lib/places.ts';
import type { Registration } from './queries.ts';

export interface RegistrationDraft {
  kind: 'business' | 'person';
  companyName: string;
  contactName: string;
  email: string;
  contact: string;
  addressLine1: string;
  addressLine2: string;
  place: Place | null;
  customerSource: string;
}

export const EMPTY_REGISTRATION: RegistrationDraft = {
  kind: 'business',
  companyName: '',
  contactName: '',
  email: '',
  contact: '',
  addressLine1: '',
  addressLine2: '',
  place: null,
  customerSource: '',
};

export function registrationRules(t: Translate, { kind }: Pick<RegistrationDraft, 'kind'>): Rules {
  const isBusiness = kind === 'business';
  return {
    ...(isBusiness ? { companyName: { needed: t('Enter the company name.'), max: 128 } } : {}),
    contactName: {
      needed: isBusiness ? t('Enter a contact name.') : t('Enter your name.'),
      max: 128,
    },
    email: { needed: t('Enter a complete email address.'), email: true, max: 256 },
    contact: { needed: t('Enter a phone number.'), max: 32 },
    addressLine1: { needed: t('Enter the street address.'), max: 128 },
    addressLine2: { max: 128 },
    place: { needed: t('Choose a suburb from the list.') },
    customerSource: { max: 128 },
  };
}

const orNull = (text: string) => text.trim() || null;

export function toRegistration(draft: RegistrationDraft, password: string): Registration {
  const isBusiness = draft.kind === 'business';
  return {
    email: draft.email.trim(),
    password,
    isBusiness,
    companyName: isBusiness ? orNull(draft.companyName) : null,
    contactName: draft.contactName.trim(),
    customerSource: orNull(draft.customerSource),
    contact: orNull(draft.contact),
    address: draft.place && {
      addressLine1: draft.addressLine1.trim(),
      addressLine2: orNull(draft.addressLine2),
      suburb: draft.place.suburb,
      postCode: draft.place.postCode,
      state: draft.place.state,
      countryCode: draft.place.countryCode,
    },
  };
}

const PLACE_MEMBERS = new Set(['suburb', 'postcode', 'state', 'countrycode', 'address']);
const FIELDS = [...Object.keys(EMPTY_REGISTRATION), 'password'];

/** Maps names such as `registerSchema.address.suburb`. */
export function fieldOf(member: string): string | null {
  const last = (member.split('.').at(-1) ?? '').toLowerCase();
  return PLACE_MEMBERS.has(last)
    ? 'place'
    : (FIELDS.find((field) => field.toLowerCase() === last) ?? null);
}
