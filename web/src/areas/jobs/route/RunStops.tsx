// Stops of a run, loaded when the run is unfolded.
import { useQuery } from '@tanstack/react-query';
import { ErrorNote, Skeleton, translateMessage, WarningNote } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { runQuery } from './queries.ts';
import { StopList } from './StopList.tsx';

export function RunStops({ id }: { id: number }) {
  const t = useT();
  const run = useQuery(runQuery(id));
  if (run.isLoadingError)
    return (
      <ErrorNote
        title={t('The stops could not be loaded')}
        error={run.error}
        onRetry={() => void run.refetch()}
      />
    );
  if (!run.data) return <Skeleton className="h-24" />;
  return (
    <div className="grid max-w-3xl gap-2">
      {run.data.violations.length > 0 && (
        <WarningNote role="note">
          {run.data.violations.map((violation) => (
            <p key={violation.cause}>{translateMessage(violation)}</p>
          ))}
        </WarningNote>
      )}
      <StopList run={run.data} className="rounded-lg border border-border bg-card" />
    </div>
  );
}
