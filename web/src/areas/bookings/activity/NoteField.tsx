// Note field; Enter adds and clears. Staff chooses who reads it.
import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, cn, ErrorNote, Textarea } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { INTERNAL_FIELD, NoteAudience } from '../../../kit/NoteAudience.tsx';
import { Key } from '../../../kit/Key.tsx';
import { KEYS } from '../../../kit/keys.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { bookingQuery } from '../../../lib/bookings/queries.ts';

const MAX_LENGTH = 4000;

export function NoteField({
  bookingId,
  field,
  hasKey = false,
}: {
  bookingId: number;
  field?: RefObject<HTMLTextAreaElement | null>;
  hasKey?: boolean;
}) {
  const t = useT();
  const { isTenant } = useSession();
  const [text, setText] = useState('');
  // Nothing reaches the customer by accident.
  const [chosen, setChosen] = useState(true);
  const isInternal = isTenant && chosen;
  const name = useId();
  const adding = useMutation({
    mutationFn: (comment: string) =>
      api.post('/api/booking/booking/addnookingnote', {
        bookingId,
        bookingNote: { comment, isInternal },
      }),
    onSuccess: async (_, sent) => {
      // Text typed meanwhile stays.
      setText((now) => (now.trim() === sent ? '' : now));
      await queryClient.invalidateQueries({ queryKey: bookingQuery(bookingId).queryKey });
    },
  });
  const submit = () => {
    if (text.trim() && !adding.isPending) adding.mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape' && !text) event.currentTarget.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isTenant && <NoteAudience name={name} isInternal={isInternal} onChange={setChosen} />}
      <div className="flex items-start gap-2">
        <span className="relative min-w-0 flex-1">
          <Textarea
            ref={field}
            rows={1}
            aria-label={t('Add a note')}
            aria-keyshortcuts={hasKey ? KEYS.note.key : undefined}
            placeholder={
              isInternal
                ? t('Internal note')
                : isTenant
                  ? t('Note: the customer reads it too')
                  : t('Note')
            }
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            maxLength={MAX_LENGTH}
            className={cn(
              'peer field-sizing-content max-h-40 min-h-8 resize-none py-1 pe-9 text-[13px]',
              isInternal && INTERNAL_FIELD,
            )}
          />
          {hasKey && (
            <span
              aria-hidden
              className="pointer-events-none absolute end-2 top-1.5 peer-focus:hidden"
            >
              <Key>{KEYS.note.key}</Key>
            </span>
          )}
        </span>
        <Button
          type="submit"
          size="sm"
          variant="outline"
          className="h-8"
          pending={adding.isPending}
          disabled={!text.trim()}
        >
          {t('Add note')}
        </Button>
      </div>
      {adding.isError && <ErrorNote error={adding.error} />}
      <LeaveGuard dirty={text.trim() !== ''} />
    </form>
  );
}
