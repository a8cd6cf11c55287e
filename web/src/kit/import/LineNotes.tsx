// Errors and warnings of a file by row and column.
import { useT } from '../../lib/i18n.ts';
import type { LineNote } from './calls.ts';

const MAX_SHOWN = 100;

export function LineNotes({ title, notes }: { title: string; notes: readonly LineNote[] }) {
  const t = useT();
  const say = ({ index, column, cell, message }: LineNote) => {
    if (index === 0) return message;
    const row = index + 1;
    if (cell && column) return t('{cell}, {column}: {reason}', { cell, column, reason: message });
    return column
      ? t('Row {row}, {column}: {reason}', { row, column, reason: message })
      : t('Row {row}: {reason}', { row, reason: message });
  };
  return (
    <div className="rounded-lg bg-warning-soft px-3 py-2 text-warning-text">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 grid max-h-60 gap-0.5 overflow-y-auto">
        {notes.slice(0, MAX_SHOWN).map((note) => (
          <li key={`${note.index}/${note.column}/${note.message}`}>{say(note)}</li>
        ))}
      </ul>
    </div>
  );
}
