// A search box whose text goes into the address after a pause.
import { useEffect, useRef, useState } from 'react';
import { Search } from 'lucide-react';
import { cn, Input } from '@waybill/plugin';
import { useDebounced } from '../../../lib/debounce.ts';

export interface SearchBoxProps {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
}

const pause = 300;

/** An address that changes by itself (the way back, a link) wins over what stands in the box. */
export function SearchBox({ label, placeholder, value, onChange, className }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const settled = useDebounced(text, pause).trim();
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
    // Only the settled text sends; a new callback alone must not.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled]);
  return (
    <span className={cn('relative block w-full', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 start-2.5 size-4 -translate-y-1/2 text-muted-foreground" />
      <Input
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        data-list-search
        placeholder={placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="ps-8"
      />
    </span>
  );
}
