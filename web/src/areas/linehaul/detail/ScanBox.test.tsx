// A scan field in use: each result at once, kept on the device, sent, refused and undone.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusal, result, show, stage } from '../../../../test/stage.tsx';
import { some } from '../../../../test/some.ts';
import type { Received, Reply } from '../../../../test/loopback.ts';
import { queryClient } from '../../../api/query-client.ts';
import type { LineHaulDetails } from '../model.ts';
import { lineHaulsKey } from '../queries.ts';
import { ScanBox } from './ScanBox.tsx';

const PORTS = [
  { id: 1, code: 'MEL', name: 'Melbourne' },
  { id: 2, code: 'SYD', name: 'Sydney' },
];
const article = (number: number, state: string) => ({
  articlenumber: `J1-00${number}`,
  packagetype: 'Carton',
  description: null,
  weight: 5,
  state,
  loadedtime: null,
  unloadedtime: null,
});

let lineHaul: LineHaulDetails;
let received: Received[];
let load: (number: string) => object;
/** Delays the answer about articles. */
let hold: (number: string) => Promise<unknown> | null;
let server: Awaited<ReturnType<typeof stage>>;

const lineHaulOf = (status: string, states: string[]) =>
  some<LineHaulDetails>({
    id: 7,
    linehaulcode: 'LH00007',
    status: status as LineHaulDetails['status'],
    startheadport: PORTS[0] as LineHaulDetails['startheadport'],
    destinationheadport: PORTS[1] as LineHaulDetails['destinationheadport'],
    capacity: { weight: null, volume: null, palletspaces: null },
    weight: 0,
    volume: 0,
    palletspaces: 0,
    loadedweight: 0,
    loadedvolume: 0,
    loadedpalletspaces: 0,
    allowedOperations: [],
    childjobs: [
      some<LineHaulDetails['childjobs'][number]>({
        jobid: 1,
        jobno: 'J1',
        fromcompany: 'Bluegum Wines',
        tocompany: 'Harbour Tools',
        tosuburb: 'Parramatta',
        articles: states.map((state, place) => article(place + 1, state)) as never,
      }),
    ],
  });

async function reply(request: Received): Promise<Reply> {
  received.push(request);
  const { path, body } = request;
  if (path.endsWith('/head-ports')) return result({ items: PORTS, totalCount: 2 });
  if (path.endsWith('/line-hauls')) return result({ items: [lineHaul], totalCount: 1 });
  if (path.endsWith('/line-haul')) return result({ linehaul: lineHaul });
  if (path.endsWith('/processlinehauls')) {
    const { operation } = JSON.parse(body) as { operation: string };
    lineHaul =
      operation === 'Close'
        ? { ...lineHaulOf('Closed', ['Loaded']), allowedOperations: ['Depart'] }
        : lineHaulOf('Departed', ['Loaded']);
    return result([{ id: 7, success: true }]);
  }
  if (path.endsWith('/line-haul-jobs')) return result({ items: [], totalCount: 0, unserved: [] });
  if (path.endsWith('-articles')) {
    const [sent] = Object.values(JSON.parse(body) as Record<string, { articlenumbers: string[] }>);
    await hold(sent?.articlenumbers[0] ?? '');
    return result(
      sent?.articlenumbers.map((number) => ({ articlenumber: number, ...load(number) })),
    );
  }
  return refusal(404, 'There is no such call.');
}

beforeEach(async () => {
  received = [];
  hold = () => null;
  load = () => ({ success: true, state: 'Loaded', message: null, jobid: 1, jobno: 'J1' });
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_: string, work: () => Promise<void>) => work() },
  });
  vi.stubGlobal('indexedDB', new IDBFactory());
  server = await stage(['Pages.Job', 'Pages.Job.LineHaul'], reply);
});
afterEach(async () => {
  await server.close();
  vi.unstubAllGlobals();
});

async function open(
  status: string,
  states: string[],
  allowedOperations: LineHaulDetails['allowedOperations'] = [],
) {
  lineHaul = { ...lineHaulOf(status, states), allowedOperations };
  const user = await show(<ScanBox lineHaul={lineHaul} />);
  const field = await screen.findByLabelText('Scan or type');
  const scan = async (code: string) => {
    await user.click(field);
    await user.keyboard(`${code}{Enter}`);
  };
  const panel = (word: string) =>
    waitFor(() => {
      const found = document.querySelector('[data-tone]');
      expect(found?.textContent).toContain(word);
      return found?.getAttribute('data-tone');
    });
  /** Reads a code within one turn, faster than anything is stored. */
  const read = (code: string) => {
    (field as HTMLInputElement).value = code;
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  return { user, scan, read, panel };
}

const sentTo = (call: string) => received.filter(({ path }) => path.endsWith(call));

test('an article is loaded once; twice is amber, and an undo takes it off again', async () => {
  const { user, scan, panel } = await open('Loading', ['Allocated', 'Allocated']);
  await scan('J1-001');
  expect(await panel('Loaded')).toBe('good');
  await waitFor(() => expect(sentTo('/allocate-articles')).toHaveLength(1));
  await scan('j1-001');
  expect(await panel('Scanned before')).toBe('warn');
  expect(sentTo('/allocate-articles')).toHaveLength(1);
  await user.keyboard('{F8}');
  expect(await panel('Undone')).toBe('warn');
  await waitFor(() => expect(sentTo('/un-allocate-articles')).toHaveLength(1));
});

test('an article that is read twice at once counts once', async () => {
  const { scan, read, panel } = await open('Loading', ['Allocated', 'Allocated']);
  await scan('J1-002');
  expect(await panel('Loaded')).toBe('good');
  read('J1-001');
  read('J1-001');
  expect(await panel('Scanned before')).toBe('warn');
  await waitFor(() => expect(sentTo('/allocate-articles')).toHaveLength(2));
});

test('an article of another line haul is red until a person decides', async () => {
  load = () => ({
    success: false,
    state: 'Free',
    message: 'J2 is on LH00008.',
    jobid: 2,
    jobno: 'J2',
  });
  const { user, scan, panel } = await open('Loading', ['Allocated']);
  await scan('J2-001');
  expect(await panel('Wrong line haul')).toBe('bad');
  const strip = await screen.findByRole('region', { name: 'To decide' });
  expect(await within(strip).findByText(/J2 is on LH00008/)).toBeVisible();
  // The next scan does not hide it.
  load = () => ({ success: true, state: 'Loaded', message: null, jobid: 1, jobno: 'J1' });
  await scan('J1-001');
  expect(await panel('Loaded')).toBe('good');
  expect(strip).toBeVisible();
  await user.keyboard('{F9}');
  await waitFor(() =>
    expect(sentTo('/allocate-articles').map(({ body }) => JSON.parse(body))).toContainEqual({
      allocation: { linehaulid: 7, articlenumbers: ['J2-001'], force: true },
    }),
  );
});

test('a refusal of the server turns a green scan red', async () => {
  load = () => ({ success: false, state: 'Allocated', message: 'Too heavy by 120 kg.' });
  const { user, scan, panel } = await open('Loading', ['Allocated']);
  await scan('J1-001');
  expect(await panel('Refused')).toBe('bad');
  const strip = await screen.findByRole('region', { name: 'To decide' });
  expect(strip).toHaveTextContent('Too heavy by 120 kg.');
  await user.keyboard('{F10}');
  await waitFor(() => expect(strip).not.toBeInTheDocument());
});

test('an unloaded article can be taken back before it is sent', async () => {
  const { user, scan, panel } = await open('Unloading', ['Loaded', 'Loaded']);
  await scan('J1-002');
  expect(await panel('Unloaded')).toBe('good');
  await user.keyboard('{F8}');
  expect(await panel('Undone')).toBe('warn');
  expect(sentTo('/unload-articles')).toHaveLength(0);
});

test('a line haul that is closed takes nothing', async () => {
  const { scan, panel } = await open('Departed', ['Loaded']);
  await scan('J1-001');
  expect(await panel('Refused')).toBe('bad');
  expect(sentTo('-articles')).toHaveLength(0);
});

test('steps that follow at once are asked one after the other', async () => {
  const { read, panel } = await open('Loading', ['Loaded'], ['Close']);
  const strip = () => screen.findByRole('region', { name: 'To decide' });
  const steps = () =>
    sentTo('/processlinehauls').map(
      ({ body }) => (JSON.parse(body) as { operation: string }).operation,
    );
  read('WBCSTEP');
  expect(await strip()).toHaveTextContent('Close LH00007?');
  // Yes, and the next step before the server has answered.
  read('WBCYES');
  read('WBCSTEP');
  await waitFor(async () => expect(await strip()).toHaveTextContent('LH00007 departs now?'));
  read('WBCYES');
  expect(await panel('Done')).toBe('info');
  await waitFor(() => expect(steps()).toEqual(['Close', 'Depart']));
});

test('a refusal that arrives late does not take the answer to the question shown', async () => {
  let answer: () => void = () => undefined;
  hold = (number) =>
    number === 'J1-001' ? new Promise<void>((resolve) => (answer = resolve)) : null;
  load = (number) => ({
    success: false,
    state: number === 'J1-001' ? 'Allocated' : 'Free',
    message: number === 'J1-001' ? 'Too heavy by 120 kg.' : 'J2 is on LH00008.',
    jobno: 'J2',
  });
  const { user, scan, panel } = await open('Loading', ['Allocated']);
  await scan('J1-001');
  expect(await panel('Loaded')).toBe('good');
  await waitFor(() => expect(sentTo('/allocate-articles')).toHaveLength(1));
  await scan('J2-001');
  const strip = await screen.findByRole('region', { name: 'To decide' });
  expect(await within(strip).findByText(/J2 is on LH00008/)).toBeVisible();
  answer();
  expect(await within(strip).findByText(/1 more/)).toBeVisible();
  expect(strip).toHaveTextContent('J2 is on LH00008.');
  load = () => ({ success: true, state: 'Loaded', message: null });
  await user.keyboard('{F9}');
  await waitFor(() =>
    expect(sentTo('/allocate-articles').map(({ body }) => JSON.parse(body))).toContainEqual({
      allocation: { linehaulid: 7, articlenumbers: ['J2-001'], force: true },
    }),
  );
  expect(await screen.findByText('Refused: J1-001')).toBeVisible();
});

test('a list requested after a scan was stored replaces it', async () => {
  const { scan, panel } = await open('Loading', ['Allocated', 'Allocated']);
  await scan('J1-001');
  expect(await panel('Loaded')).toBe('good');
  await waitFor(() => expect(sentTo('/allocate-articles')).toHaveLength(1));
  // The answer arrives before another station takes it off.
  await new Promise((resolve) => setTimeout(resolve, 500));
  await act(() => queryClient.invalidateQueries({ queryKey: lineHaulsKey }));
  await scan('J1-001');
  expect(await panel('Loaded')).toBe('good');
  await waitFor(() => expect(sentTo('/allocate-articles')).toHaveLength(2));
});

test('an article that is read twice while the server is asked about it is asked once', async () => {
  let answer: () => void = () => undefined;
  hold = () => new Promise<void>((resolve) => (answer = resolve));
  const { read, scan, panel } = await open('Loading', ['Loaded']);
  await scan('J1-001');
  expect(await panel('Scanned before')).toBe('warn');
  read('J2-001');
  read('J2-001');
  await waitFor(() => expect(sentTo('/allocate-articles')).toHaveLength(1));
  answer();
  expect(await panel('Loaded')).toBe('good');
  expect(sentTo('/allocate-articles')).toHaveLength(1);
});
