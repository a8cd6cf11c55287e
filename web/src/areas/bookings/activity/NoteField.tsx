// Note field; Enter adds and clears. Staff chooses who reads it.
import { useId, useState, type KeyboardEvent, type RefObject } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Button, cn, ErrorNote, Textarea } from '@waybill/plugin';
import { queryClient } from '../../../api/query-client.ts';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { formDraft } from '../../../kit/form-draft.ts';
import { INTERNAL_FIELD, NoteAudience } from '../../../kit/NoteAudience.tsx';
import { Key } from '../../../kit/Key.tsx';
import { KEYS } from '../../../kit/keys.ts';
import { useT } from '../../../lib/i18n.ts';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { bookingQuery } from '../../../lib/bookings/queries.ts';

const MAX_LENGTH = 4000;

interface NoteDraft {
  text: string;
  isInternal: boolean;
}

// Nothing reaches the customer by accident.
const EMPTY: NoteDraft = { text: '', isInternal: true };

/** Text that outlives the field: another booking may be chosen while it is typed. */
function useNoteDraft(bookingId: number) {
  const name = `booking-note.${bookingId}`;
  const [draft, setDraft] = useState(() => ({
    ...EMPTY,
    ...formDraft.read<NoteDraft>(name)?.values,
  }));
  return {
    draft,
    write(next: NoteDraft) {
      setDraft(next);
      if (next.text.trim()) formDraft.keep<NoteDraft>(name, { base: EMPTY, values: next });
      else formDraft.drop(name);
    },
    discard: () => formDraft.drop(name),
    /** Text typed meanwhile stays; the field may be unmounted by now. */
    sent(comment: string) {
      setDraft((now) => (now.text.trim() === comment ? { ...now, text: '' } : now));
      if (formDraft.read<NoteDraft>(name)?.values.text.trim() === comment) formDraft.drop(name);
    },
  };
}

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
  const { draft, write, discard, sent } = useNoteDraft(bookingId);
  const { text } = draft;
  const isInternal = isTenant && draft.isInternal;
  const name = useId();
  const adding = useMutation({
    mutationFn: (comment: string) =>
      api.post('/api/booking/booking/addnookingnote', {
        bookingId,
        bookingNote: { comment, isInternal },
      }),
    onSuccess: async (_, comment) => {
      sent(comment);
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
      {isTenant && (
        <NoteAudience
          name={name}
          isInternal={isInternal}
          onChange={(chosen) => write({ ...draft, isInternal: chosen })}
        />
      )}
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
            onChange={(event) => write({ ...draft, text: event.target.value })}
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
      <LeaveGuard dirty={text.trim() !== ''} stored onLeave={discard} />
    </form>
  );
}
