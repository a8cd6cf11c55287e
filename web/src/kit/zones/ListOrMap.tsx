// Zones as a list or on a map; the list keeps its state while the map is shown.
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { List, Map } from 'lucide-react';
import { Button, Skeleton } from '@waybill/plugin';
import { useT } from '../../lib/i18n.ts';
import type { ZoneMapData } from './ZoneMap.tsx';

const ZoneMap = lazy(() => import('./ZoneMap.tsx'));

export interface ListOrMapProps<Data extends ZoneMapData, Key extends QueryKey> {
  /** Fetched while the map is shown. */
  map: UseQueryOptions<Data, Error, Data, Key>;
  /** Says what puts zones on the map. */
  empty: string;
  onPlaces: (zone: number) => void;
  children: ReactNode;
}

export function ListOrMap<Data extends ZoneMapData, Key extends QueryKey>({
  map,
  empty,
  onPlaces,
  children,
}: ListOrMapProps<Data, Key>) {
  const t = useT();
  const [onMap, setOnMap] = useState(false);
  return (
    <>
      <div role="group" aria-label={t('Show the zones as')} className="mb-3 flex gap-1">
        <Button
          size="sm"
          variant={onMap ? 'ghost' : 'outline'}
          aria-pressed={!onMap}
          onClick={() => setOnMap(false)}
        >
          <List aria-hidden /> {t('List')}
        </Button>
        <Button
          size="sm"
          variant={onMap ? 'outline' : 'ghost'}
          aria-pressed={onMap}
          onClick={() => setOnMap(true)}
        >
          <Map aria-hidden /> {t('Map')}
        </Button>
      </div>
      {onMap && (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <Loaded map={map} empty={empty} onPlaces={onPlaces} />
        </Suspense>
      )}
      <div hidden={onMap}>{children}</div>
    </>
  );
}

function Loaded<Data extends ZoneMapData, Key extends QueryKey>({
  map,
  ...rest
}: Omit<ListOrMapProps<Data, Key>, 'children'>) {
  return <ZoneMap map={useQuery(map)} {...rest} />;
}
