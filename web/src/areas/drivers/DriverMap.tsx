// Live map: the last position of each driver, and the day's track of the chosen one.
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import {
  Badge,
  buttonClass,
  Card,
  cn,
  EmptyState,
  ErrorNote,
  Input,
  Skeleton,
  useFormat,
} from '@waybill/plugin';
import { age } from '../../kit/list/times.ts';
import { MarkerMap, type Marker } from '../../kit/map/MarkerMap.tsx';
import { dayIn } from '../../lib/days.ts';
import { POSITIONS_EVERY, spanOf, trackQuery } from '../../lib/driver-tracks.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { idIn } from '../../lib/search.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { screen } from '../../shell/screen.tsx';
import { driverStatus } from './model.ts';
import { activeDriversQuery, placedDrivers, type Placed } from './positions.ts';

const FOCUS_RING = 'focus-visible:outline-2 focus-visible:outline-ring';

export const DriverMap = screen(
  { needs: 'Pages.Driver.Tracking', title: msg('Live map'), to: msg('see positions of drivers') },
  DriverMapScreen,
);

function DriverMapScreen() {
  const t = useT();
  const format = useFormat();
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const chosenId = idIn(search['driver']) ?? null;
  const [typed, setTyped] = useState('');
  const drivers = useQuery({ ...activeDriversQuery, refetchInterval: POSITIONS_EVERY });
  const placed = useMemo(() => placedDrivers(drivers.data ?? []), [drivers.data]);
  const chosen = placed.find(({ driver }) => driver.id === chosenId);
  const track = useQuery({
    ...trackQuery(chosenId ?? 0, spanOf(dayIn(format.timezone), format)),
    enabled: chosen !== undefined,
    refetchInterval: POSITIONS_EVERY,
  });
  const choose = (id: number | null) =>
    void navigate({
      to: '/drivers/map',
      search: id === null ? {} : { driver: id },
      replace: true,
      resetScroll: false,
    });
  const colours = useMemo(
    () => new Map((drivers.data ?? []).map(({ id }, at) => [id, at])),
    [drivers.data],
  );
  const markers = useMemo(
    () =>
      placed.map(({ driver: { id, name }, latitude, longitude }): Marker => ({
        id,
        kind: 'driver',
        name: name ?? '',
        latitude,
        longitude,
        colour: colours.get(id),
        isChosen: id === chosenId,
      })),
    [placed, colours, chosenId],
  );
  const lines = chosen ? (track.data?.lines ?? []) : [];
  const sought = typed.trim().toLowerCase();
  const listed = placed.filter(({ driver: { name, code } }) =>
    `${name} ${code}`.toLowerCase().includes(sought),
  );
  return (
    <>
      <PageHeading
        title={t('Live map')}
        breadcrumbs={[{ text: t('Drivers'), href: '/drivers' }]}
        description={t(
          '{count} drivers with a position',
          { count: placed.length },
          '{count} driver with a position',
        )}
      />
      {drivers.isLoadingError ? (
        <ErrorNote
          title={t('The positions could not be loaded')}
          error={drivers.error}
          onRetry={() => void drivers.refetch()}
        />
      ) : drivers.isPending ? (
        <Skeleton className="h-[60dvh]" />
      ) : placed.length === 0 ? (
        <EmptyState
          icon={<MapPinOff />}
          title={t('No positions yet')}
          description={t(
            'Drivers appear here once they are available and their phone sends positions.',
          )}
          action={
            <Link to="/drivers" className={buttonClass({ variant: 'outline' })}>
              {t('Drivers')}
            </Link>
          }
        />
      ) : (
        <div className="grid gap-3 md:h-[calc(100dvh-11rem)] md:grid-cols-[18rem_minmax(0,1fr)]">
          <Card className="flex min-h-0 flex-col gap-2 p-2 max-md:order-last">
            <Input
              type="search"
              value={typed}
              placeholder={t('Search drivers')}
              aria-label={t('Search drivers')}
              onChange={({ target }) => setTyped(target.value)}
            />
            <ul className="grid min-h-0 content-start overflow-y-auto">
              {listed.map((one) => (
                <DriverRow
                  key={one.driver.id}
                  of={one}
                  isChosen={one === chosen}
                  onChoose={choose}
                />
              ))}
              {listed.length === 0 && (
                <li className="px-2 py-3 text-[13px] text-muted-foreground">
                  {t('No matching drivers')}
                </li>
              )}
            </ul>
          </Card>
          <MarkerMap
            label={t('Map of drivers')}
            markers={markers}
            lines={lines}
            around={placed}
            onChoose={(marker) => choose(marker?.id ?? null)}
            className="min-h-80 md:h-full"
          />
        </div>
      )}
    </>
  );
}

function DriverRow({
  of: { driver, at },
  isChosen,
  onChoose,
}: {
  of: Placed;
  isChosen: boolean;
  onChoose: (id: number | null) => void;
}) {
  const t = useT();
  const format = useFormat();
  const status = driverStatus(driver);
  return (
    <li
      className={cn(
        'flex items-center gap-2 rounded-md px-2 hover:bg-accent',
        isChosen && 'bg-accent',
      )}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(isChosen ? null : driver.id)}
        className={cn(
          FOCUS_RING,
          'min-w-0 flex-1 cursor-pointer rounded py-1.5 text-start text-[13px]',
        )}
      >
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{driver.name}</span>
          <Badge tone={status.tone}>{t(status.text)}</Badge>
        </span>
        <span className="block truncate text-xs text-muted-foreground">
          <time dateTime={at} title={format.dateTime(at)}>
            {t('{age} ago', { age: age(at) })}
          </time>
          {driver.currentvehicle && (
            <>
              {' · '}
              <bdi>{driver.currentvehicle.registrationnumber}</bdi>
            </>
          )}
        </span>
      </button>
      <Link
        to="/drivers/details/$id"
        params={{ id: String(driver.id) }}
        search={{ tab: 'track' } as never}
        className={cn(
          FOCUS_RING,
          'shrink-0 rounded text-xs text-link underline-offset-2 hover:underline',
        )}
        aria-label={t('View {name}', { name: driver.name ?? '' })}
      >
        {t('View')}
      </Link>
    </li>
  );
}
