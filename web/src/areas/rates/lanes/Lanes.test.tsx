// Tests of unsaved edits while another matrix of rates arrives.
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Received, Reply } from '../../../../test/loopback.ts';
import { some } from '../../../../test/some.ts';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import { queryClient } from '../../../api/query-client.ts';
import type { RateCard } from '../model.ts';
import { ofCardKey } from '../queries.ts';
import Lanes from './Lanes.tsx';

const card = some<RateCard>({ id: 7, currency: 'AUD' });
const zone = (code: string) => ({ code, name: code, isActive: true });

let today: string;
let isCut: boolean;
/** Delays matrices of other days. */
let delay: Promise<void>;
let server: Awaited<ReturnType<typeof stage>>;

const matrix = (day: string) => ({
  day,
  calculationMethod: 'PerKg',
  methods: [],
  zones: [zone('MEL'), zone('SYD')],
  totalCount: 1,
  isCut: false,
  shapes: [{ accumulative: false, lines: [{ rateType: 'Break', break: null }] }],
  rates: {
    id: [11],
    rowVersion: [1],
    from: [0],
    to: [1],
    minimum: [0],
    shape: [0],
    prices: [0, 2],
    reciprocal: [],
    ownTerms: [],
    dated: [],
  },
});

async function reply({ path, query }: Received): Promise<Reply> {
  if (path.endsWith('/matrix')) {
    const day = query.get('day') ?? '';
    if (day !== '' && day !== today) await delay;
    const found = matrix(day || today);
    return result(isCut && !query.get('from') ? { ...found, isCut: true } : found);
  }
  if (path.endsWith('/rate-services'))
    return result({
      items: [{ id: 3, code: 'ROAD', name: 'Road', isActive: true }],
      totalCount: 1,
    });
  return refusal(404, 'There is no such call.');
}

beforeEach(async () => {
  [today, isCut, delay] = ['2026-07-01', false, Promise.resolve()];
  server = await stage(['Pages.Rates', 'Pages.Rates.Edit'], reply);
});
afterEach(() => server.close());

const grid = () => screen.findByRole('grid', { name: 'Rates from zone to zone' });
const type = async (price: string) =>
  fireEvent.paste(await grid(), { clipboardData: { getData: () => price } });
const days = () => server.queries('/api/rates/rate/matrix').map(({ day }) => day ?? '');

test('edits stay when a later load would show another day', async () => {
  await show(<Lanes card={card} />);
  await type('4.5');
  expect(await screen.findByRole('button', { name: 'Save 1 change' })).toBeEnabled();
  today = '2026-07-02';
  await act(() => queryClient.invalidateQueries({ queryKey: ofCardKey(card.id) }));
  expect(days().at(-1)).toBe('2026-07-01');
  expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeEnabled();
  expect(screen.getByLabelText('On the day')).toHaveValue('2026-07-01');
});

test('nothing can be typed into a day that is about to leave', async () => {
  let arrive: () => void = () => undefined;
  delay = new Promise((resolve) => (arrive = resolve));
  await show(<Lanes card={card} />);
  expect(await grid()).toHaveAttribute('aria-readonly', 'false');
  fireEvent.change(screen.getByLabelText('On the day'), { target: { value: '2026-08-01' } });
  await waitFor(async () => expect(await grid()).toHaveAttribute('aria-readonly', 'true'));
  await type('4.5');
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  await act(async () => arrive());
  await waitFor(async () => expect(await grid()).toHaveAttribute('aria-readonly', 'false'));
  await type('4.5');
  expect(await screen.findByRole('button', { name: 'Save 1 change' })).toBeEnabled();
});

test('zones of a large card change only without unsaved edits', async () => {
  isCut = true;
  const user = await show(<Lanes card={card} />);
  const from = () => screen.findByRole('searchbox', { name: 'From zones' });
  await user.type(await from(), 'M');
  await waitFor(async () => expect(await grid()).toHaveAttribute('aria-readonly', 'false'));
  await type('4.5');
  expect(await screen.findByRole('button', { name: 'Save 1 change' })).toBeEnabled();
  expect(await from()).toBeDisabled();
});
