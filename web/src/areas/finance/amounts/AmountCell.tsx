// Amount cell: Enter and arrows move, = fills up, Esc resets.
import { useId, type KeyboardEvent } from 'react';
import { cn } from '@waybill/plugin';

export interface AmountCellProps {
  label: string;
  text: string;
  /** Typed, not proposed. */
  typed: boolean;
  message: string | undefined;
  /** The full amount; null if there is none. */
  fullAmount: string | null;
  /** Null restores the proposal. */
  onWrite: (text: string | null) => void;
  /** Ctrl+Enter. */
  onDone: () => void;
  disabled?: boolean;
}

/** Needs an ancestor with `data-amounts`, which scopes keyboard movement. */
export function AmountCell({
  label,
  text,
  typed,
  message,
  fullAmount,
  onWrite,
  onDone,
  disabled = false,
}: AmountCellProps) {
  const id = useId();
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const all = [
      ...(event.currentTarget
        .closest('[data-amounts]')
        ?.querySelectorAll<HTMLInputElement>('[data-amount]') ?? []),
    ];
    const at = all.indexOf(event.currentTarget);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onDone();
    else if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.shiftKey))
      all[at + 1]?.focus();
    else if (event.key === 'ArrowUp' || event.key === 'Enter') all[at - 1]?.focus();
    else if (event.key === '=' && fullAmount !== null) onWrite(fullAmount);
    else if (event.key === 'Escape' && typed) onWrite(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <input
        data-amount
        aria-label={label}
        aria-invalid={message ? true : undefined}
        aria-describedby={message ? id : undefined}
        value={text}
        inputMode="decimal"
        autoComplete="off"
        dir="ltr"
        disabled={disabled}
        className={cn(
          'h-8 w-28 rounded-md border border-input bg-field px-2 text-end',
          'tabular-nums focus-visible:outline-2 focus-visible:-outline-offset-1',
          'focus-visible:outline-ring aria-invalid:border-destructive-text',
          typed ? 'font-medium' : 'text-muted-foreground',
        )}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => onWrite(target.value)}
        onKeyDown={onKey}
      />
      {message && (
        <span
          id={id}
          className="block text-xs whitespace-normal text-destructive-text first-letter:uppercase"
        >
          {message}
        </span>
      )}
    </>
  );
}
