// Debounced search box.
import { useEffect, useRef, useState } from 'react';
import { Search } from 'lucide-react';
import { cn, Input } from '@waybill/plugin';
import { KEYS } from '../keys.ts';
import { useDebounced } from '../../lib/debounce.ts';

export interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  /** The text at Enter; null once it changes. */
  onEnter?: (text: string | null) => void;
  /** The slash focuses the box. */
  hasKey?: boolean;
  className?: string;
}

const PAUSE = 300;

/** External state changes (back, links) replace the text. */
export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  onEnter,
  hasKey = false,
  className,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text, PAUSE).trim();
  const sent = useRef(value);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    onChange(settled);
    // A new callback alone must not send.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  const type = (next: string) => {
    setText(next);
    onEnter?.(null);
  };
  return (
    <span aria-busy={text.trim() !== settled} className={cn('relative block w-full', className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 start-2.5 size-3.5 -translate-y-1/2 text-muted-foreground"
      />
      <Input
        type="search"
        aria-label={label}
        aria-keyshortcuts={hasKey ? KEYS.search.key : undefined}
        data-list-search
        placeholder={placeholder}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            const now = text.trim();
            if (now !== sent.current) {
              sent.current = now;
              onChange(now);
            }
            onEnter?.(now);
          }
          if (event.key !== 'Escape') return;
          // The first Escape empties the box, the next leaves it.
          if (text) type('');
          else event.currentTarget.blur();
        }}
        className="peer h-7.5 ps-8 pe-8 text-[13px] [&::-webkit-search-cancel-button]:hidden"
      />
      {hasKey && (
        <kbd
          aria-hidden
          className={cn(
            'pointer-events-none absolute top-1/2 end-2 -translate-y-1/2 rounded',
            'border border-border bg-muted px-1.5 font-sans text-[11px] leading-4',
            'text-muted-foreground peer-focus:hidden max-md:hidden',
          )}
        >
          {KEYS.search.key}
        </kbd>
      )}
    </span>
  );
}
