// Live prices over a stream that can be cut.
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { addGoods, chooseCustomer, choosePlace, prices, pricesAreIn } from './quotes.ts';

const STREAM = '/api/booking/Quote/stream';
const POLL = '/api/booking/Quote/GetQuotes';
const END_OF_CHUNKS = '0\r\n\r\n';

/** The line between the browser and the host. */
interface Line {
  origin: string;
  /** Cuts each stream after its first prices. */
  cuts: boolean;
  /** Streams closed by the browser early. */
  left: number;
  close: () => Promise<void>;
}

async function lineTo(host: URL): Promise<Line> {
  const sockets = new Set<net.Socket>();
  const line: Line = { origin: '', cuts: false, left: 0, close: async () => undefined };
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(host.port), '127.0.0.1');
    let isStream = false;
    client.on('data', (part) => {
      if (part.includes(' HTTP/1.1\r\n')) isStream = part.includes(`GET ${STREAM}?`);
    });
    upstream.on('data', (part) => {
      if (!isStream) return;
      if (line.cuts && part.includes('event: quotes')) {
        isStream = false;
        // Data sent so far arrives first.
        setTimeout(() => [client, upstream].forEach((socket) => socket.destroy()), 150);
      } else if (part.includes(END_OF_CHUNKS)) isStream = false;
    });
    client.on('close', () => {
      if (isStream) line.left += 1;
      upstream.destroy();
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  line.origin = `${host.protocol}//${host.hostname}:${(server.address() as AddressInfo).port}`;
  line.close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return line;
}

/** Collects the page's requests to a path. */
function requestsTo(page: Page, path: string): URL[] {
  const urls: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === path) urls.push(url);
  });
  return urls;
}

const table = (page: Page) => page.locator('section[aria-label=Prices]');
const priceOf = (page: Page, carrier: RegExp) => prices(page).getByRole('radio', { name: carrier });

/** To Broome, the demo's Australia Post takes three seconds, its own fleet none. */
async function toBroome(page: Page, origin: string): Promise<void> {
  await signIn(page, 'dispatcher', origin);
  await page.goto(`${origin}/quotes/new`);
  await settled(page);
  await chooseCustomer(page, 'bluegum', /Bluegum Wines/);
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(/Richmond/);
  await choosePlace(page, 'To', 'broome', /^Broome\s*WA 6725/);
}

let line: Line;
test.beforeEach(async ({ baseURL }) => {
  line = await lineTo(new URL(baseURL ?? ''));
});
test.afterEach(() => line.close());

test('prices appear one after another as carriers answer', async ({ page }) => {
  await toBroome(page, line.origin);
  const [streams, polls] = [requestsTo(page, STREAM), requestsTo(page, POLL)];
  await addGoods(page, '1 ctn 40x30x25 5');
  await expect(priceOf(page, /^Own fleet/).first()).toBeVisible();
  await expect(table(page)).toHaveAttribute('aria-busy', 'true');
  expect(await priceOf(page, /^Australia Post/).count()).toBe(0);
  await priceOf(page, /^Own fleet/)
    .last()
    .check();
  const chosen = priceOf(page, /^Own fleet/).and(page.getByRole('radio', { checked: true }));
  await expect(chosen).toHaveCount(1);
  await expect(priceOf(page, /^Australia Post/).first()).toBeVisible();
  await pricesAreIn(page);
  await expect(chosen).toHaveCount(1);
  expect([streams.length, polls.length]).toEqual([1, 0]);
  // A high window shows the sheet's rows uncovered by its foot.
  await page.setViewportSize({ width: 1360, height: 1_600 });
  await accessible(page);
});

test('a stream that breaks off is followed by asking again, and the next one is a stream', async ({
  page,
}) => {
  await toBroome(page, line.origin);
  const [streams, polls] = [requestsTo(page, STREAM), requestsTo(page, POLL)];
  line.cuts = true;
  await addGoods(page, '1 ctn 40x30x25 5');
  await expect(priceOf(page, /^Own fleet/).first()).toBeVisible();
  await expect(priceOf(page, /^Australia Post/).first()).toBeVisible();
  await pricesAreIn(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(streams).toHaveLength(1);
  expect(polls.length).toBeGreaterThan(0);
  expect(polls[0]?.searchParams.get('resourceToken')).toBe(
    streams[0]?.searchParams.get('resourceToken'),
  );

  line.cuts = false;
  const before = polls.length;
  await page.getByRole('group', { name: 'Item 1' }).getByLabel('Weight per piece in kg').fill('6');
  await expect(table(page)).toHaveAttribute('aria-busy', 'true');
  await pricesAreIn(page);
  expect([streams.length, polls.length]).toEqual([2, before]);
});

test('leaving the page closes the stream, and so does a newer question', async ({ page }) => {
  await toBroome(page, line.origin);
  const streams = requestsTo(page, STREAM);
  await addGoods(page, '1 ctn 40x30x25 5');
  await expect(priceOf(page, /^Own fleet/).first()).toBeVisible();
  expect(line.left).toBe(0);
  await page.getByRole('group', { name: 'Item 1' }).getByLabel('Weight per piece in kg').fill('7');
  await expect.poll(() => streams.length).toBe(2);
  await expect.poll(() => line.left, { timeout: 2000 }).toBe(1);

  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Bookings', exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible();
  await expect.poll(() => line.left, { timeout: 2000 }).toBe(2);
});
