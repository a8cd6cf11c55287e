// Bank operations with keys; the server applies the same rules.
import { msg } from '../../../lib/i18n.ts';
import { bestOf, type Line } from './model.ts';

export type ActionId = 'accept' | 'ignore' | 'takeBack' | 'customer';

export interface Action {
  id: ActionId;
  key: string;
  text: string;
  help: string;
  done: string;
  /** Set if only one line is allowed at a time. */
  single?: boolean;
  able: (line: Line) => boolean;
}

const allows =
  (operation: Line['allowedOperations'][number]) =>
  ({ allowedOperations }: Line) =>
    allowedOperations.includes(operation);

export const ACTIONS: readonly Action[] = [
  {
    id: 'accept',
    key: 'a',
    text: msg('Accept'),
    help: msg('Accept: record the payment as it is proposed'),
    done: msg('accepted'),
    able: (line) => allows('Accept')(line) && bestOf(line) !== null,
  },
  {
    id: 'customer',
    key: 'c',
    text: msg('Choose customer'),
    help: msg('Choose the customer: the payment stays unallocated'),
    done: msg('accepted'),
    single: true,
    able: allows('Accept'),
  },
  {
    id: 'ignore',
    key: 'i',
    text: msg('Ignore'),
    help: msg('Ignore: not a customer’s payment'),
    done: msg('ignored'),
    able: allows('Ignore'),
  },
  {
    id: 'takeBack',
    key: 'u',
    text: msg('Undo'),
    help: msg('Undo: reverse the payment and match the line again'),
    done: msg('undone'),
    able: allows('Reopen'),
  },
];
/** Keys accept a proposal by its place. */
export const PLACES = ['1', '2', '3'] as const;
export const ORDINALS = [
  msg('Accept the first proposal'),
  msg('Accept the second proposal'),
  msg('Accept the third proposal'),
] as const;
