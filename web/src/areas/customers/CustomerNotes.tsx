// Customer tab: internal notes.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, ErrorNote, Skeleton } from '@waybill/plugin';
import { Notes } from '../../kit/Notes.tsx';
import { useT } from '../../lib/i18n.ts';
import { addNote, notesKey, notesQuery } from './notes.ts';

const STEP = 50;
/** Maximum of one call. */
const MAX_LENGTH = 1000;

export default function CustomerNotes({ customerId }: { customerId: number }) {
  const t = useT();
  const [count, setCount] = useState(STEP);
  const notes = useQuery(notesQuery(customerId, count));
  if (notes.isPending) return <Skeleton className="h-40 max-w-3xl" />;
  if (notes.isLoadingError)
    return (
      <ErrorNote
        title={t('The notes could not be loaded')}
        error={notes.error}
        onRetry={() => void notes.refetch()}
      />
    );
  const { items, totalCount } = notes.data;
  return (
    <Notes
      className="max-w-3xl"
      notes={items}
      add={(comment) => addNote(customerId, comment)}
      stale={notesKey(customerId)}
      description={t('Visible to your organisation only.')}
      audience="internal"
      placeholder={t('Write an internal note')}
      more={
        items.length < Math.min(totalCount, MAX_LENGTH) && (
          <Button
            size="sm"
            variant="ghost"
            className="mt-2"
            pending={notes.isFetching}
            onClick={() => setCount(Math.min(count + STEP, MAX_LENGTH))}
          >
            {t('Show older notes')}
          </Button>
        )
      }
    />
  );
}
