// Maps server errors to form fields.
import { ApiError, errorMessage, lacksSubject, words } from '@waybill/plugin';
import { t } from '../../lib/i18n.ts';
import type { Problem } from './draft.ts';
import { atField, fieldLabel } from './labels.ts';

export interface ValidationError {
  message: string;
  members?: string[] | null;
}

const placeMembers = ['suburb', 'postcode', 'state', 'statecode', 'country', 'countrycode', 'type'];
const itemMembers = [
  'packageType',
  'quantity',
  'description',
  'length',
  'width',
  'height',
  'weight',
];
const partyMembers = [
  'companyName',
  'contactName',
  'telephone',
  'email',
  'addressLine1',
  'addressLine2',
];
const plain = [
  'dangerousGoodUNCode',
  'dangerousGoodPackageType',
  'dangerousGoodDescription',
  'isDangerousGood',
  'reference',
  'promoCode',
  'isInsured',
  'insuredValue',
  'insuranceType',
  'pickupDate',
  'pickupReadyTime',
  'businessClosingTime',
  'specialInstructions',
  'deliveryInstructions',
];

const spelled = (names: readonly string[], name: string): string | undefined =>
  names.find((known) => known.toLowerCase() === name.toLowerCase());

/**
 * `bookings[0].booking.items[1].weight.value` is the form's `items.1.weight`; a suburb or postcode
 * belongs to the place picker of its end. A member that no field shows gives null: its message goes
 * into the summary alone.
 */
export function fieldOf(member: string): string | null {
  const path = member.replace(/^(bookings\[\d+\]\.)?(booking\.)?/i, '');
  const substance = /^items\[(\d+)\]\.dangerousGoods(?:\[(\d+)\])?/i.exec(path);
  if (substance) return `items.${substance[1]}.substances.${substance[2] ?? 0}.unCode`;
  const item = /^items\[(\d+)\](?:\.(\w+))?/i.exec(path);
  if (item) {
    const field = spelled(itemMembers, item[2] ?? 'packageType');
    return field ? `items.${item[1]}.${field}` : null;
  }
  if (/^items$/i.test(path)) return 'items';
  const address = /^(from|to)Address(?:\.(\w+))?/i.exec(path);
  if (address) {
    const end = (address[1] ?? '').toLowerCase() === 'from' ? 'from' : 'to';
    const field = address[2] ?? 'suburb';
    if (placeMembers.includes(field.toLowerCase())) return end;
    const party = spelled(partyMembers, field);
    return party ? `${end === 'from' ? 'sender' : 'receiver'}.${party}` : null;
  }
  const reference = /^customer\.references(?:\[(\d+)\])?/i.exec(path);
  if (reference) return reference[1] ? `references.${reference[1]}.value` : null;
  if (/^customer(\.|$)/i.test(path)) return 'customerId';
  if (/^bookingNote/i.test(path)) return 'note';
  const known = spelled(plain, path);
  // One field.
  return known === 'isInsured' || known === 'insuranceType' ? 'insurance' : (known ?? null);
}

/** Rows are named always, other fields before half a sentence ("must be at most 30 t"). */
function sentence(field: string, member: string, message: string): string {
  if (field.includes('.')) return atField(field, message);
  if (!lacksSubject(message, true)) return message;
  const label = field ? fieldLabel(field) : t(words(member.split('.').at(-1) ?? member));
  return `${label} ${message}`;
}

/** One per error; unmatched ones have an empty field. */
export function fieldProblems(errors: readonly ValidationError[]): Problem[] {
  return errors.map((error) => {
    const members = error.members ?? [];
    const field = members.map(fieldOf).find((found) => found !== null) ?? '';
    return { field, message: sentence(field, members[0] ?? '', error.message) };
  });
}

/** Places a guest's refusal on its fields, and returns the messages without one. */
export function guestRefusals(
  error: unknown,
  place: (field: string, message: string) => void,
): string[] {
  const problems = error instanceof ApiError ? fieldProblems(error.validationErrors) : [];
  for (const { field, message } of problems)
    if (field && field !== 'customerId') place(field, message);
  if (problems.length === 0)
    return [
      error instanceof ApiError
        ? errorMessage(error)
        : error instanceof Error
          ? error.message
          : t('The server could not be reached. Check your connection and try again.'),
    ];
  // Guests have no customer field.
  return problems
    .filter(({ field }) => !field || field === 'customerId')
    .map(({ message }) => message);
}

/** A carrier's `items[0].weight: must be at most 22 kg`, with the row and the label of its field. */
export const withLabels = (text: string): string =>
  text.replaceAll(/(?<=^|; )items\[\d+\](?:\.\w+)*(?=: )/g, (member) => {
    const field = fieldOf(member);
    return field ? fieldLabel(field) : member;
  });
