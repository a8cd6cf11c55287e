// Deferred parts of signed-in pages: palette, shortcuts, version watch.
import { lazy, Suspense, useState } from 'react';
import GenerationWatch from '../plugins/GenerationWatch.tsx';
import Shortcuts from './Shortcuts.tsx';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

export default function AfterFirst({
  searching,
  onSearch,
}: {
  searching: boolean;
  onSearch: (open: boolean) => void;
}) {
  const [keys, setKeys] = useState(false);
  return (
    <>
      {searching && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => onSearch(false)} onKeys={() => setKeys(true)} />
        </Suspense>
      )}
      <Shortcuts help={keys} onHelp={setKeys} />
      <GenerationWatch />
    </>
  );
}
