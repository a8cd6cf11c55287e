// Words of drivers' values.
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
