// The registration form's values, what is wrong with them, and what is sent of them.
import type { Translate } from '../../../lib/i18n.ts';
import type { Place } from '../../quotes/model.ts';
import { EMAIL } from './email.ts';
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

export const EMPTY_REGISTRATION: RegistrationDraft = { kind: 'business', companyName: '', contactName: '', email: '', contact: '', addressLine1: '', addressLine2: '', place: null, customerSource: '' };

export type RegistrationProblems = Partial<Record<keyof RegistrationDraft, string>>;

export function registrationProblems(t: Translate, draft: RegistrationDraft): RegistrationProblems {
  const problems: RegistrationProblems = {};
  if (draft.kind === 'business' && !draft.companyName.trim()) problems.companyName = t('Enter the name of the company.');
  if (!draft.contactName.trim()) problems.contactName = draft.kind === 'business' ? t('Enter the name of a person we can ask for.') : t('Enter your name.');
  if (!EMAIL.test(draft.email.trim())) problems.email = t('Enter the whole e-mail address.');
  if (!draft.contact.trim()) problems.contact = t('Enter a telephone number.');
  if (!draft.addressLine1.trim()) problems.addressLine1 = t('Enter the street and the number.');
  if (!draft.place) problems.place = t('Choose the suburb from the list.');
  return problems;
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
    address: draft.place && { addressLine1: draft.addressLine1.trim(), addressLine2: orNull(draft.addressLine2), suburb: draft.place.suburb, postCode: draft.place.postCode, state: draft.place.state, countryCode: draft.place.countryCode },
  };
}

const PLACE_MEMBERS = new Set(['suburb', 'postcode', 'state', 'countrycode', 'address']);

/** The form's field for a member as the server names it (`address.suburb`), or null. */
export function fieldOf(member: string): keyof RegistrationDraft | 'password' | null {
  const last = (member.split('.').at(-1) ?? '').toLowerCase();
  if (PLACE_MEMBERS.has(last)) return 'place';
  const fields: (keyof RegistrationDraft | 'password')[] = ['companyName', 'contactName', 'email', 'contact', 'addressLine1', 'addressLine2', 'customerSource', 'password'];
  return fields.find((field) => field.toLowerCase() === last) ?? null;
}
