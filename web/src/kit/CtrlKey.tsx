// A key that is pressed with Ctrl, or with ⌘ on a Mac, on its button.
import { useT } from '../lib/i18n.ts';

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export function CtrlKey({ letter }: { letter: string }) {
  const t = useT();
  return (
    <kbd
      aria-hidden
      className="rounded border border-current/30 px-1 font-sans text-[11px] font-normal opacity-80 max-md:hidden"
    >
      {isMac ? `⌘${letter}` : t('Ctrl {key}', { key: letter })}
    </kbd>
  );
}
