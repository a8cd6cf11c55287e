// First tour of the application: five steps, each next to its subject.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, cn } from '@waybill/plugin';
import { msg, useT } from '../lib/i18n.ts';

interface Step {
  /** What the step explains; the first that is visible. */
  at: string;
  title: string;
  text: string;
}

const STEPS: readonly Step[] = [
  {
    at: 'aside nav, button[data-tour=menu]',
    title: msg('Your areas'),
    text: msg('The sidebar has the areas that you may use. Press g and a letter to go to one.'),
  },
  {
    at: 'button[data-tour=search]',
    title: msg('Find anything'),
    text: msg('Press Ctrl K, or ⌘K on a Mac, to find bookings, customers, pages and actions.'),
  },
  {
    at: '#main header',
    title: msg('Start here'),
    text: msg('Your dashboard shows what waits for you. Each number leads to its list.'),
  },
  {
    at: 'button[data-tour=search]',
    title: msg('Keys'),
    text: msg('Press ? on any page to see the keys that work there.'),
  },
  {
    at: '#main a[data-tour=guide]',
    title: msg('Help'),
    text: msg('The question mark next to a heading opens the page of the guide about it.'),
  },
];

const isVisible = (element: Element) => element.getClientRects().length > 0;

/** Where the step's part is on the screen; null if it is not shown. */
function useFrame(selector: string): DOMRect | null {
  const [frame, setFrame] = useState<DOMRect | null>(null);
  useLayoutEffect(() => {
    const measure = () => {
      const part = [...document.querySelectorAll(selector)].find(isVisible);
      setFrame(part?.getBoundingClientRect() ?? null);
    };
    measure();
    addEventListener('resize', measure);
    addEventListener('scroll', measure, true);
    return () => {
      removeEventListener('resize', measure);
      removeEventListener('scroll', measure, true);
    };
  }, [selector]);
  return frame;
}

export default function Tour({ onEnd }: { onEnd: () => void }) {
  const t = useT();
  const title = useId();
  const text = useId();
  const card = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const step = STEPS[at] ?? STEPS[0];
  const frame = useFrame(step?.at ?? '');
  const isLast = at === STEPS.length - 1;
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector<HTMLElement>('[data-next]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onEnd();
    };
    addEventListener('keydown', leave, true);
    return () => removeEventListener('keydown', leave, true);
  }, [onEnd]);
  if (!step) return null;
  return (
    <>
      {frame && (
        <div
          aria-hidden
          className="pointer-events-none fixed z-40 rounded-lg ring-2 ring-primary ring-offset-2"
          style={{ left: frame.left, top: frame.top, width: frame.width, height: frame.height }}
        />
      )}
      <div
        ref={card}
        role="dialog"
        aria-labelledby={title}
        aria-describedby={text}
        className={cn(
          'fixed end-4 bottom-4 z-50 w-80 max-w-[calc(100vw-2rem)] rounded-xl border',
          'border-border bg-popover p-4 text-popover-foreground shadow-2xl',
        )}
      >
        <p className="text-xs text-muted-foreground tabular-nums">
          {t('Step {number} of {total}', { number: at + 1, total: STEPS.length })}
        </p>
        <h2 id={title} className="mt-1 text-sm font-semibold">
          {t(step.title)}
        </h2>
        <p id={text} aria-live="polite" className="mt-1 min-h-10 text-[13px] text-muted-foreground">
          {t(step.text)}
        </p>
        <div className="mt-3 flex items-center gap-2">
          <Button variant="ghost" size="sm" onClick={onEnd}>
            {t('Skip the tour')}
          </Button>
          <span className="flex-1" />
          {at > 0 && (
            <Button variant="outline" size="sm" onClick={() => setAt(at - 1)}>
              {t('Back')}
            </Button>
          )}
          <Button size="sm" data-next onClick={() => (isLast ? onEnd() : setAt(at + 1))}>
            {isLast ? t('Done') : t('Next')}
          </Button>
        </div>
      </div>
    </>
  );
}
