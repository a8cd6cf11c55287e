// Runs of a day: progress, delays, stops.
import { useState } from 'react';
import { useSearch } from '@tanstack/react-router';
import { Route, Trash2 } from 'lucide-react';
import { ConfirmDialog } from '@waybill/plugin';
import type { ListFilter } from '../../../kit/list/declare.ts';
import { RecordList } from '../../../kit/list/RecordList.tsx';
import { useList } from '../../../kit/list/use-list.ts';
import { mutate } from '../../../kit/mutate.ts';
import { driverReference } from '../../../lib/drivers.ts';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { useBoardDay } from '../board/data.ts';
import { DayChoice } from '../DayChoice.tsx';
import { jobsKey } from '../queries.ts';
import { deleteRun, fetchRuns, runsInterval, runsKey, useLiveRoutes } from './queries.ts';
import { RunStops } from './RunStops.tsx';
import { runColumns } from './run-columns.tsx';
import { usePlanWords } from './words.ts';
import type { Run } from './wire.ts';

export const Runs = screen(
  { needs: 'Pages.Job.Routing', title: msg('Runs'), to: msg('see runs') },
  RunsScreen,
);

const filters = (t: Translate): ListFilter[] => [
  // A part of the fixed condition.
  { kind: 'text', id: 'day', label: t('Day'), hidden: true, odata: () => '' },
  {
    kind: 'yesNo',
    id: 'completed',
    label: t('Completed'),
    pinned: true,
    field: 'iscompleted',
  },
  {
    kind: 'reference',
    id: 'driver',
    label: t('Driver'),
    field: 'driverid',
    placeholder: t('Search drivers…'),
    ...driverReference,
  },
];

function RunsScreen() {
  const t = useT();
  const words = usePlanWords();
  const isLive = useLiveRoutes();
  const [deleting, setDeleting] = useState<Run | null>(null);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const day = useBoardDay(typeof search['day'] === 'string' ? search['day'] : undefined);
  const list = useList<Run>({
    id: 'jobs.runs',
    key: runsKey,
    fetch: fetchRuns,
    rowKey: ({ id }) => id,
    name: ({ drivername, vehiclename }) => drivername || vehiclename || '',
    columns: runColumns(t, words, false),
    filters: filters(t),
    always: () => `rundate eq ${day.day}`,
    sort: 'id',
    refresh: runsInterval(isLive),
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Runs')}
        heading={{
          breadcrumbs: [{ text: t('Routing'), href: `/jobs/route?day=${day.day}` }],
          actions: [
            {
              text: t('Plan routes'),
              icon: <Route aria-hidden />,
              primary: true,
              keyName: 'new',
              href: `/jobs/route?day=${day.day}`,
            },
          ],
        }}
        tools={<DayChoice day={day} onChange={(next) => list.set({ filters: { day: next } })} />}
        details={({ id }) => <RunStops id={id} />}
        menu={(run) => [
          {
            text: t('Delete…'),
            icon: <Trash2 aria-hidden />,
            keyName: 'remove',
            destructive: true,
            disabled: run.iscompleted,
            onClick: () => setDeleting(run),
          },
        ]}
        texts={{
          failed: t('The runs could not be loaded'),
          filter: t('Filter runs'),
          empty: {
            icon: <Route />,
            title: t('No run on this day'),
            description: t('Plan routes and send them out, or choose another day.'),
          },
          none: { title: t('No matching runs'), clear: t('Show all runs') },
        }}
      />
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('Delete the run of {name}?', { name: deleting?.drivername ?? '' })}
        description={t('Its jobs stay with the driver. A run that has begun cannot be deleted.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={() =>
          deleting
            ? mutate({
                call: () => deleteRun(deleting.id),
                stale: [jobsKey, runsKey],
                notice: t('Run deleted'),
              })
            : undefined
        }
      />
    </>
  );
}
