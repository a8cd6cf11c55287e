// Dispatchers' home below its counts: exceptions, today's work, charts.
import { useQuery } from '@tanstack/react-query';
import { cn } from '@waybill/plugin';
import type { StatusCounts } from '../../lib/bookings/model.ts';
import Charts from './Charts.tsx';
import { Exceptions } from './Exceptions.tsx';
import type { CardQuery } from './parts.tsx';
import type { Span } from './period.ts';
import { exceptionsQuery } from './queries.ts';
import { Today } from './Today.tsx';

const REFRESH_EVERY = 60_000;

export default function Below({ span, counts }: { span: Span; counts: CardQuery<StatusCounts> }) {
  const exceptions = useQuery({ ...exceptionsQuery, refetchInterval: REFRESH_EVERY });
  return (
    <>
      <Exceptions query={exceptions} />
      {/* Loads unseen: the exceptions would push it down under the pointer. */}
      <div
        className={cn(
          'grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2',
          exceptions.isPending && 'invisible',
        )}
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Today span={span} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <Charts span={span} counts={counts} />
        </div>
      </div>
    </>
  );
}
