// What can be done with a bank statement's line, by which key; the server decides in the same way.
import { msg } from '../../../lib/i18n.ts';
import { bestOf, type Line } from './model.ts';

export type ActionId = 'accept' | 'ignore' | 'takeBack' | 'customer';

export interface Action {
  id: ActionId;
  key: string;
  text: string;
  /** What its key does, in the list of keys. */
  help: string;
  /** Told once it is done: "3 lines accepted". */
  done: string;
  /** Only with one line at a time. */
  single?: boolean;
  able: (line: Line) => boolean;
}

const isOpen = ({ status }: Line) => status === 'Open';

export const ACTIONS: readonly Action[] = [
  {
    id: 'accept',
    key: 'a',
    text: msg('Accept'),
    help: msg('Accept: record the payment as it is proposed'),
    done: msg('accepted'),
    able: (line) => isOpen(line) && bestOf(line) !== null,
  },
  {
    id: 'customer',
    key: 'c',
    text: msg('Choose customer'),
    help: msg('Choose the customer: the payment stays unallocated'),
    done: msg('accepted'),
    single: true,
    able: isOpen,
  },
  {
    id: 'ignore',
    key: 'i',
    text: msg('Ignore'),
    help: msg('Ignore: it is no customer’s payment'),
    done: msg('ignored'),
    able: isOpen,
  },
  {
    id: 'takeBack',
    key: 'u',
    text: msg('Take back'),
    help: msg('Take back: reverse the payment, and match the line again'),
    done: msg('taken back'),
    able: ({ status }) => status === 'Accepted' || status === 'Ignored',
  },
];
/** Of several proposals one is accepted by its place. */
export const PLACES = ['1', '2', '3'] as const;
