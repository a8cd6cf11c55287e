// Shortcuts, tour and version watch of signed-in pages; menus, dialogs and notices load when the page
// is idle.
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { loadOverlays } from '@waybill/plugin';
import { useSession } from '../api/session.ts';
import GenerationWatch from '../plugins/GenerationWatch.tsx';
import { useHint } from './hints.ts';
import Shortcuts from './Shortcuts.tsx';
import { tour } from './tour-state.ts';

const Tour = lazy(() => import('./Tour.tsx'));

export default function AfterFirst({ searching }: { searching: boolean }) {
  const isAsked = useSyncExternalStore(tour.subscribe, tour.isAsked);
  const { isImpersonating, isDriver } = useSession();
  const { isHidden, hide } = useHint('tour');
  // Programs that drive a browser get the tour only from the palette.
  const isFirst = isHidden === false && !navigator.webdriver && !isImpersonating && !isDriver;
  const endTour = () => {
    tour.ask(false);
    // A tour that could not be marked as seen comes again.
    if (!isHidden) void hide(true).catch(() => undefined);
  };
  useEffect(() => {
    // They also have to work once the connection is lost.
    const idle = setTimeout(
      () =>
        void Promise.all([
          loadOverlays(),
          import('./CommandPalette.tsx'),
          import('./ToastList.tsx'),
          import('./KeysOverview.tsx'),
        ]).catch(() => null),
      300,
    );
    return () => clearTimeout(idle);
  }, []);
  return (
    <>
      {(isAsked || isFirst) && !searching && (
        <Suspense fallback={null}>
          <Tour onEnd={endTour} />
        </Suspense>
      )}
      <Shortcuts />
      <GenerationWatch />
    </>
  );
}
