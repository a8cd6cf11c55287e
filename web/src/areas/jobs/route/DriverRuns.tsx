// Tab of a driver: runs, the newest first.
import { Route } from 'lucide-react';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { useT } from '../../../lib/i18n.ts';
import { fetchRuns, runsInterval, runsKey, useLiveRoutes } from './queries.ts';
import { runColumns } from './run-columns.tsx';
import { RunStops } from './RunStops.tsx';
import { usePlanWords } from './words.ts';
import type { Run } from './wire.ts';

export default function DriverRuns({ id }: { id: number }) {
  const t = useT();
  const words = usePlanWords();
  const isLive = useLiveRoutes();
  const list = useList<Run>({
    id: 'drivers.runs',
    // A text: a number would be the id of a run.
    key: [...runsKey, 'driver', String(id)],
    fetch: (query, signal) => fetchRuns({ ...query, DriverId: id }, signal),
    rowKey: (run) => run.id,
    name: ({ rundate }) => rundate,
    columns: runColumns(t, words, true),
    sort: '-rundate',
    state: 'here',
    refresh: runsInterval(isLive),
  });
  return (
    <RecordList
      list={list}
      title={t('Runs')}
      details={(run) => <RunStops id={run.id} />}
      texts={{
        failed: t('The runs could not be loaded'),
        empty: {
          icon: <Route />,
          title: t('No runs yet'),
          description: t('Runs appear here once routes are planned and sent out.'),
        },
        none: { title: t('No matching runs'), clear: t('Show all runs') },
      }}
    />
  );
}
