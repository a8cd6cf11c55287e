// Tests of the guide: every screen has a page, and every link leads to a screen.
import { expect, test } from 'vitest';
import { router } from '../../app/router.tsx';
import { ENTRIES } from '../../shell/navigation.ts';
import { GUIDE, guidePageAt } from '../../shell/guide.ts';
import { SUB_ENTRIES } from '../../shell/sub-entries.ts';
import { blocksOf, spansOf, type Block, type Span } from './markdown.ts';
import { guideIds, guideText } from './texts.ts';

const paths = Object.keys(router.routesByPath);
const exists = (path: string) => paths.includes(path);
/** True if a route matches the address, parameters included. */
const leadsToScreen = (address: string) => {
  const steps = (address.split(/[?#]/)[0] ?? '').split('/');
  return paths.some((path) => {
    const parts = path.split('/');
    return (
      path !== '/' &&
      parts.every((part, at) => part === '$' || part === steps[at] || /^\$./.test(part)) &&
      (parts.length === steps.length || parts.at(-1) === '$')
    );
  });
};
const spansIn = (block: Block): Span[] => {
  switch (block.kind) {
    case 'list':
      return block.items.flat();
    case 'table':
      return [...block.head, ...block.rows.flat()].flat();
    default:
      return block.spans;
  }
};

test('each screen in the navigation has a page of the guide', () => {
  const screens = [...ENTRIES, ...SUB_ENTRIES].map(({ to }) => to).filter(exists);
  expect(screens.length).toBeGreaterThan(10);
  expect(screens.filter((to) => guidePageAt(to) === null)).toEqual([]);
});

test('pages and files are the same, and titles are headings', async () => {
  expect(GUIDE.map(({ id }) => id).toSorted()).toEqual(guideIds.toSorted());
  for (const { id, title } of GUIDE)
    expect([id, (await guideText(id)).split('\n')[0]]).toEqual([id, `# ${title}`]);
});

test('each link of the guide leads to a screen, and each page of the guide exists', async () => {
  let links = 0;
  for (const { id } of GUIDE)
    for (const span of blocksOf(await guideText(id)).flatMap(spansIn))
      if (span.kind === 'link') {
        links += 1;
        const page = /^\/guide\/(.+)$/.exec(span.href)?.[1];
        const isFine = page ? guideIds.includes(page) : leadsToScreen(span.href);
        expect([id, span.href, isFine]).toEqual([id, span.href, true]);
      }
  expect(links).toBeGreaterThan(20);
});

test('the longest address decides', () => {
  expect(guidePageAt('/bookings/manifests/4')?.id).toBe('manifests-and-pickups');
  expect(guidePageAt('/bookings')?.id).toBe('bookings');
  expect(guidePageAt('/bookings-beta/details/4')?.id).toBe('workbench');
  expect(guidePageAt('/nowhere')).toBeNull();
});

test('markup of a page stays text', () => {
  expect(spansOf('Press `n` in **Notes** of [a booking](/bookings) <b>now</b>')).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'code', text: 'n' },
    { kind: 'text', text: ' in ' },
    { kind: 'bold', text: 'Notes' },
    { kind: 'text', text: ' of ' },
    { kind: 'link', text: 'a booking', href: '/bookings' },
    { kind: 'text', text: ' <b>now</b>' },
  ]);
});
