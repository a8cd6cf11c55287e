// What the dev server adds to a plugin's build: exposed modules that take over from their former selves in the open page.
import path from 'node:path';

const PART = path.join(import.meta.dirname, 'live-part.js');
const ITSELF = '?itself';

/** Puts a live part in the place of each exposed module, which it imports under a name of its own. */
export function liveParts(id, exposes) {
  const names = new Map();
  return {
    name: 'waybill:live',
    enforce: 'pre',
    configResolved({ root }) {
      for (const [name, file] of Object.entries(exposes)) names.set(path.resolve(root, file), name);
    },
    load(file) {
      const name = names.get(file);
      if (name === undefined) return undefined;
      const [part, itself, key] = [PART, file + ITSELF, `${id} ${name}`].map((text) =>
        JSON.stringify(text),
      );
      return `import { live } from ${part};\nimport Component from ${itself};\nexport default live(${key}, Component);\n`;
    },
  };
}
