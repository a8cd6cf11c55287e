// Test packages: zip, signatures, front ends.
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type Page } from '@playwright/test';
import { call, send } from './people.ts';

const PLUGINS = process.env.WAYBILL_E2E_PLUGINS ?? '';

/** The rate engine's component, which needs only logging. */
export function component(): Buffer {
  const file = path.join(PLUGINS, 'zone-rates/component.wasm');
  if (!PLUGINS || !fs.existsSync(file))
    throw new Error(
      `WAYBILL_E2E_PLUGINS has to name the folder of plugins that the host was started with; ${file} is not there.`,
    );
  return fs.readFileSync(file);
}

export interface Signer {
  /** Public key in Base64. */
  key: string;
  secret: KeyObject;
}

export function signer(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  // The key ends its DER form.
  return {
    key: publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64'),
    secret: privateKey,
  };
}

export type Files = Record<string, string | Buffer>;

const sorted = (names: string[]) =>
  names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** A signed package: a line of SHA-256 and path for each file, sorted by path. */
export function packed(files: Files, { key, secret }: Signer): Buffer {
  const sums = Object.fromEntries(
    sorted(Object.keys(files)).map((name) => [
      name,
      createHash('sha256')
        .update(files[name] ?? '')
        .digest('hex'),
    ]),
  );
  const text = Object.entries(sums)
    .map(([name, sum]) => `${sum}  ${name}\n`)
    .join('');
  const signature = sign(null, Buffer.from(text), secret).toString('base64');
  return zipped({
    ...files,
    'SIGNATURES.json': JSON.stringify({ schema: 1, files: sums, signatures: [{ key, signature }] }),
  });
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = value & 1 ? (value >>> 1) ^ 0xed_b8_83_20 : value >>> 1;
  return value >>> 0;
});
const crc32 = (content: Buffer): number =>
  (content.reduce((crc, byte) => (TABLE[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xff_ff_ff_ff) ^
    0xff_ff_ff_ff) >>>
  0;

/** Stored zip (APPNOTE 4.3). */
function zipped(files: Files): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x21, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004'),
      common,
      Buffer.from(name),
      content,
    ]);
    central.push(
      Buffer.concat([
        Buffer.from('PK\u0001\u0002'),
        Buffer.from([20, 0]),
        common,
        place,
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(central.length, 4);
  end.writeUInt16LE(central.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

export interface FrontEnd {
  id: string;
  name?: string;
  version?: string;
  sdk?: string;
  /** Capabilities besides logging. */
  capabilities?: string[];
  web?: string;
  files?: Files;
}

/** A real component with a test front end. */
export function plugin({
  id,
  name = id,
  version = '1.0.0',
  sdk = '^1.0.0',
  capabilities = [],
  web = '',
  files = {},
}: FrontEnd): Files {
  const granted = ['log', ...capabilities].map((one) => JSON.stringify(one)).join(', ');
  const manifest =
    `id = ${JSON.stringify(id)}\nname = ${JSON.stringify(name)}\nversion = "${version}"\nkind = "rate-engine"\n` +
    `wit = "1.0.0"\nsdk = "${sdk}"\ndescription = "Made by a browser test."\n\n` +
    `[grants]\ncapabilities = [${granted}]\n\n[web]\n${web}`;
  return { 'plugin.toml': manifest, 'component.wasm': component(), ...files };
}

export const widget = (module: string, order = 10): string =>
  `[[web.slots]]\nid = "${module.toLowerCase()}"\nslot = "dashboard.widget@1"\n` +
  `module = "./${module}"\norder = ${order}\n\n`;

/**
 * A federation entry. `modules` are function bodies that return a component; `h`, `useEffect` and
 * `kit` are in scope.
 */
export function entry(modules: Record<string, string>, before = ''): string {
  const bodies = Object.entries(modules).map(
    ([name, body]) =>
      `  ${JSON.stringify(`./${name}`)}: async (h, useEffect, kit) => {\n${body}\n  },`,
  );
  return `${before}
let shared;
export const init = (scope) => { shared = scope; };
const share = async (name) => (await Object.values(shared[name])[0].get())();
const modules = {
${bodies.join('\n')}
};
export const get = async (name) => {
  const [{ createElement, useEffect }, kit] = await Promise.all([share('react'), share('@waybill/plugin')]);
  const component = await modules[name](createElement, useEffect, kit);
  return () => ({ default: component });
};
`;
}

export async function install(page: Page, bytes: Buffer): Promise<void> {
  const result = await send<{ id: number }>(page, 'POST', '/api/plugins/platform/upload', {
    headers: { 'content-type': 'application/zip' },
    data: bytes,
  });
  await call(page, 'POST', '/api/plugins/platform/install', { id: result.id });
}

export async function enable(page: Page, id: string): Promise<void> {
  const plugins = await call<{ id: string; asks: { code: string }[] }[]>(
    page,
    'GET',
    '/api/plugins/getplugins',
  );
  const asks = plugins.find((one) => one.id === id)?.asks ?? [];
  await call(page, 'POST', '/api/plugins/enableplugin', { id, asks: asks.map(({ code }) => code) });
}
