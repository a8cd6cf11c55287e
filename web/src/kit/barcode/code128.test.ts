// Barcodes as a decoder reads them.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { code128, QUIET_ZONE } from './code128.ts';

const MODULE = 3;
const HEIGHT = 60;

beforeAll(async () => {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = new Uint8Array(await readFile(path)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

/** A picture of the widths as a camera would see it. */
function picture(widths: readonly number[]): ImageData {
  const modules = widths.reduce((sum, width) => sum + width, 2 * QUIET_ZONE);
  const width = modules * MODULE;
  const data = new Uint8ClampedArray(width * HEIGHT * 4).fill(255);
  let x = QUIET_ZONE * MODULE;
  for (const [place, modulesOf] of widths.entries()) {
    for (let end = x + modulesOf * MODULE; x < end; x += 1)
      if (place % 2 === 0)
        for (let y = 0; y < HEIGHT; y += 1)
          data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return { data, width, height: HEIGHT, colorSpace: 'srgb' } as ImageData;
}

async function read(text: string): Promise<string | undefined> {
  const found = await readBarcodes(picture(code128(text) ?? []), { formats: ['Code128'] });
  return found.find(({ isValid }) => isValid)?.text;
}

test.each(['WBLOAD', 'LH00012', 'J00001-001', '1234', '123456789012', '12345ab', 'a~ b!'])(
  '%s is read as written',
  async (text) => {
    expect(await read(text)).toBe(text);
  },
);

test('digits take half the room, and text outside ASCII has no barcode', () => {
  const modules = (text: string) => code128(text)?.reduce((sum, width) => sum + width, 0) ?? 0;
  expect(modules('12345678')).toBeLessThan(modules('ABCDEFGH') - 40);
  expect(code128('Köln')).toBeNull();
  expect(code128('')).toBeNull();
});
