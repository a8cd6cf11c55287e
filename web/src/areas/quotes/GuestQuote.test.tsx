// Tests of refusals that guests read in the language of the page.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { screen } from '@testing-library/react';
import { inEnglish, speak } from '@waybill/plugin';
import { result, show, stage } from '../../../test/stage.tsx';
import { some } from '../../../test/some.ts';
import { translator } from '../../lib/i18n.ts';
import { refusalOf } from './booking.ts';
import { guestRefusals } from './errors.ts';
import { Rejected, type GuestSaved } from './GuestQuote.tsx';

const TEXTS = {
  'The card was declined: {reason}': 'Die Karte wurde abgelehnt: {reason}',
  'no funds': 'keine Deckung',
  'must be at most {max}': 'darf höchstens {max} sein',
};
const INFO = some<NonNullable<GuestSaved['errorInfo']>>({
  code: 7,
  details: null,
  message: 'The card was declined: no funds',
  template: 'The card was declined: {reason}',
  parameters: { reason: { message: 'no funds' } },
  validationErrors: null,
});
const GERMAN = 'Die Karte wurde abgelehnt: keine Deckung';

let server: Awaited<ReturnType<typeof stage>>;
beforeEach(async () => {
  server = await stage([], () => result({}));
  speak({ language: 'de', direction: 'ltr', t: await translator('de', TEXTS) });
});
afterEach(async () => {
  speak({ language: 'en', direction: 'ltr', t: inEnglish });
  await server.close();
});

it('a saved booking names the reason in the language', async () => {
  const saved = some<GuestSaved>({ booking: { id: 12 }, errorInfo: INFO, isPaymentDue: false });
  await show(<Rejected saved={saved} />);
  expect(await screen.findByRole('status')).toHaveTextContent(GERMAN);
});

it('a refused card is explained in the language', () =>
  expect(guestRefusals(refusalOf(INFO), () => undefined)).toEqual([GERMAN]));

it('a refused field has its message in the language', () => {
  const placed: string[][] = [];
  const info = {
    ...INFO,
    validationErrors: [
      {
        message: 'must be at most 22',
        members: ['items[0].weight'],
        template: 'must be at most {max}',
        parameters: { max: '22' },
      },
    ],
  };
  expect(guestRefusals(refusalOf(info), (...one) => placed.push(one))).toEqual([]);
  expect(placed).toEqual([['items.0.weight', expect.stringContaining('darf höchstens 22 sein')]]);
});
