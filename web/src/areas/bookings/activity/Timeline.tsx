// A booking's history, latest first.
import { Badge, cn, statusTone, useFormat, words, type Tone } from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { NoteBadge } from '../../../kit/NoteAudience.tsx';
import { Person } from '../../../kit/Person.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import type { OperationEntry, TrackingEntry } from '../../../lib/bookings/model.ts';
import { allStatuses } from '../../../lib/bookings/status.ts';
import { OperationIcon } from '../icons.tsx';
import { activityOf, detailOf, pricesOf, type Activity, type ActivitySource } from './activity.ts';

const dots: Record<Tone, string> = {
  neutral: 'bg-neutral-text',
  info: 'bg-info-text',
  progress: 'bg-progress-text',
  success: 'bg-success-text',
  warning: 'bg-warning-text',
  danger: 'bg-danger-text',
};

const done: Record<string, string> = {
  Create: msg('Created'),
  Edit: msg('Edited'),
  UpdateDetails: msg('Details changed'),
  Book: msg('Booked'),
  Manifest: msg('Manifested'),
  BookPickup: msg('Pickup booked'),
  CancelPickup: msg('Pickup cancelled'),
  Requote: msg('Re-priced'),
  EmailDocuments: msg('Documents emailed'),
  EmailNews: msg('Notification emailed'),
  PrintLabel: msg('Label printed'),
  ReprintLabel: msg('Label printed again'),
  Hold: msg('Put on hold'),
  Release: msg('Released'),
  Cancel: msg('Cancelled'),
};
const KNOWN = ['description', 'location', 'signedby', 'localtime', 'id', 'source', 'carrierstatus'];

function Line({
  entry,
  title,
  strong,
  mark,
  who,
  children,
}: {
  entry: Activity;
  title: React.ReactNode;
  strong: boolean;
  mark: React.ReactNode;
  who?: React.ReactNode;
  children?: React.ReactNode;
}) {
  const format = useFormat();
  return (
    <li data-kind={entry.kind} className="relative grid gap-0.5 pb-3 ps-6 last:pb-0">
      <span aria-hidden className="absolute top-0.5 start-0 grid size-4 place-items-center bg-card">
        {mark}
      </span>
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className={cn('min-w-0 text-[13px]', strong && 'font-medium')}>{title}</span>
        <time
          dateTime={entry.at}
          className="text-xs whitespace-nowrap text-muted-foreground tabular-nums"
        >
          {format.dateTime(entry.at)}
        </time>
      </span>
      {children}
      {who && <span className="text-xs break-words text-muted-foreground">{who}</span>}
    </li>
  );
}

function Scan({ entry, scan, latest }: { entry: Activity; scan: TrackingEntry; latest: boolean }) {
  const t = useT();
  const [description, location, signedBy, carrierStatus] = [
    'description',
    'location',
    'signedby',
    'carrierstatus',
  ].map((key) => detailOf(scan, key));
  const title = scan.status ? t(words(scan.status)) : description || carrierStatus || t('Scan');
  const facts = [
    location,
    signedBy && t('signed by {name}', { name: signedBy }),
    detailOf(scan, 'source') === 'hand' && t('entered by hand'),
  ]
    .filter(Boolean)
    .join(' · ');
  const others = scan.details.filter(
    ({ key, value }) => value && !KNOWN.includes(key.toLowerCase()),
  );
  return (
    <Line
      entry={entry}
      title={title}
      strong={latest}
      mark={
        <span
          className={cn(
            'size-2 rounded-full',
            scan.status ? dots[statusTone(scan.status)] : 'bg-control',
          )}
        />
      }
    >
      {scan.status && description && description !== title && (
        <span className="text-[13px] break-words text-muted-foreground">
          <bdi>{description}</bdi>
        </span>
      )}
      {facts && (
        <span className="text-xs text-muted-foreground first-letter:uppercase">{facts}</span>
      )}
      {others.map(({ key, value }) => (
        <span key={key} className="text-xs break-words text-muted-foreground">
          {t(words(key))}: {value}
        </span>
      ))}
    </Line>
  );
}

/** A value is a number, a change of price, or the word of a status. */
function OperationLine({
  entry,
  operation: { operation, status, value, message, userName },
}: {
  entry: Activity;
  operation: OperationEntry;
}) {
  const t = useT();
  const format = useFormat();
  const prices = pricesOf(value)
    .map((price) => format.money(price))
    .join(' → ');
  const about = prices || (value && (allStatuses.includes(value) ? t(words(value)) : value));
  // Adds an email's status and recipient.
  const eventText =
    operation === 'EmailNews' ? [about, message].filter(Boolean).join(' · ') : message || about;
  return (
    <Line
      entry={entry}
      strong={false}
      mark={<OperationIcon of={operation} className="size-3 text-muted-foreground" />}
      title={
        <>
          {t((status === 'Success' && done[operation]) || words(operation))}
          {status !== 'Success' && (
            <Badge tone={status === 'Failed' ? 'danger' : 'neutral'} className="ms-2">
              {t(words(status))}
            </Badge>
          )}
        </>
      }
      who={[eventText, userName].filter(Boolean).join(' · ')}
    />
  );
}

export function Timeline({ booking, label }: { booking: ActivitySource; label?: string }) {
  const t = useT();
  const { isTenant } = useSession();
  const entries = activityOf(booking);
  const firstScan = entries.find(({ kind }) => kind === 'scan');
  if (entries.length === 0)
    return (
      <p className="text-[13px] text-muted-foreground">
        {t('Nothing has happened yet. Scans appear once the consignment is picked up.')}
      </p>
    );
  return (
    <ol
      aria-label={label ?? t('Timeline')}
      className={cn(
        'relative before:absolute before:top-2 before:bottom-2',
        'before:start-[7.5px] before:w-px before:bg-border',
      )}
    >
      {entries.map((entry) =>
        entry.kind === 'scan' ? (
          <Scan key={entry.key} entry={entry} scan={entry.scan} latest={entry === firstScan} />
        ) : entry.kind === 'note' ? (
          <Line
            key={entry.key}
            entry={entry}
            strong={false}
            title={
              <>
                {isTenant && <NoteBadge isInternal={entry.note.isInternal} />}
                <bdi className="block break-words whitespace-pre-wrap">{entry.note.comment}</bdi>
              </>
            }
            mark={<OperationIcon of="Note" className="size-3 text-muted-foreground" />}
            who={<Person name={entry.note.userName || t('Unknown user')} />}
          />
        ) : (
          <OperationLine key={entry.key} entry={entry} operation={entry.operation} />
        ),
      )}
    </ol>
  );
}
