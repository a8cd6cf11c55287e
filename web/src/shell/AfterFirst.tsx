// What every signed-in page has beside itself and can come a moment later: the palette, keys, and the watch over new versions.
import { lazy, Suspense, useEffect, useState } from 'react';
import GenerationWatch from '../plugins/GenerationWatch.tsx';
import Shortcuts from './Shortcuts.tsx';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

function useSearchKey(onSearch: (open: boolean) => void) {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        onSearch(true);
      }
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [onSearch]);
}

export default function AfterFirst({ searching, onSearch }: { searching: boolean; onSearch: (open: boolean) => void }) {
  const [keys, setKeys] = useState(false);
  useSearchKey(onSearch);
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
