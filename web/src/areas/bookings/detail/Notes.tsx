// The notes on a booking, and a box for the next one.
import { useState, type KeyboardEvent } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, Card, CardHeader, ErrorNote, Field, Textarea, useFormat } from '@waybill/plugin';
import { api } from '../../../api/client.ts';
import { queryClient } from '../../../api/query-client.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import type { BookingDetail, BookingNote } from '../../../lib/bookings/model.ts';
import { bookingQuery } from '../../../lib/bookings/queries.ts';

const newestFirst = (notes: readonly BookingNote[]) => notes.toSorted((a, b) => Date.parse(b.creationTime ?? '') - Date.parse(a.creationTime ?? ''));

export function Notes({ booking }: { booking: BookingDetail }) {
  const t = useT();
  const format = useFormat();
  const [text, setText] = useState('');
  const add = useMutation({
    mutationFn: (comment: string) => api.post('/api/booking/booking/addnookingnote', { bookingId: booking.id, bookingNote: { comment } }),
    onSuccess: async () => {
      setText('');
      await queryClient.invalidateQueries({ queryKey: bookingQuery(booking.id).queryKey });
    },
  });
  const submit = () => {
    if (text.trim() && !add.isPending) add.mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
  };
  const notes = newestFirst(booking.bookingNotes ?? []);
  return (
    <Card>
      <CardHeader title={t('Notes')} />
      <form
        className="grid gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t('Add a note')} labelHidden>
          <Textarea rows={2} placeholder={t('Write an internal note')} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown} maxLength={4000} />
        </Field>
        {add.isError && <ErrorNote error={add.error} />}
        <div className="flex items-center justify-between gap-4">
          <span className="text-xs text-muted-foreground">{t('Ctrl + Enter to add')}</span>
          <Button type="submit" size="sm" variant="outline" pending={add.isPending} disabled={!text.trim()}>
            {t('Add note')}
          </Button>
        </div>
      </form>
      <LeaveGuard dirty={text.trim() !== ''} />
      {notes.length > 0 && (
        <ul className="mt-3 divide-y divide-border border-t border-border">
          {notes.map((note, index) => (
            <li key={note.id ?? index} className="py-2.5">
              <p className="flex flex-wrap justify-between gap-x-4 text-xs text-muted-foreground">
                <span className="font-medium">{note.userName || t('Unknown user')}</span>
                <time dateTime={note.creationTime ?? undefined} className="tabular-nums">
                  {format.dateTime(note.creationTime)}
                </time>
              </p>
              <p className="mt-0.5 text-sm break-words whitespace-pre-wrap">{note.comment}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
