// What can be done with a line, by which key, and what must be said with it; the server decides in the same way.
import { msg } from '../../../lib/i18n.ts';
import {
  isDecided,
  type Line,
  type LineStatus,
  type Operation,
  type ServiceLine,
} from '../model.ts';

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
  /** What it sends; overriding and matching have calls of their own. */
  operation?: Operation;
  text: string;
  /** What its key does, in the list of keys. */
  help: string;
  key?: string;
  /** Told once it is done: "3 lines approved". */
  done: string;
  /** Only with one line at a time. */
  single?: boolean;
  able: (line: Line) => boolean;
  /** It is not done without a note. */
  noted: (line: Line) => boolean;
  /** With an amount of its own. */
  amount?: boolean;
}

const OPEN: readonly LineStatus[] = [
  'Matched',
  'WithinTolerance',
  'Overcharged',
  'Undercharged',
  'PreAuthorised',
];
const isOpen = ({ status }: Line) => OPEN.includes(status);
const isHeld = ({ status }: Line) => status === 'Held';
const isUnmatched = ({ status }: Line) => status === 'Unmatched';
const canPass = (line: Line) => isOpen(line) || isHeld(line);
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
    able: canPass,
    noted: isHeld,
  },
  {
    id: 'override',
    key: 'o',
    text: msg('Override'),
    help: msg('Override: pay another amount, with a note'),
    done: msg('approved with another amount'),
    single: true,
    able: canPass,
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
    able: canPass,
    noted: isHeld,
  },
  {
    id: 'recharge',
    operation: 'Recharge',
    key: 'c',
    text: msg('Recharge'),
    help: msg('Recharge: charge the customer the difference'),
    done: msg('recharged'),
    able: (line) => canPass(line) && line.customerId !== null,
    noted: isHeld,
  },
  {
    id: 'part',
    operation: 'Recharge',
    key: 'C',
    text: msg('Recharge a part'),
    help: msg('Recharge an amount of your own'),
    done: msg('recharged'),
    able: (line) => canPass(line) && line.customerId !== null,
    noted: isHeld,
    amount: true,
  },
  {
    id: 'dispute',
    operation: 'Reject',
    key: 'd',
    text: msg('Dispute'),
    help: msg('Dispute: pay nothing and tell the carrier why'),
    done: msg('disputed'),
    able: (line) => canPass(line) || isUnmatched(line),
    noted: always,
  },
  {
    id: 'hold',
    operation: 'Hold',
    key: 'h',
    text: msg('Hold'),
    help: msg('Hold for a second look'),
    done: msg('held'),
    able: isOpen,
    noted: never,
  },
  {
    id: 'release',
    operation: 'Release',
    key: 'r',
    text: msg('Release'),
    help: msg('Release from hold'),
    done: msg('released'),
    able: (line) => isHeld(line) || line.status === 'PreAuthorised',
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
    text: msg('Quote anew'),
    help: msg('Quote anew by the weight and volume that were charged'),
    done: msg('quoted anew'),
    able: canRequote,
    noted: never,
  },
  {
    id: 'preAuthorise',
    operation: 'PreAuthorise',
    text: msg('Pre-authorise'),
    help: '',
    done: msg('pre-authorised'),
    able: (line) => isOpen(line) && line.status !== 'PreAuthorised',
    noted: never,
  },
  {
    id: 'external',
    operation: 'ExternallyInvoiced',
    text: msg('Invoiced elsewhere'),
    help: '',
    done: msg('marked as invoiced elsewhere'),
    able: (line) => canPass(line) || isUnmatched(line),
    noted: never,
  },
  {
    id: 'close',
    operation: 'Close',
    text: msg('Close'),
    help: '',
    done: msg('closed'),
    able: (line) => ['Unmatched', 'Rejected', 'Held'].includes(line.status),
    noted: never,
  },
];

/** What somebody has to type before it is done: nothing, a note, or an amount as well. */
export function asks(action: Action, lines: readonly Line[]): boolean {
  return action.id === 'match' || action.amount === true || lines.some(action.noted);
}

/** What the customer would have paid beyond the quote for what the carrier measured; null while nobody has asked. */
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

/** The cursor goes on to lines that wait for a decision. */
export const waits = (line: Line): boolean => !isDecided(line);

/** A service that was invoiced can be paid with another amount. */
export const invoicedServices = (line: Line): ServiceLine[] =>
  line.bookingReconciliationServices.filter(
    ({ fileLine, carrierInvoicedAmount }) => fileLine !== null || carrierInvoicedAmount !== 0,
  );

/**
 * What came of it, for one line, compared with what was seen: the reason of a refusal, or that somebody else was first.
 * The server answers a decision that was taken before as done.
 */
export function overtaken(
  action: Action,
  seen: Line,
  now: Line,
  me: string,
): { who: string } | null {
  const { decidedUserName } = now;
  if (action.operation === undefined || isDecided(seen) || !isDecided(now)) return null;
  return decidedUserName !== null && decidedUserName !== me ? { who: decidedUserName } : null;
}
