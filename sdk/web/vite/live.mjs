// Dev-server plugin that lets exposed modules be replaced in the open page.
import path from 'node:path';

const PART = path.join(import.meta.dirname, 'live-part.js');
const ITSELF = '?itself';

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
      return (
        `import { live } from ${part};\nimport Component from ${itself};\n` +
        `export default live(${key}, Component);\n`
      );
    },
  };
}
