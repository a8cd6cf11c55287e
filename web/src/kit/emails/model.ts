// Emails about records: states, reasons and templates in words.
import type { Tone } from '@waybill/plugin';
import type { Schema } from '../../api/types.ts';
import { msg } from '../../lib/i18n.ts';

export type RecordEmail = Schema<'RecordEmail'>;
export type MailState = Schema<'EmailState'>;

export const mailStates: Record<MailState, { text: string; tone: Tone }> = {
  Queued: { text: msg('Queued'), tone: 'neutral' },
  Sent: { text: msg('Sent'), tone: 'success' },
  Failed: { text: msg('Not sent'), tone: 'danger' },
};

export const mailProblems: Record<Schema<'EmailProblem'>, string> = {
  NoServer: msg('There is no mail server.'),
  Unreachable: msg('The mail server cannot be reached.'),
  Refused: msg('The mail server refused the email.'),
  Expired: msg('Its link expired before the email could be sent.'),
};

const kinds: Record<string, string> = {
  invoice: msg('Invoice'),
  'credit-note': msg('Credit note'),
  'agent-invoice': msg('Driver invoice'),
  statement: msg('Statement'),
  dunning: msg('Reminder'),
  'low-balance': msg('Low balance'),
  'guest-booking': msg('Booking confirmation'),
  'shared-booking': msg('Shared booking'),
  'booking-documents': msg('Documents'),
  'booking-news': msg('Status of the booking'),
  activation: msg('Invitation'),
  reset: msg('New password'),
  'second-step': msg('Code for signing in'),
  'password-changed': msg('Password changed'),
  'address-changed': msg('Email address changed'),
  registered: msg('Existing account'),
  'new-device': msg('New device'),
  'passkey-added': msg('Passkey added'),
  'passkey-removed': msg('Passkey removed'),
  welcome: msg('Welcome'),
};

/** Label of an email's template. */
export const mailKind = (kind: string): string => kinds[kind] ?? msg('Email');
