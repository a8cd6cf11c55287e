// A booking's route map, fetched on demand.
import { useQuery } from '@tanstack/react-query';
import { cn, ErrorNote, Skeleton } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { bookingName } from '../../../lib/bookings/display.ts';
import type { BookingDetail } from '../../../lib/bookings/model.ts';
import { useRoute } from './route.ts';

const FRAME = 'min-h-56 flex-1';

export function RouteCard({ booking, className }: { booking: BookingDetail; className?: string }) {
  const t = useT();
  const route = useRoute(booking);
  const map = useQuery({
    queryKey: ['map'],
    queryFn: async () => (await import('../../../kit/map/RouteMap.tsx')).RouteMap,
    staleTime: Infinity,
    gcTime: Infinity,
    retry: 1,
    structuralSharing: false,
  });
  const RouteMap = map.data;
  const error = (map.isLoadingError ? map.error : null) ?? route.error;
  return (
    <section aria-label={t('Map')} className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      {error ? (
        <ErrorNote
          title={t('The map could not be loaded')}
          error={error}
          onRetry={() => (map.error ? void map.refetch() : route.retry())}
        />
      ) : route.isPending || !RouteMap ? (
        <Skeleton className={cn(FRAME, 'h-auto rounded-lg')} />
      ) : route.stops.length === 0 ? (
        <p className="rounded-lg border border-border bg-card p-4 text-[13px] text-muted-foreground">
          {t('None of the places has coordinates, so there is no map.')}
        </p>
      ) : (
        <RouteMap
          label={t('Route of {name}', { name: bookingName(booking) })}
          stops={route.stops}
          className={FRAME}
        />
      )}
      {route.unknown.length > 0 && route.stops.length > 0 && (
        <p className="text-xs text-muted-foreground">
          {t('Not on the map: {places}', { places: [...new Set(route.unknown)].join(', ') })}
        </p>
      )}
    </section>
  );
}
