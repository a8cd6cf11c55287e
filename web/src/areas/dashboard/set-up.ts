// Steps of the set-up list, with their state.
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';

export interface Facts {
  email: Pick<Schema<'Email'>, 'useHostDefault' | 'smtpHost'>;
  logoId: string | null;
  carrierAccounts: number;
  rateCards: number;
  users: number;
  guestsMayBook: boolean;
}

export interface Step {
  href: string;
  title: string;
  /** What is done, or what to do. */
  text: string;
  values: Record<string, string | number>;
  done: boolean;
}

export const isDone = ({ done }: Step): boolean => done;

export function stepsOf(facts: Facts): Step[] {
  const { email, logoId, carrierAccounts, rateCards, users, guestsMayBook } = facts;
  const ownServer = !email.useHostDefault && email.smtpHost !== '';
  const step = (
    href: string,
    title: string,
    done: boolean,
    [doneText, toDo]: readonly [string, string],
    values: Step['values'] = {},
  ): Step => ({ href, title, text: done ? doneText : toDo, values, done });
  return [
    step(
      '/settings/email',
      msg('Email'),
      ownServer,
      [msg('Sent by {server}'), msg('Enter your mail server and send a test')],
      { server: email.smtpHost },
    ),
    step('/settings/look', msg('Logo'), logoId !== null, [
      msg('Shown on pages and documents'),
      msg('Upload it for pages and documents'),
    ]),
    step(
      '/carriers',
      msg('Carrier accounts'),
      carrierAccounts > 0,
      [msg('{number} connected'), msg('Connect a carrier, or your own fleet')],
      { number: carrierAccounts },
    ),
    step(
      '/rates',
      msg('Rate cards'),
      rateCards > 0,
      [msg('{number} stored'), msg('Import the rates that you sell at')],
      { number: rateCards },
    ),
    step('/settings/guests', msg('Guests'), guestsMayBook, [
      msg('Guests can book a quote'),
      msg('Decide whether guests can book a quote'),
    ]),
    step(
      '/settings/users',
      msg('Users'),
      users > 1,
      [msg('{number} users'), msg('Invite your colleagues')],
      { number: users },
    ),
  ];
}
