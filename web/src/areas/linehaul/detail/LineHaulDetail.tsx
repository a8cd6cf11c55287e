// A line haul: load, capacity, scan field, short and over, notes and log.
import { Fragment, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Truck } from 'lucide-react';
import { Badge, cn, useFormat } from '@waybill/plugin';
import { leftList } from '../../../kit/list/memory.ts';
import { shortMoment } from '../../../kit/list/times.ts';
import { Notes } from '../../../kit/Notes.tsx';
import { recordId, RecordOf, RecordPage } from '../../../kit/record.tsx';
import { msg, t, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { lateText } from '../columns.tsx';
import {
  carriedBy,
  isAtDestination,
  isCounted,
  isOpen,
  laneNames,
  lineHaulStatus,
  minutesLate,
  type LineHaulDetails,
} from '../model.ts';
import { addNote, lineHaulQuery, lineHaulsKey, useLiveLineHauls } from '../queries.ts';
import { Discrepancies } from './Discrepancies.tsx';
import { Load } from './Load.tsx';
import { Log } from './Log.tsx';
import { Capacity, ScanBox } from './ScanBox.tsx';
import { useActions } from './use-actions.tsx';
import { Waiting } from './Waiting.tsx';

const route = getRouteApi('/shell/jobs/line-haul/$id');

export const LineHaulDetail = screen(
  { needs: 'Pages.Job.LineHaul', title: msg('Line haul'), to: msg('see line hauls') },
  LineHaulDetailScreen,
);

const crumbs = () => [{ text: t('Line haul'), href: leftList('/jobs/line-haul') }];

function LineHaulDetailScreen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  useLiveLineHauls();
  const lineHaul = useQuery({ ...lineHaulQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={lineHaul}
      title={t('Line haul')}
      breadcrumbs={crumbs()}
      icon={<Truck />}
      missing={t('Line haul not found')}
      failed={t('The line haul could not be loaded')}
      to={msg('see line hauls')}
    >
      {(found) => <Loaded key={found.id} lineHaul={found} />}
    </RecordOf>
  );
}

function Content({ lineHaul }: { lineHaul: LineHaulDetails }) {
  const isLoading = isOpen(lineHaul);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {isLoading || isAtDestination(lineHaul) ? (
        <ScanBox lineHaul={lineHaul} />
      ) : (
        <Capacity lineHaul={lineHaul} />
      )}
      {isCounted(lineHaul) && <Discrepancies lineHaul={lineHaul} />}
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4',
          isLoading && 'xl:grid-cols-2',
        )}
      >
        <Load lineHaul={lineHaul} />
        {isLoading && <Waiting lineHaul={lineHaul} />}
      </div>
    </div>
  );
}

/** Lane, times, carriage and numbers in one line. */
function useDescription(lineHaul: LineHaulDetails): ReactNode {
  const t = useT();
  const { timezone } = useFormat();
  const { departuredate, departedtime, arrivaldate, arrivedtime, manifestno, connoteno } = lineHaul;
  const at = (time: string) => shortMoment(time, timezone);
  return [
    laneNames(lineHaul),
    departedtime
      ? t('left {time}', { time: at(departedtime) })
      : departuredate && t('leaves {time}', { time: at(departuredate) }),
    arrivedtime
      ? t('arrived {time}', { time: at(arrivedtime) })
      : arrivaldate && t('due {time}', { time: at(arrivaldate) }),
    carriedBy(lineHaul),
    manifestno && t('Manifest {number}', { number: manifestno }),
    connoteno && t('Connote {number}', { number: connoteno }),
    lineHaul.linehaulnote,
  ]
    .filter(Boolean)
    .map((part, place) => (
      // Parts of another direction must not move the others.
      <Fragment key={part}>
        {place > 0 && ' · '}
        <bdi>{part}</bdi>
      </Fragment>
    ));
}

function Loaded({ lineHaul }: { lineHaul: LineHaulDetails }) {
  const t = useT();
  const { actions, dialogs } = useActions(lineHaul);
  const { text, tone } = lineHaulStatus(lineHaul);
  const description = useDescription(lineHaul);
  const late = minutesLate(lineHaul, new Date());
  const notes = lineHaul.notes.length;
  return (
    <>
      <RecordPage
        kind={t('Line haul')}
        title={lineHaul.linehaulcode}
        breadcrumbs={crumbs()}
        actions={actions}
        badge={
          <>
            <Badge tone={tone} dot>
              {t(text)}
            </Badge>
            {late > 0 && <Badge tone="danger">{lateText(late, t)}</Badge>}
          </>
        }
        description={description}
        tabs={[
          { id: 'load', label: t('Load'), content: <Content lineHaul={lineHaul} /> },
          {
            id: 'notes',
            label: notes > 0 ? t('Notes ({count})', { count: notes }) : t('Notes'),
            content: (
              <Notes
                notes={lineHaul.notes}
                add={(comment) => addNote(lineHaul.id, comment)}
                stale={lineHaulsKey}
                placeholder={t('Seal number, delay, agreement with the depot…')}
                className="max-w-3xl"
              />
            ),
          },
          { id: 'log', label: t('Log'), content: <Log id={lineHaul.id} /> },
        ]}
        history={{ entityType: 'LineHaul', entityId: lineHaul.id }}
      />
      {dialogs}
    </>
  );
}
