// Compressed copies of built files whose names have their hash, for the host to send as they are.
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const dist = path.resolve(import.meta.dirname, '../dist');
/** Fonts and pictures are compressed already. */
const TEXTS = /\.(?:css|js|json|svg|wasm)$/;
/** What the compression of a smaller file saves fits into the same packet. */
const SMALL = 1024;

const compress = promisify(zlib.brotliCompress);

async function copy(file) {
  const content = fs.readFileSync(file);
  if (content.length < SMALL) return;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: 9, [BROTLI_PARAM_SIZE_HINT]: content.length };
  const compressed = await compress(content, { params });
  if (compressed.length < content.length) fs.writeFileSync(`${file}.br`, compressed);
}

const files = ['assets', 'driver/assets'].flatMap((folder) =>
  fs
    .readdirSync(path.join(dist, folder))
    .filter((name) => TEXTS.test(name))
    .map((name) => path.join(dist, folder, name)),
);
await Promise.all(files.map(copy));
