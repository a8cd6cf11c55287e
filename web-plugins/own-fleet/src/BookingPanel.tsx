// The panel of own-fleet on a booking it carries: the consignment's scans, and entering another one.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ScanLine } from 'lucide-react';
import { Button, Card, CardHeader, cn, EmptyState, ErrorNote, Skeleton, useFormat, useHost, words, type SlotComponent } from '@waybill/plugin';
import { newestFirst, scanDetail, scanRefusal, scanTime, trackingQuery, type Scan } from './tracking.ts';
import { ScanForm } from './ScanForm.tsx';
import './plugin.css';

const CARRIER = 'own-fleet';

function ScanLineItem({ scan, latest }: { scan: Scan; latest: boolean }) {
  const { dateTime } = useFormat();
  const description = scanDetail(scan, 'description');
  const place = scanDetail(scan, 'location');
  const signedBy = scanDetail(scan, 'signedby');
  return (
    <li className="of:relative of:pb-4 of:ps-6 of:last:pb-0">
      <span aria-hidden className={cn('of:absolute of:top-1.5 of:start-0 of:size-2.5 of:rounded-full of:border-2 of:border-card', latest ? 'of:bg-primary of:ring-2 of:ring-primary/30' : 'of:bg-control')} />
      <div className="of:flex of:flex-wrap of:items-baseline of:justify-between of:gap-x-4">
        <p className={cn('of:text-sm', latest && 'of:font-medium')}>{words(scan.status)}</p>
        <time dateTime={scanTime(scan)} className="of:text-xs of:text-muted-foreground of:tabular-nums">
          {dateTime(scanTime(scan))}
        </time>
      </div>
      <p className="of:text-[13px] of:break-words of:text-muted-foreground">
        {[description && description !== words(scan.status) ? description : null, place, signedBy && `signed by ${signedBy}`].filter(Boolean).join(' · ')}
      </p>
    </li>
  );
}

const BookingPanel: SlotComponent<'booking.detail.panel@1'> = ({ carrier, booking }) => {
  const host = useHost();
  const { dateTime } = useFormat();
  const [entering, setEntering] = useState(false);
  const tracking = useQuery(trackingQuery(host.api, booking));
  if (carrier !== CARRIER) return null;
  const refusal = scanRefusal(booking.bookingStatus);
  const mayScan = host.can('Pages.Booking.ChangeStatus');
  const scans = newestFirst(tracking.data?.trackingDetails ?? []);
  return (
    <Card>
      <CardHeader
        title="Scans of our fleet"
        description={tracking.data?.eta ? `Expected ${dateTime(tracking.data.eta)}` : undefined}
        actions={
          mayScan &&
          !refusal &&
          !entering && (
            <Button variant="outline" size="sm" onClick={() => setEntering(true)}>
              <ScanLine aria-hidden /> Enter a scan
            </Button>
          )
        }
      />
      {tracking.isError ? (
        <ErrorNote error={tracking.error} onRetry={() => void tracking.refetch()} />
      ) : tracking.isLoading ? (
        <div aria-busy="true" className="of:grid of:gap-3">
          <Skeleton />
          <Skeleton className="of:w-2/3" />
        </div>
      ) : scans.length === 0 ? (
        <EmptyState className="of:py-8" icon={<ScanLine />} title="No scans yet" description={refusal ?? 'The first one is entered when the goods are picked up.'} />
      ) : (
        <ol className="of:relative of:before:absolute of:before:top-2 of:before:bottom-2 of:before:start-1 of:before:w-0.5 of:before:bg-border">
          {scans.map((scan, index) => (
            <ScanLineItem key={`${scan.creationTime} ${scan.status} ${index}`} scan={scan} latest={index === 0} />
          ))}
        </ol>
      )}
      {entering && <ScanForm booking={booking} onDone={() => setEntering(false)} />}
    </Card>
  );
};

export default BookingPanel;
