// The scanner's field: a line is read on Enter or Tab, which scanners send at its end.
import { useEffect, useRef, useState, type KeyboardEvent as ReactKeyboardEvent } from 'react';
import { ScanBarcode } from 'lucide-react';
import { cn } from '@waybill/plugin';
import { Key } from '../../../kit/Key.tsx';
import { isOverlaid, useKeys } from '../../../kit/keys.ts';
import { useT } from '../../../lib/i18n.ts';
import { commandOf, keyOf } from './commands.ts';
import type { StationState } from './use-station.ts';
import { READY } from './words.ts';

/** Milliseconds after which a lone z was pressed by a person. */
const LONE_KEY = 500;

/** Commands of a field that shares its page with others. */
const OWN_COMMANDS = new Set(['undo', 'accept', 'dismiss']);

export function ScanField({
  station,
  onClose,
  focusKey,
}: {
  station: StationState;
  /** The field is alone on its page: keys that are pressed elsewhere lead to it. */
  onClose?: () => void;
  /** The key that leads to a field that shares its page. */
  focusKey?: string;
}) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const isAlone = onClose !== undefined;
  const [isFocused, setFocused] = useState(isAlone);
  const now = useRef(station);
  now.current = station;
  const lone = useRef<ReturnType<typeof setTimeout> | null>(null);
  const stopLone = () => {
    if (lone.current) clearTimeout(lone.current);
    lone.current = null;
  };
  const take = (element: HTMLInputElement) => {
    stopLone();
    const text = element.value;
    element.value = '';
    now.current.onLine(text);
  };
  useEffect(() => {
    if (!onClose) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const element = field.current;
      if (!element || event.altKey || event.ctrlKey || event.metaKey || isOverlaid()) return;
      const command = commandOf(event.key);
      if (command && !(event.key === 'Home' && element.value)) {
        event.preventDefault();
        element.focus();
        return now.current.command(command);
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        if (element.value) element.value = '';
        else onClose();
        return;
      }
      const isButton = event.target instanceof HTMLElement && event.target.closest('button, a');
      if (isButton && (event.key === 'Enter' || event.key === ' ')) return;
      if (event.key.length === 1 || event.key === 'Enter') element.focus();
    };
    field.current?.focus();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [onClose]);
  const onKeyDown = (event: ReactKeyboardEvent<HTMLInputElement>) => {
    const element = event.currentTarget;
    stopLone();
    const command = isAlone ? null : commandOf(event.key);
    if (command && OWN_COMMANDS.has(command.kind)) {
      event.preventDefault();
      return now.current.command(command);
    }
    // Scanners end a code with Enter or Tab.
    if (event.key === 'Enter' || (event.key === 'Tab' && element.value)) {
      event.preventDefault();
      take(element);
    } else if (event.key === 'z' && !element.value && !event.repeat)
      lone.current = setTimeout(() => element.value === 'z' && take(element), LONE_KEY);
  };
  useKeys(
    focusKey
      ? [
          {
            key: focusKey,
            text: t('Go to the scan field'),
            group: 'page',
            run: () => field.current?.focus(),
          },
        ]
      : [],
  );
  const isChoosing = !station.port || (!station.isDoor && station.haulId === null);
  return (
    <div
      className={cn(
        'flex items-center gap-3 rounded-2xl border-[3px] bg-card px-4',
        isAlone ? 'min-h-16' : 'min-h-12',
        isFocused ? 'border-primary' : isAlone ? 'border-warning-text' : 'border-input',
      )}
    >
      <ScanBarcode aria-hidden className="size-7 shrink-0 text-muted-foreground" />
      <input
        ref={field}
        aria-label={t('Scan or type')}
        aria-keyshortcuts={focusKey}
        placeholder={
          isAlone && !isFocused
            ? t('Press any key to scan again')
            : isChoosing
              ? t('Number, code or barcode')
              : t(READY[station.mode])
        }
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        dir="ltr"
        className={cn(
          'min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted-foreground',
          isAlone ? 'text-xl md:text-2xl' : 'text-lg',
          'rtl:text-right',
        )}
      />
      {isAlone ? (
        <p className="shrink-0 text-sm text-muted-foreground max-xl:hidden">
          {t('{step} next step · {undo} or z undo', { step: keyOf('step'), undo: keyOf('undo') })}
        </p>
      ) : (
        focusKey && !isFocused && <Key>{focusKey}</Key>
      )}
    </div>
  );
}
