// Words of drivers' values.
import { addDays } from '../../lib/days.ts';
import { msg, type Translate } from '../../lib/i18n.ts';
import type { Status } from '../../kit/list/status.tsx';
import type { Answer, Driver } from './queries.ts';

export const DRIVER_TYPES: Readonly<Record<string, string>> = {
  Employee: msg('Employee'),
  OwnerDriver: msg('Owner driver'),
  Contractor: msg('Contractor'),
  LabourHire: msg('Labour hire'),
};

/** The type in words; empty for one that this version does not know. */
export const driverType = (type: string | null | undefined, t: Translate): string => {
  const text = DRIVER_TYPES[type ?? ''];
  return text ? t(text) : '';
};

export function driverStatus({ isactive, isavailableforwork }: Driver): Status {
  if (!isactive) return { text: msg('Inactive'), tone: 'neutral' };
  return isavailableforwork
    ? { text: msg('Available'), tone: 'success' }
    : { text: msg('Off duty'), tone: 'info' };
}

export const answerStatus = ({ isbarred }: Answer): Status =>
  isbarred
    ? { text: msg('May not drive'), tone: 'danger' }
    : { text: msg('Fit to drive'), tone: 'success' };

const LISTS = [
  'body',
  'engine',
  'electrical',
  'wheelstyres',
  'driverinsuarancecoverage',
  'safetyequipment',
] as const;

/** Titles of the checklists' items that are not in order. */
export const defects = (answer: Answer): string[] =>
  LISTS.flatMap((list) => answer[list] ?? [])
    .filter(({ selected }) => !selected)
    .map(({ title }) => title ?? '');

/** Kinds of a driver's documents, in English. */
export const documentKinds: Readonly<Record<string, string>> = {
  Licence: msg('Licence'),
  Medical: msg('Medical certificate'),
  Insurance: msg('Insurance'),
  Induction: msg('Induction'),
  Other: msg('Other'),
};

/** Days before the expiry date from which a document is marked; the first reminder is sent then. */
const SOON_DAYS = 30;

/** State of a document by its last valid day; none while that is far off. */
export function expiry(lastDay: string | null | undefined, today: string): Status | null {
  if (!lastDay) return null;
  if (lastDay < today) return { text: msg('Expired'), tone: 'danger' };
  return lastDay <= addDays(today, SOON_DAYS)
    ? { text: msg('Expires soon'), tone: 'warning' }
    : null;
}
