// Tests that `cn` resolves conflicts of all used classes like tailwind-merge.
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { twMerge } from 'tailwind-merge';
import { cn } from '@waybill/plugin';

const root = path.resolve(import.meta.dirname, '../../..');

/** Words in string literals that are known classes. */
function classesIn(folder: string): Set<string> {
  const found = new Set<string>();
  for (const entry of fs.readdirSync(path.join(root, folder), {
    recursive: true,
    encoding: 'utf8',
  })) {
    if (!entry.endsWith('.tsx') || entry.includes('node_modules') || entry.includes('.test.'))
      continue;
    for (const [, text] of fs
      .readFileSync(path.join(root, folder, entry), 'utf8')
      .matchAll(/['"`]([^'"`\n]*)['"`]/g)) {
      for (const word of text?.split(/\s+/) ?? [])
        if (/^[a-z-][\w:[\]()./%,!&>*=-]*$/.test(word)) found.add(word);
    }
  }
  return found;
}

test('every class that the kit, the screens and the faces use gives way as the whole list says', () => {
  const plain = [
    ...classesIn('sdk/web/src'),
    ...classesIn('web/src'),
    ...classesIn('web-plugins'),
  ].filter((one) => !/^\[|:\[|-[A-Z]{2}$/.test(one));
  // The name of a language, as in pt-BR, is no class.
  const overrides = [
    'hidden',
    'flex',
    'grid',
    'p-0',
    'px-4',
    'py-2',
    'pt-1',
    'm-0',
    'mx-auto',
    'mt-3',
    'w-full',
    'h-8',
    'size-7',
    'min-w-0',
    'max-w-none',
    'text-sm',
    'text-[13px]',
    'text-end',
    'text-muted-foreground',
    'font-medium',
    'font-mono',
    'bg-muted',
    'border',
    'border-0',
    'border-t',
    'border-dashed',
    'border-input',
    'rounded-lg',
    'rounded',
    'gap-3',
    'gap-x-2',
    'flex-1',
    'flex-col',
    'items-start',
    'justify-end',
    'absolute',
    'top-0',
    'start-0',
    'z-10',
    'truncate',
    'whitespace-nowrap',
    'overflow-auto',
    'shrink-0',
    'shadow-sm',
    'opacity-50',
    'break-words',
    'align-top',
    'grid-cols-2',
    'tabular-nums',
    'outline-none',
    'ring-2',
    'cursor-default',
    'leading-5',
    'mb-0',
    'ms-auto',
  ];
  const different = plain.flatMap((one) =>
    overrides
      .filter(
        (over) => cn(one, over) !== twMerge(one, over) || cn(over, one) !== twMerge(over, one),
      )
      .map((over) => `${one} ${over}: ${cn(one, over)} not ${twMerge(one, over)}`),
  );
  expect(plain.length).toBeGreaterThan(300);
  expect(different).toEqual([]);
  // Some hundred thousand comparisons: seconds on a quick machine, many on a busy one.
}, 120_000);

test("a plugin's own prefix is one more modifier", () => {
  expect(cn('of:px-2 of:hover:bg-muted', 'of:p-4 of:hover:bg-card px-1')).toBe(
    'of:p-4 of:hover:bg-card px-1',
  );
});
