// Copies the interfaces of wit/ into the `deps` folder next to a world, for tools of other
// languages:
//
//   node wit-deps.mjs <folder of world.wit> [<folder of the interfaces, wit/v1>]
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [world, interfaces = fileURLToPath(new URL('../../wit/v1', import.meta.url))] =
  process.argv.slice(2);
if (!world) {
  console.error('usage: node wit-deps.mjs <folder of world.wit> [<folder of the interfaces>]');
  process.exit(2);
}
const deps = join(world, 'deps');
rmSync(deps, { recursive: true, force: true });
for (const entry of readdirSync(interfaces, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const files = readdirSync(join(interfaces, entry.name)).filter((file) => file.endsWith('.wit'));
  mkdirSync(join(deps, entry.name), { recursive: true });
  for (const file of files)
    cpSync(join(interfaces, entry.name, file), join(deps, entry.name, file));
}
