// Cell that is edited in place: a click or F2 opens it, Enter saves, Escape leaves.
import { useRef, useState, type KeyboardEvent } from 'react';
import { cn } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { failure } from '../mutate.ts';
import type { ListColumn } from './declare.ts';

export interface CellEdit<Row> {
  type: 'text' | 'datetime-local';
  value: (row: Row) => string;
  /** False where the server would reject it. */
  able: (row: Row) => boolean;
  maxLength?: number | undefined;
  /** Stores a changed value; the rows show it at once. */
  save: (row: Row, value: string) => Promise<unknown>;
}

/** Opens the editable cell that has the focus, else the first of the focused row. */
export function openEditor(): boolean {
  const at = document.activeElement;
  const found =
    at?.closest('td')?.querySelector<HTMLElement>('[data-edit]') ??
    at?.closest('tr')?.querySelector<HTMLElement>('[data-edit="field"]') ??
    at?.closest('tr')?.querySelector<HTMLElement>('[data-edit]');
  found?.click();
  return Boolean(found);
}

export function EditCell<Row>({
  row,
  name,
  column,
  edit,
}: {
  row: Row;
  name: string;
  column: ListColumn<Row>;
  edit: CellEdit<Row>;
}) {
  const t = useT();
  const [editing, setEditing] = useState(false);
  const cell = useRef<HTMLElement | null>(null);
  // The focus that Enter and Escape move away blurs the field once more.
  const isOpen = useRef(false);
  const value = edit.value(row);
  const label = t('{field} of {name}', { field: column.header, name });
  const leave = (withFocus: boolean) => {
    isOpen.current = false;
    if (withFocus) cell.current?.closest<HTMLElement>('[data-row-index]')?.focus();
    setEditing(false);
  };
  const save = (next: string, withFocus: boolean) => {
    if (!isOpen.current) return;
    leave(withFocus);
    if (next.trim() === value) return;
    void edit.save(row, next.trim()).catch(failure(t('{field} was not saved', { field: label })));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') save(event.currentTarget.value, true);
    if (event.key === 'Escape') leave(true);
  };
  if (editing)
    return (
      <input
        ref={(element) => {
          if (element && cell.current !== element) {
            cell.current = element;
            element.focus();
            if (edit.type === 'text') element.select();
          }
        }}
        type={edit.type}
        aria-label={label}
        defaultValue={value}
        maxLength={edit.maxLength}
        // The column keeps its width.
        size={1}
        onKeyDown={onKeyDown}
        onBlur={(event) => save(event.currentTarget.value, false)}
        className={cn(
          '-mx-1 h-6 w-[calc(100%+0.5rem)] min-w-20 rounded border border-ring bg-card px-1 text-[13px] outline-none',
          edit.type === 'datetime-local' && 'min-w-48',
        )}
      />
    );
  return (
    <button
      type="button"
      data-edit="field"
      tabIndex={-1}
      aria-label={label}
      title={t('Click or F2 to edit')}
      onClick={() => {
        isOpen.current = true;
        setEditing(true);
      }}
      className={cn(
        '-mx-1 block w-[calc(100%+0.5rem)] cursor-text truncate rounded px-1 text-start',
        'hover:shadow-[inset_0_0_0_1px_var(--wb-control)] focus-visible:outline-2 focus-visible:outline-ring',
      )}
    >
      {column.cell(row)}
    </button>
  );
}
