// The keyboard shortcuts of a list, shown by the question mark.
import { cn, Button, Dialog } from '@waybill/plugin';
import { msg, useT } from '../../lib/i18n.ts';

export interface ListKey {
  keys: readonly string[];
  text: string;
  only?: 'select' | 'search';
}

export const LIST_KEYS: readonly ListKey[] = [
  { keys: ['j'], text: msg('Next row') },
  { keys: ['k'], text: msg('Previous row') },
  { keys: ['Enter'], text: msg('Open the row') },
  { keys: ['x'], text: msg('Select or deselect the row'), only: 'select' },
  {
    keys: ['Shift', 'x'],
    text: msg('Select all rows from the last one selected to this one'),
    only: 'select',
  },
  { keys: ['/'], text: msg('Go to search; press Enter for the first result'), only: 'search' },
  { keys: ['n'], text: msg('Next page') },
  { keys: ['p'], text: msg('Previous page') },
  { keys: ['r'], text: msg('Refresh') },
  { keys: ['Esc'], text: msg('Leave the row, then clear the selection') },
  { keys: ['?'], text: msg('Show shortcuts') },
];

export function Key({ children }: { children: string }) {
  return (
    <kbd
      className={cn(
        'inline-grid min-w-5 place-items-center rounded border border-border',
        'bg-muted px-1.5 font-sans text-[11px] leading-4.5',
      )}
    >
      {children}
    </kbd>
  );
}

export function KeysDialog({ keys, onClose }: { keys: readonly ListKey[]; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t('List shortcuts')}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <dl className="grid gap-1.5">
        {keys.map(({ keys: pressed, text }) => (
          <div key={text} className="flex items-baseline justify-between gap-4 text-[13px]">
            <dt>{t(text)}</dt>
            <dd className="flex gap-1">
              {pressed.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
