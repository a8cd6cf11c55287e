// Tests that the list of texts is current and every language complete.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('every text of the web and every sentence of the server is there in every language', () => {
  const script = path.resolve(import.meta.dirname, '../scripts/texts.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
