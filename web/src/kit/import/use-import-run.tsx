// Running import in its dialog: progress, cancelling, failure.
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { errorMessage, ErrorNote, WarningNote } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import { RowsProgress } from '../RowsProgress.tsx';
import { importStatusQuery, isFinal, type BegunImport } from './calls.ts';
import { endImport, watchImport } from './follow.ts';

export interface ImportRunState {
  /** Failed; nothing is left to cancel. */
  hasEnded: boolean;
  cancelling: boolean;
  cancel: () => void;
  body: ReactNode;
}

/** Subscribes to the follower's query without fetching. */
export function useImportRun(
  begun: BegunImport | null,
  title: string,
  onDone: () => void,
): ImportRunState {
  const t = useT();
  const { data: status, error } = useQuery({ ...importStatusQuery(begun), enabled: false });
  const cancel = useMutation({ mutationFn: () => (begun ? endImport(begun) : Promise.resolve()) });
  useEffect(() => (begun === null ? undefined : watchImport(begun)), [begun]);
  const lost = isFinal(error);
  const isDone = status?.state === 'done' || status?.state === 'cancelled';
  const isOver = isDone || (lost && cancel.isSuccess);
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    if (isOver) leave();
  }, [isOver]);
  const failure = lost ? errorMessage(error) : (status?.failure ?? null);
  const cancelling = cancel.isPending || cancel.isSuccess;
  const body =
    failure !== null && !isOver ? (
      <ErrorNote
        title={
          lost ? t('The result of the import is unknown') : t('The import stopped before its end')
        }
        message={failure}
      />
    ) : (
      <>
        <RowsProgress
          label={title}
          progress={{ done: status?.done ?? 0, total: status?.total ?? 0 }}
        />
        {error && !lost && (
          <WarningNote>
            {t(
              'The server does not respond. The import continues there; progress is shown once it responds again.',
            )}
          </WarningNote>
        )}
        {cancel.isError && <ErrorNote message={errorMessage(cancel.error)} />}
        <p className="text-[13px] text-muted-foreground">
          {cancelling
            ? t('The import is being cancelled.')
            : t('You can close this and keep working. You get a notice when the import is done.')}
        </p>
      </>
    );
  return { hasEnded: failure !== null, cancelling, cancel: () => cancel.mutate(), body };
}
