// Tests of the plugin dev server.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, signIn, test } from './harness.ts';

const repository = path.resolve(import.meta.dirname, '../..');

const CONFIG = `import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';
import { pluginConfig } from '@waybill/plugin/vite';

export default defineConfig(pluginConfig({ id: 'workshop',
  exposes: { './Widget': './src/Widget.tsx' }, plugins: [react()] }));
`;
const WEB = {
  id: 'workshop',
  sdk: '^1.0.0',
  slots: [{ id: 'widget', slot: 'dashboard.widget@1', module: './Widget' }],
};
const widget = (words: string) => `import { useState } from 'react';
import { Button } from '@waybill/plugin';

export default function Widget() {
  const [count, setCount] = useState(0);
  return <Button onClick={() => setCount(count + 1)}>${words} {count}</Button>;
}
`;

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

let vite: ChildProcess | undefined;
let folder: string | undefined;
test.afterEach(async () => {
  if (vite && vite.exitCode === null) {
    vite.kill();
    await once(vite, 'exit');
  }
  if (folder) fs.rmSync(folder, { recursive: true });
});

test('a face in the making is shown inside the host, and each change at once', async ({
  page,
  baseURL,
}) => {
  // Vite doesn't watch Playwright's output folder.
  const root = (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'waybill-workshop-')));
  fs.symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'));
  const source = path.join(root, 'src/Widget.tsx');
  fs.mkdirSync(path.dirname(source), { recursive: true });
  fs.writeFileSync(path.join(root, 'package.json'), '{ "type": "module" }');
  fs.writeFileSync(path.join(root, 'vite.config.mjs'), CONFIG);
  fs.writeFileSync(path.join(root, 'plugin.web.json'), JSON.stringify(WEB));
  fs.writeFileSync(source, widget('First'));

  const port = await freePort();
  vite = spawn(
    process.execPath,
    [
      path.join(repository, 'node_modules/vite/bin/vite.js'),
      '--port',
      String(port),
      '--strictPort',
    ],
    {
      cwd: root,
      env: { ...process.env, WAYBILL_HOST: baseURL },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  for (const stream of [vite.stdout, vite.stderr])
    stream?.on('data', (part: Buffer) => void (said += part.toString()));
  await expect.poll(() => said, { timeout: 60_000 }).toContain('build 1 is shown');

  const origin = `http://localhost:${port}`;
  await signIn(page, 'admin', origin);
  await page.goto(`${origin}/dashboard`);
  await page.getByRole('button', { name: 'First 0' }).click();
  await expect(page.getByRole('button', { name: 'First 1' })).toBeVisible();
  // Page state survives: no reload.
  await page.evaluate(() => ((globalThis as { kept?: string }).kept = 'kept'));

  fs.writeFileSync(source, widget('Second'));
  await expect(page.getByRole('button', { name: 'Second 0' })).toBeVisible();
  fs.writeFileSync(source, `${widget('Third')}\nexport const broken = ;`);
  await expect(page.getByRole('alert')).toContainText('Widget.tsx');
  await expect(page.getByRole('button', { name: 'Second 0' })).toBeVisible();
  fs.writeFileSync(source, widget('Fourth'));
  await expect(page.getByRole('button', { name: 'Fourth 0' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  // Saved again and again, also in the middle of a build: the last one counts.
  for (let save = 1; save <= 12; save += 1) {
    fs.writeFileSync(source, widget(`Save ${save} with`));
    await new Promise((resolve) => setTimeout(resolve, save * 20));
  }
  await expect(page.getByRole('button', { name: 'Save 12 with 0' })).toBeVisible();
  expect(await page.evaluate(() => (globalThis as { kept?: string }).kept)).toBe('kept');

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save 12' })).toHaveCount(0);
});
