// Search field with suggestions (combobox pattern).
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { Check, LoaderCircle, X } from 'lucide-react';
import { useT } from '../i18n.ts';
import { cn } from './cn.ts';
import { Input } from './inputs.tsx';
import { MENU_PANEL } from './menu-look.ts';

export interface ComboboxProps<T> {
  value: T | null;
  onChange: (value: T | null) => void;
  /** Called after the pause; the signal ends an outdated search. */
  search: (text: string, signal: AbortSignal) => Promise<T[]>;
  getKey: (item: T) => string | number;
  getLabel: (item: T) => string;
  renderItem?: (item: T) => ReactNode;
  placeholder?: string;
  /** Fewest characters that are searched; 0 opens suggestions while the field is empty. */
  minLength?: number;
  debounce?: number;
  emptyText?: string;
  /** Lets the value be emptied with a button. */
  clearable?: boolean;
  disabled?: boolean;
  /** The form field's name; error lists find the field by it. */
  name?: string;
  id?: string;
  'aria-label'?: string;
  className?: string;
  /** Free text with suggestions: `value` is null. `takesOnly`: Enter takes the only one. */
  typed?: { text: string; onChange: (text: string) => void; takesOnly?: boolean };
  /** Direction of what is typed, if it is not the language's. */
  dir?: 'ltr';
  /** Keeps the list in the page's flow, below its field. */
  inFlow?: boolean;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
}

/** Puts the list under or above its field, in the top layer, so that nothing clips it. */
function place(list: HTMLElement, field: HTMLElement): void {
  const box = field.getBoundingClientRect();
  const below = innerHeight - box.bottom - 12;
  const above = box.top - 12;
  const up = below < 200 && above > below;
  const width = Math.min(Math.max(box.width, 256), innerWidth - 16);
  Object.assign(list.style, {
    width: `${width}px`,
    left: `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`,
    top: up ? 'auto' : `${box.bottom + 4}px`,
    bottom: up ? `${innerHeight - box.top + 4}px` : 'auto',
    maxHeight: `${Math.min(288, Math.max(above, below))}px`,
  });
}

type SearchResult<T> = { text: string; items: T[]; error?: string };

export function Combobox<T>(props: ComboboxProps<T>) {
  const {
    value,
    onChange,
    search,
    getKey,
    getLabel,
    renderItem,
    placeholder,
    minLength = 2,
    debounce = 250,
    emptyText,
    clearable = false,
    typed,
    inFlow = false,
  } = props;
  const t = useT();
  const [text, setText] = useState<string | null>(null); // null: nothing is being typed, the value's label is shown
  const [found, setFound] = useState<SearchResult<T> | null>(null);
  const [open, setOpen] = useState(false);
  const first = typed ? -1 : 0;
  const [active, setActive] = useState(first);
  const listId = useId();
  const fieldRef = useRef<HTMLSpanElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const panelRef = useRef<HTMLDivElement>(null);
  /** Enter preceded the response for this text: take its first result. */
  const awaited = useRef<string | null>(null);
  const close = () => {
    awaited.current = null;
    setOpen(false);
    setText(null);
    // Another customer's suggestions may differ.
    setFound(null);
  };
  const choose = (item: T) => {
    onChange(item);
    close();
  };
  /** The result that Enter takes. */
  const taken = (found: T[], at: number): T | undefined =>
    typed && at < 0 ? (typed.takesOnly && found.length === 1 ? found[0] : undefined) : found[at];
  const latest = useRef({ search, choose, taken });
  latest.current = { search, choose, taken };

  const query = text?.trim() ?? '';
  const searching = open && query.length >= minLength && found?.text !== query;
  useEffect(() => {
    if (!open || query.length < minLength) return;
    const stop = new AbortController();
    const timer = setTimeout(
      () => {
        latest.current.search(query, stop.signal).then(
          (items) => {
            if (stop.signal.aborted) return;
            setFound({ text: query, items });
            setActive(first);
            const item = latest.current.taken(items, first);
            if (awaited.current === query && item !== undefined) latest.current.choose(item);
          },
          (error: unknown) => {
            if (!stop.signal.aborted)
              setFound({
                text: query,
                items: [],
                error: error instanceof Error ? error.message : '',
              });
          },
        );
      },
      query ? debounce : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [open, query, minLength, debounce, first]);

  useEffect(() => {
    if (open) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [open, listId, active]);

  // A value that is filled in for a person who is in the field is replaced by typing.
  const label = value ? getLabel(value) : '';
  const isShown = !typed && text === null;
  useLayoutEffect(() => {
    const input = inputRef.current;
    if (isShown && label && input === document.activeElement) input?.select();
  }, [isShown, label]);

  const items = query.length >= minLength ? (found?.items ?? []) : [];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) return setOpen(true);
      if (items.length)
        setActive(
          event.key === 'ArrowDown'
            ? (active + 1) % items.length
            : (Math.max(active, 0) + items.length - 1) % items.length,
        );
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      const item = taken(items, active);
      if (searching ? typed && !typed.takesOnly : item === undefined) return;
      event.preventDefault();
      if (searching) awaited.current = query;
      else choose(item as T);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  const shown = open && query.length >= minLength && (items.length > 0 || (!typed && query !== ''));
  useLayoutEffect(() => {
    const panel = panelRef.current;
    const field = fieldRef.current;
    if (!shown || inFlow || !panel || !field) return;
    panel.showPopover?.();
    const follow = () => place(panel, field);
    follow();
    const stop = new AbortController();
    const until = { capture: true, signal: stop.signal };
    addEventListener('scroll', follow, until);
    addEventListener('resize', follow, until);
    return () => stop.abort();
  }, [shown, inFlow]);
  return (
    <>
      <span ref={fieldRef} className={cn('relative block', props.className)}>
        <Input
          ref={inputRef}
          role="combobox"
          autoComplete="off"
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={
            shown && items[active] !== undefined ? `${listId}-${active}` : undefined
          }
          aria-label={props['aria-label']}
          id={props.id}
          dir={props.dir}
          name={props.name}
          disabled={props.disabled}
          placeholder={placeholder}
          aria-invalid={props['aria-invalid']}
          aria-describedby={props['aria-describedby']}
          value={typed?.text ?? text ?? label}
          onChange={(event) => {
            setText(event.target.value);
            setOpen(true);
            typed?.onChange(event.target.value);
            if (event.target.value === '') onChange(null);
          }}
          onFocus={(event) => {
            if (!typed) event.target.select();
            if (minLength === 0 && !value) setOpen(true);
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
          className={cn(!typed && 'pe-8', props.dir && 'rtl:text-right')}
        />
        {searching ? (
          <LoaderCircle
            aria-hidden
            className="absolute top-1/2 end-2.5 size-4 -translate-y-1/2 animate-spin text-muted-foreground"
          />
        ) : (
          clearable &&
          value &&
          !props.disabled && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={t('Clear')}
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => onChange(null)}
              className={cn(
                'absolute top-1/2 end-1.5 -translate-y-1/2 cursor-pointer rounded p-1',
                'text-muted-foreground hover:bg-accent',
              )}
            >
              <X aria-hidden className="size-3.5" />
            </button>
          )
        )}
      </span>
      {shown && (
        // A click in the list must not take the focus from the field.
        <div
          ref={panelRef}
          popover={inFlow ? undefined : 'manual'}
          onMouseDown={(event) => event.preventDefault()}
          className={cn(
            MENU_PANEL,
            'overflow-y-auto',
            inFlow ? 'col-span-full mt-1 max-h-48 shadow-none' : 'fixed inset-auto m-0',
          )}
        >
          <ul
            role="listbox"
            id={listId}
            aria-label={props['aria-label'] ?? placeholder ?? t('Results')}
          >
            {items.map((item, index) => {
              const chosen = value !== null && getKey(item) === getKey(value);
              return (
                <li
                  key={getKey(item)}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={chosen}
                  onMouseEnter={() => setActive(index)}
                  onClick={() => choose(item)}
                  className={cn(
                    'flex cursor-pointer items-center justify-between gap-2 rounded-md px-2 py-1.5 text-sm',
                    index === active && 'bg-accent',
                  )}
                >
                  <span className="min-w-0 flex-1">
                    {renderItem ? renderItem(item) : getLabel(item)}
                  </span>
                  {chosen && <Check aria-hidden className="size-4 shrink-0 text-primary" />}
                </li>
              );
            })}
          </ul>
          {items.length === 0 && (
            <p role="status" className="px-2 py-3 text-center text-sm text-muted-foreground">
              {searching
                ? t('Searching..')
                : found?.error !== undefined
                  ? found.error || t('The search failed.')
                  : (emptyText ?? t('Nothing found.'))}
            </p>
          )}
        </div>
      )}
    </>
  );
}
