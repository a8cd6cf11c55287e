// A bar with a page's buttons that stays at the bottom; notices stand above it.
import { useLayoutEffect, type ReactNode } from 'react';
import { cn } from '@waybill/plugin';

let shownBars = 0;

/** Sets an attribute of the page by which notices are placed: `:has()` is checked at each change. */
function countBars(more: 1 | -1): void {
  shownBars += more;
  document.documentElement.toggleAttribute('data-has-bar', shownBars > 0);
}

export function BottomBar({ className, children }: { className: string; children: ReactNode }) {
  useLayoutEffect(() => {
    countBars(1);
    return () => countBars(-1);
  }, []);
  return (
    <div data-bottom-bar className={cn('sticky bottom-0', className)}>
      {children}
    </div>
  );
}
