// The notes on a record, newest first, and a box for the next one.
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useMutation, type QueryKey } from '@tanstack/react-query';
import { Button, Card, CardHeader, ErrorNote, Field, Textarea, useFormat } from '@waybill/plugin';
import { queryClient } from '../api/query-client.ts';
import type { Schema } from '../api/types.ts';
import { Person } from './Person.tsx';
import { useT } from '../lib/i18n.ts';
import { LeaveGuard } from '../lib/leave-guard.tsx';
import { KEYS } from './keys.ts';
import { useNoteKey } from './note-key.ts';
import { INTERNAL_FIELD, NoteBadge } from './NoteAudience.tsx';

export type Note = Pick<Schema<'NoteView'>, 'comment' | 'userName' | 'creationTime'> & {
  id?: number;
};

/** The most characters of a note. */
const MAX_LENGTH = 4000;

const newestFirst = (notes: readonly Note[]) =>
  notes.toSorted((a, b) => Date.parse(b.creationTime ?? '') - Date.parse(a.creationTime ?? ''));

interface NotesProps {
  notes: readonly Note[];
  add: (comment: string) => Promise<unknown>;
  stale: QueryKey;
  placeholder: string;
  description?: string;
  /** Who reads the notes, told to staff. */
  audience?: 'internal' | 'shared' | undefined;
  /** Controls below the notes, such as Load more. */
  more?: ReactNode;
  className?: string;
}

export function Notes({
  notes,
  add,
  stale,
  placeholder,
  description,
  audience,
  more,
  className,
}: NotesProps) {
  const t = useT();
  const format = useFormat();
  const field = useRef<HTMLTextAreaElement>(null);
  useNoteKey(field);
  const [text, setText] = useState('');
  const adding = useMutation({
    mutationFn: add,
    onSuccess: async (_, sent) => {
      // Text typed meanwhile stays.
      setText((now) => (now.trim() === sent ? '' : now));
      await queryClient.invalidateQueries({ queryKey: stale });
    },
  });
  const submit = () => {
    if (text.trim() && !adding.isPending) adding.mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  return (
    <Card {...(className ? { className } : {})}>
      <CardHeader title={t('Notes')} {...(description ? { description } : {})} />
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t('Add a note')} labelHidden>
          <Textarea
            ref={field}
            aria-keyshortcuts={KEYS.note.key}
            rows={2}
            placeholder={placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            maxLength={MAX_LENGTH}
            {...(audience === 'internal' ? { className: INTERNAL_FIELD } : {})}
          />
        </Field>
        {adding.isError && <ErrorNote error={adding.error} />}
        <div className="flex items-center justify-between gap-4">
          <span className="text-xs text-muted-foreground">{t('Ctrl + Enter to add')}</span>
          <Button
            type="submit"
            size="sm"
            variant="outline"
            pending={adding.isPending}
            disabled={!text.trim()}
          >
            {t('Add note')}
          </Button>
        </div>
      </form>
      <LeaveGuard dirty={text.trim() !== ''} />
      {notes.length > 0 && (
        <ul className="mt-3 divide-y divide-border border-t border-border">
          {newestFirst(notes).map((note, index) => (
            <li key={note.id ?? index} className="py-2.5">
              <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted-foreground">
                <span className="flex items-center gap-1.5 font-medium break-words">
                  <Person name={note.userName || t('Unknown user')} />
                  {audience && <NoteBadge isInternal={audience === 'internal'} />}
                </span>
                <time dateTime={note.creationTime ?? undefined} className="tabular-nums">
                  {format.dateTime(note.creationTime)}
                </time>
              </p>
              <p className="mt-0.5 text-sm break-words whitespace-pre-wrap">{note.comment}</p>
            </li>
          ))}
        </ul>
      )}
      {more}
    </Card>
  );
}
