// Deferred parts of signed-in pages: palette, shortcuts, tour, version watch.
import { lazy, Suspense, useState } from 'react';
import { useSession } from '../api/session.ts';
import GenerationWatch from '../plugins/GenerationWatch.tsx';
import { useHint } from './hints.ts';
import Shortcuts from './Shortcuts.tsx';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));
const Tour = lazy(() => import('./Tour.tsx'));

export default function AfterFirst({
  searching,
  onSearch,
}: {
  searching: boolean;
  onSearch: (open: boolean) => void;
}) {
  const [keys, setKeys] = useState(false);
  const [tour, setTour] = useState(false);
  const { isImpersonating, isDriver } = useSession();
  const { isHidden, hide } = useHint('tour');
  // Programs that drive a browser get the tour only from the palette.
  const isFirst = isHidden === false && !navigator.webdriver && !isImpersonating && !isDriver;
  const endTour = () => {
    setTour(false);
    // A tour that could not be marked as seen comes again.
    if (!isHidden) void hide(true).catch(() => undefined);
  };
  return (
    <>
      {searching && (
        <Suspense fallback={null}>
          <CommandPalette
            onClose={() => onSearch(false)}
            onKeys={() => setKeys(true)}
            onTour={() => setTour(true)}
          />
        </Suspense>
      )}
      {(tour || isFirst) && !searching && (
        <Suspense fallback={null}>
          <Tour onEnd={endTour} />
        </Suspense>
      )}
      <Shortcuts help={keys} onHelp={setKeys} />
      <GenerationWatch />
    </>
  );
}
