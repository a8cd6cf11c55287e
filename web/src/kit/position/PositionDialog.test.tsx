// The correction of a position: by keys, with a doubt that is confirmed, and taken back.
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, result, show, stage } from '../../../test/stage.tsx';
import type { Received, Reply } from '../../../test/loopback.ts';
import { CorrectPosition } from './CorrectPosition.tsx';

const ADDRESS = {
  addressline1: '12 Church Street',
  addressline2: null,
  addressline3: null,
  postcode: '3121',
  suburb: 'Richmond',
  statecode: 'VIC',
  countrycode: 'AU',
};
const DOUBT = 'is 612 km from Richmond';

let received: Received[];
let source: string;
let server: Awaited<ReturnType<typeof stage>>;

function reply(request: Received): Reply {
  const { path, method, body } = request;
  if (path === '/api/route/map') return result({ hasTiles: false, attribution: '' });
  if (path !== '/api/route/position') return refusal(404, 'There is no such call.');
  received.push(request);
  if (method === 'DELETE') return { status: 204 };
  if (method === 'GET')
    return result({ position: { latitude: -37.82, longitude: 144.99, source } });
  const { position } = JSON.parse(body) as { position: { confirm: boolean } };
  return position.confirm
    ? result({ position: { ...position, source: 'Manual' } })
    : refusal(400, 'The input is not valid.', [{ message: DOUBT, members: ['position.confirm'] }]);
}

/** The window of the tests measures nothing. */
class Observer {
  constructor(private readonly run: () => void) {}
  observe(element: Element) {
    Object.defineProperty(element, 'clientWidth', { configurable: true, value: 600 });
    Object.defineProperty(element, 'clientHeight', { configurable: true, value: 320 });
    this.run();
  }
  disconnect() {}
  unobserve() {}
}

beforeEach(() => {
  received = [];
  source = 'Suburb';
  vi.stubGlobal('ResizeObserver', Observer);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

async function open(permissions: string[]) {
  server = await stage(permissions, reply);
  return show(<CorrectPosition name="Bluegum Wines" address={ADDRESS} />);
}

const sent = (method: string) => received.filter((one) => one.method === method);

test('a pin is moved by keys, and a doubtful place is confirmed', async () => {
  const user = await open(['Pages.Job.Edit']);
  await user.click(
    await screen.findByRole('button', { name: 'Correct the position of Bluegum Wines' }),
  );
  expect(await screen.findByText('Middle of the suburb')).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save position' });
  expect(save).toBeDisabled();
  const pin = await screen.findByRole('button', { name: 'Pin: arrow keys move it' });
  await waitFor(() => expect(pin).toHaveFocus());
  await user.keyboard('{ArrowRight}{ArrowUp}');
  expect(screen.getByText('Not saved')).toBeVisible();
  await user.click(save);
  expect(await screen.findByRole('alert')).toHaveTextContent(DOUBT);
  await user.click(screen.getByRole('button', { name: 'Save anyway' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const bodies = sent('PUT').map(
    ({ body }) =>
      (JSON.parse(body) as { position: Record<string, unknown> & { latitude: number } }).position,
  );
  expect(bodies.map(({ confirm }) => confirm)).toEqual([false, true]);
  expect(bodies[0]).toMatchObject(ADDRESS);
  // North and east of the middle.
  expect(bodies[0]?.latitude).toBeGreaterThan(-37.82);
  expect(bodies[0]?.['longitude']).toBeGreaterThan(144.99);
});

test('a position that a person set can be forgotten', async () => {
  source = 'Manual';
  const user = await open(['Pages.Job.Edit']);
  await user.click(await screen.findByRole('button', { name: /Correct the position/ }));
  await user.click(await screen.findByRole('button', { name: 'Find it again' }));
  await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
  expect(sent('DELETE')[0]?.query.get('suburb')).toBe('Richmond');
});

test('users who may not edit jobs see no button', async () => {
  await open(['Pages.Job']);
  await waitFor(() => expect(screen.queryByRole('button')).not.toBeInTheDocument());
});
