// Checks of a rendered front end: content, width, errors.
import { queryClient } from '../src/api/query-client.ts';
import { runUnwatched } from './watch.ts';

/** Timeout in milliseconds: the host waits ten seconds for code alone. */
const SETTLE_TIMEOUT = 12_000;
const QUIET = 150;
const EXAMPLES = 3;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const moves = (animation: Animation) =>
  animation.playState === 'running' &&
  Number.isFinite(animation.effect?.getComputedTiming().endTime);

/** Waits until the front end settles; returns pending activity on timeout. */
export async function waitUntilSettled(stage: HTMLElement): Promise<string[]> {
  let changed = performance.now();
  const observer = new MutationObserver(() => (changed = performance.now()));
  observer.observe(stage, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const end = performance.now() + SETTLE_TIMEOUT;
  let waitsFor = '';
  try {
    while (performance.now() < end) {
      await pause(30);
      const busy =
        document.querySelector('[aria-busy="true"]') !== null || queryClient.isFetching() > 0;
      waitsFor = busy ? 'is still loading' : '';
      const still = performance.now() - changed > QUIET && !document.getAnimations().some(moves);
      if (!busy && still) return [];
    }
    return waitsFor ? [`${waitsFor} after ${SETTLE_TIMEOUT / 1000} s`] : [];
  } finally {
    observer.disconnect();
  }
}

const takesRoom = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
};

/** Why nothing is shown; nothing when something is. */
export function absent(stage: HTMLElement): string[] {
  const fallback = stage.querySelector('[data-plugin-fallback]');
  if (fallback)
    return [
      `the host’s notice stands in its place: “${fallback.querySelector('p')?.textContent ?? ''}”`,
    ];
  const part = stage.querySelector('[data-plugin]');
  if (!part) return ['nothing was fetched for it'];
  return [...part.querySelectorAll('*')].some(takesRoom) ? [] : ['it shows nothing at all'];
}

const inWords = (element: Element) => {
  const text = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 30);
  return `<${element.tagName.toLowerCase()}>${text && ` “${text}”`}`;
};

/** Element wider than the window. */
export function tooWide(stage: HTMLElement): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth + 1) return [];
  const over = [...stage.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  const inner = over.filter(
    (element) => !over.some((other) => other !== element && element.contains(other)),
  );
  const examples = inner.slice(0, EXAMPLES).map(inWords).join(', ');
  return [`${scrollWidth - clientWidth} px wider than the window${examples && `: ${examples}`}`];
}

/** Axe violations. Zoom is fixed by the host's page and ignored. */
export async function violations(): Promise<{ serious: string[]; minor: string[] }> {
  const found = await runUnwatched(async () => {
    const { default: axe } = await import('axe-core');
    return await axe.run(document, {
      resultTypes: ['violations'],
      rules: { 'meta-viewport': { enabled: false } },
    });
  });
  const describeViolations = (keep: (impact: string) => boolean) =>
    found.violations
      .filter(({ impact }) => keep(impact ?? ''))
      .map(
        ({ id, help, impact, nodes }) =>
          `${id} (${impact ?? 'unknown'}): ${help}: ${nodes
            .slice(0, EXAMPLES)
            .map(({ target }) => target.join(' '))
            .join(', ')}${nodes.length > EXAMPLES ? ` and ${nodes.length - EXAMPLES} more` : ''}`,
      );
  const isSerious = (impact: string) => impact === 'serious' || impact === 'critical';
  return {
    serious: describeViolations(isSerious),
    minor: describeViolations((impact) => !isSerious(impact)),
  };
}
