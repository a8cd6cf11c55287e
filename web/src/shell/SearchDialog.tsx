// Search dialog. Its input takes every key from the start; the palette's code follows.
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Search } from 'lucide-react';
import { useT } from '../lib/i18n.ts';

const Palette = lazy(() => import('./CommandPalette.tsx'));

/** Opens by Ctrl or Cmd and K, unless a dialog is open. */
export function useSearchKey(open: (isOpen: boolean) => void): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (!document.querySelector('[role$=dialog][data-state=open]')) open(true);
      }
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [open]);
}

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [opener] = useState(() => document.activeElement ?? document.body);
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [active, setActive] = useState<string>();
  // Enter runs the first result, also one that arrives later.
  const [isEntered, setEntered] = useState(false);
  return (
    // Escape closes it without a handler; the click is for the pointer.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={(element) => {
        dialog.current = element;
        if (element && !element.open) element.showModal();
      }}
      aria-label={t('Search')}
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && dialog.current.close()}
      className="palette"
    >
      <div>
        <Search aria-hidden />
        <input
          role="combobox"
          aria-expanded
          aria-controls="found"
          aria-activedescendant={active}
          aria-label={t('Search')}
          placeholder={t('Search...')}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={({ key, nativeEvent }) =>
            setEntered(key === 'Enter' && !nativeEvent.isComposing)
          }
        />
      </div>
      <Suspense>
        <Palette
          text={text}
          isEntered={isEntered}
          opener={opener}
          onActive={setActive}
          onClose={() => dialog.current?.close()}
        />
      </Suspense>
    </dialog>
  );
}
