// Tiles under maps: vector tiles of a PMTiles file, and tiles of a server, drawn and attributed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { townTile, townTiles, type Names } from '../test/town.ts';
import { encodePmtiles } from '../test/vector-tile.ts';
import { accessible, expect, settled, signIn, test, type Page } from './harness.ts';
import { forThisWorker } from './hosts.ts';
import { makeJobs } from './jobs.ts';
import { call } from './people.ts';

const SETTINGS = '/api/core/tenantsettings/updateallsettings';
const OWNERS = '© OpenStreetMap contributors';
/** A picture of one red pixel. */
const RED = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
);

/** Folders of the data of the hosts, one for each worker. */
const dataFolder = () => {
  const folders = (process.env.WAYBILL_E2E_DATA ?? '').split(',').filter((part) => part !== '');
  if (folders.length === 0)
    throw new Error('WAYBILL_E2E_DATA has to name the data folder of each host.');
  return forThisWorker(folders);
};

test.afterEach(async ({ page }) => {
  await call(page, 'PUT', SETTINGS, { maps: { tiles: 'none' } });
});

/** Opens the map of a job's address, around the middle of Parramatta. */
async function openMap(page: Page) {
  const [job] = await makeJobs(page, `MT${Date.now().toString(36)}`, 1);
  await page.goto(`/jobs/details/${job?.id}`);
  await page.getByRole('button', { name: 'Correct the position of Harbour Tools' }).click();
  return page.getByRole('dialog', { name: 'Correct the position' });
}

/** Shares of the dialog's canvas in colours of the theme, or in red, green and blue. */
const shareOf = (page: Page, colour: string) =>
  page.getByRole('dialog').evaluate((dialog, wanted) => {
    const canvas = dialog.querySelector<HTMLCanvasElement>('canvas[data-ground]');
    const context = canvas?.getContext('2d');
    if (!canvas || !context || canvas.width === 0) return 0;
    const one = new OffscreenCanvas(1, 1).getContext('2d');
    if (!one) return 0;
    const token = getComputedStyle(canvas).getPropertyValue(wanted).trim();
    one.fillStyle = token || wanted;
    one.fillRect(0, 0, 1, 1);
    const expected = one.getImageData(0, 0, 1, 1).data;
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let found = 0;
    for (let at = 0; at < data.length; at += 4)
      if ([0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (expected[part] ?? 0)) < 3))
        found += 1;
    return found / (data.length / 4);
  }, colour);

const isDrawn = (page: Page, colour: string, least: number) =>
  expect
    .poll(() => shareOf(page, colour), { message: `${colour} is drawn` })
    .toBeGreaterThan(least);

for (const names of ['OpenMapTiles', 'Protomaps'] as const satisfies readonly Names[]) {
  test(`vector tiles of a PMTiles file are drawn (${names})`, async ({ page }) => {
    const folder = path.join(dataFolder(), 'tiles');
    mkdirSync(folder, { recursive: true });
    const file = path.join(folder, `${names}.pmtiles`);
    writeFileSync(file, encodePmtiles(townTiles(names)));
    await signIn(page, 'admin', '/settings/maps');
    await page.getByRole('combobox', { name: 'Source' }).nth(1).selectOption('file');
    await page.getByLabel('Name of the file').fill(`${names}.pmtiles`);
    await page.getByLabel('Attribution').fill(OWNERS);
    await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Settings saved').first()).toBeVisible();

    const dialog = await openMap(page);
    await expect(dialog.getByText(OWNERS)).toBeVisible();
    await isDrawn(page, '--wb-map-road', 0.02);
    await isDrawn(page, '--wb-map-major', 0.005);
    await isDrawn(page, '--wb-map-building', 0.02);
    await isDrawn(page, '--wb-map-land', 0.2);
    await settled(page);
    await accessible(page);
    // Beyond the zooms of the file its tiles are enlarged.
    const map = dialog.getByRole('application');
    for (let step = 0; step < 6; step += 1) await map.press('+');
    await isDrawn(page, '--wb-map-road', 0.03);
    await map.press('0');
    await page.emulateMedia({ colorScheme: 'dark' });
    await isDrawn(page, '--wb-map-road', 0.02);
    // Tiles are redrawn one after the other.
    await expect.poll(() => shareOf(page, 'rgb(255, 255, 255)')).toBeLessThan(0.01);
    rmSync(file);
  });
}

/** A tile server on this machine. */
async function serve(content: (zoom: number, column: number, row: number) => Uint8Array | null) {
  const server = createServer((request, response) => {
    const [zoom = 0, column = 0, row = 0] = (request.url ?? '')
      .split('/')
      .slice(-3)
      .map((part) => Number.parseInt(part, 10));
    const bytes = content(zoom, column, row);
    response.writeHead(bytes ? 200 : 404).end(bytes ?? undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address: `${origin}/{z}/{x}/{y}`, close: () => server.close() };
}

test('vector tiles of a server are drawn, and a damaged one is left blank', async ({ page }) => {
  // The first tiles of the view have a feature that the format does not allow.
  const damaged = Buffer.from('GgoKBXJvYWRzEgEI', 'base64');
  let isDamaged = false;
  const server = await serve((...place) =>
    isDamaged ? damaged : townTile(...place, 'OpenMapTiles'),
  );
  await signIn(page, 'admin', '/settings/maps');
  await page.getByRole('combobox', { name: 'Source' }).nth(1).selectOption('server');
  await page.getByLabel('Kind of tiles').selectOption('vector');
  await page.getByLabel('Address of a tile').fill(`${server.address}.mvt`);
  await page.getByLabel('Attribution').fill(OWNERS);
  await page.getByRole('main').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Settings saved').first()).toBeVisible();
  const dialog = await openMap(page);
  await isDrawn(page, '--wb-map-road', 0.02);
  await expect(dialog.getByText('Parts of the map cannot be read')).toBeHidden();
  isDamaged = true;
  const map = dialog.getByRole('application');
  for (let step = 0; step < 6; step += 1) await map.press('ArrowRight');
  await expect(dialog.getByText('Parts of the map cannot be read')).toBeVisible();
  await expect(dialog.getByText(OWNERS)).toBeVisible();
  server.close();
});

test('pictures of a server are drawn', async ({ page }) => {
  const server = await serve(() => RED);
  await signIn(page, 'admin');
  await call(page, 'PUT', SETTINGS, {
    maps: {
      tiles: 'server',
      tileKind: 'raster',
      tileAddress: `${server.address}.png`,
      tileAttribution: OWNERS,
    },
  });
  const dialog = await openMap(page);
  await expect(dialog.getByText(OWNERS)).toBeVisible();
  await isDrawn(page, 'rgb(255, 0, 0)', 0.9);
  server.close();
});
