// Line actions with keys; the server applies the same rules.
import { msg } from '../../../lib/i18n.ts';
import { isDecided, type Line, type Operation, type ServiceLine } from '../model.ts';

export type ActionId =
  | 'approve'
  | 'override'
  | 'absorb'
  | 'recharge'
  | 'part'
  | 'dispute'
  | 'hold'
  | 'release'
  | 'match'
  | 'requote'
  | 'preAuthorise'
  | 'external'
  | 'close';

export interface Action {
  id: ActionId;
  /** Overriding and matching have separate calls. */
  operation?: Operation;
  text: string;
  help: string;
  key?: string;
  /** Message such as "3 lines approved". */
  done: string;
  /** Set if only one line is allowed at a time. */
  single?: boolean;
  able: (line: Line) => boolean;
  /** True if a note is required. */
  noted: (line: Line) => boolean;
  /** Set if it takes an amount. */
  amount?: boolean;
}

const allows =
  (operation: Operation) =>
  ({ allowedOperations }: Line) =>
    allowedOperations.includes(operation);
const isHeld = ({ status }: Line) => status === 'Held';
const canRequote = (line: Line) =>
  !isDecided(line) &&
  line.bookingId !== null &&
  (line.chargedWeight !== null || line.chargedVolume !== null);
const always = () => true;
const never = () => false;

export const ACTIONS: readonly Action[] = [
  {
    id: 'approve',
    operation: 'Approve',
    key: 'a',
    text: msg('Approve'),
    help: msg('Approve: pay what is invoiced'),
    done: msg('approved'),
    able: allows('Approve'),
    noted: isHeld,
  },
  {
    id: 'override',
    key: 'o',
    text: msg('Override'),
    help: msg('Override: pay another amount, with a note'),
    done: msg('approved with another amount'),
    single: true,
    able: allows('Approve'),
    noted: always,
    amount: true,
  },
  {
    id: 'absorb',
    operation: 'Absorb',
    key: 'b',
    text: msg('Absorb'),
    help: msg('Absorb: bear the difference'),
    done: msg('absorbed'),
    able: allows('Absorb'),
    noted: isHeld,
  },
  {
    id: 'recharge',
    operation: 'Recharge',
    key: 'c',
    text: msg('Recharge'),
    help: msg('Recharge: charge the customer the difference'),
    done: msg('recharged'),
    able: (line) => allows('Recharge')(line) && line.customerId !== null,
    noted: isHeld,
  },
  {
    id: 'part',
    operation: 'Recharge',
    key: 'C',
    text: msg('Recharge a part'),
    help: msg('Recharge a different amount'),
    done: msg('recharged'),
    able: (line) => allows('Recharge')(line) && line.customerId !== null,
    noted: isHeld,
    amount: true,
  },
  {
    id: 'dispute',
    operation: 'Reject',
    key: 'd',
    text: msg('Dispute'),
    help: msg('Dispute: pay nothing and send the carrier the reason'),
    done: msg('disputed'),
    able: allows('Reject'),
    noted: always,
  },
  {
    id: 'hold',
    operation: 'Hold',
    key: 'h',
    text: msg('Hold'),
    help: msg('Hold for review'),
    done: msg('held'),
    able: allows('Hold'),
    noted: never,
  },
  {
    id: 'release',
    operation: 'Release',
    key: 'r',
    text: msg('Release'),
    help: msg('Release from hold'),
    done: msg('released'),
    able: allows('Release'),
    noted: never,
  },
  {
    id: 'match',
    key: 'm',
    text: msg('Choose booking'),
    help: msg('Choose the booking of the line'),
    done: msg('matched'),
    single: true,
    able: (line) => !isDecided(line),
    noted: never,
  },
  {
    id: 'requote',
    key: 'q',
    text: msg('Requote'),
    help: msg('Requote with the charged weight and volume'),
    done: msg('requoted'),
    able: canRequote,
    noted: never,
  },
  {
    id: 'preAuthorise',
    operation: 'PreAuthorise',
    text: msg('Pre-authorise'),
    help: '',
    done: msg('pre-authorised'),
    able: allows('PreAuthorise'),
    noted: never,
  },
  {
    id: 'external',
    operation: 'ExternallyInvoiced',
    text: msg('Invoiced elsewhere'),
    help: '',
    done: msg('marked as invoiced elsewhere'),
    able: allows('ExternallyInvoiced'),
    noted: never,
  },
  {
    id: 'close',
    operation: 'Close',
    text: msg('Close'),
    help: '',
    done: msg('closed'),
    able: allows('Close'),
    noted: never,
  },
];

/** Operations that take another back; a decision has none. */
export const inverseOf: Partial<Record<ActionId, Operation>> = {
  hold: 'Release',
  preAuthorise: 'Release',
};

/** True for decisions, which cannot be taken back: they are confirmed. */
const isFinal = ({ id, operation }: Action) =>
  operation !== undefined && id !== 'release' && inverseOf[id] === undefined;

/** A note, an amount, a booking, or a confirmation. */
export function needsInput(action: Action, lines: readonly Line[]): boolean {
  return (
    isFinal(action) || action.id === 'match' || action.amount === true || lines.some(action.noted)
  );
}

/** Difference for the measured weight; null before requoting. */
export function requotedDifference({
  bookingReconciliationServices: services,
}: Line): number | null {
  if (services.every(({ customerRequotedAmount }) => customerRequotedAmount === null)) return null;
  const sum = services.reduce(
    (all, one) => all + (one.customerRequotedAmount ?? 0) - one.customerQuotedAmount,
    0,
  );
  return Math.round(sum * 10_000) / 10_000;
}

/** True if undecided. */
export const waits = (line: Line): boolean => !isDecided(line);

/** Services whose amount can be overridden. */
export const invoicedServices = (line: Line): ServiceLine[] =>
  line.bookingReconciliationServices.filter(
    ({ fileLine, carrierInvoicedAmount }) => fileLine !== null || carrierInvoicedAmount !== 0,
  );

/** The rejection, or another user's decision: the server reports a decided line as success. */
export function overtaken(
  action: Action,
  shownLine: Line,
  now: Line,
  me: string,
): { who: string } | null {
  const { decidedUserName } = now;
  if (action.operation === undefined || isDecided(shownLine) || !isDecided(now)) return null;
  return decidedUserName !== null && decidedUserName !== me ? { who: decidedUserName } : null;
}
