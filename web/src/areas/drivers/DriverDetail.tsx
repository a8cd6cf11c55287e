// A driver: details, vehicles, pre-start answers.
import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, CircleOff, Pencil, UserX } from 'lucide-react';
import { Badge, Card, CardHeader, DefinitionList, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { useMutate } from '../../kit/mutate.ts';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { msg, t, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { AnswerList } from './AnswerList.tsx';
import { DriverDialog } from './DriverDialog.tsx';
import { driverStatus, driverType } from './model.ts';
import { changeDriver, driverQuery, driversKey, setAvailable, type Driver } from './queries.ts';
import { Vehicles } from './Vehicles.tsx';

const Documents = lazy(() =>
  import('./Documents.tsx').then(({ Documents }) => ({ default: Documents })),
);
const Track = lazy(() => import('./Track.tsx').then(({ Track }) => ({ default: Track })));

const route = getRouteApi('/shell/drivers/details/$id');
const crumbs = () => [{ text: t('Drivers'), href: '/drivers' }];

export const DriverDetail = screen(
  { needs: 'Pages.Driver', title: msg('Driver'), to: msg('see drivers') },
  DriverDetailScreen,
);

function DriverDetailScreen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const driver = useQuery({ ...driverQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={driver}
      title={t('Driver')}
      breadcrumbs={crumbs()}
      icon={<UserX />}
      missing={t('Driver not found')}
      failed={t('The driver could not be loaded')}
      to={msg('see drivers')}
    >
      {(found) => <Loaded driver={found} />}
    </RecordOf>
  );
}

function Loaded({ driver }: { driver: Driver }) {
  const t = useT();
  const { has } = usePermissions();
  const [editing, setEditing] = useState(false);
  const mayEdit = has('Pages.Driver.Edit');
  const name = driver.name ?? '';
  const approve = useMutate({
    call: () => changeDriver({ id: driver.id, isactive: true }),
    stale: [driversKey],
    notice: t('{name} may drive', { name }),
    failed: t('{name} could not be approved', { name }),
  });
  const available = useMutate({
    call: () => setAvailable(driver.id, !driver.isavailableforwork),
    stale: [driversKey],
    notice: driver.isavailableforwork
      ? t('{name} is off duty', { name })
      : t('{name} is available', { name }),
    failed: t('The availability could not be changed'),
  });
  const status = driverStatus(driver);
  return (
    <>
      <RecordPage
        kind={t('Driver')}
        title={name}
        breadcrumbs={crumbs()}
        badge={<Badge tone={status.tone}>{t(status.text)}</Badge>}
        description={[driver.code, driverType(driver.type, t)].filter(Boolean).join(' · ')}
        actions={
          mayEdit
            ? [
                driver.isactive
                  ? {
                      text: driver.isavailableforwork ? t('Set off duty') : t('Set available'),
                      icon: driver.isavailableforwork ? (
                        <CircleOff aria-hidden />
                      ) : (
                        <CircleCheck aria-hidden />
                      ),
                      primary: true,
                      onClick: () => available.mutate(),
                    }
                  : {
                      text: t('Approve'),
                      icon: <CircleCheck aria-hidden />,
                      primary: true,
                      onClick: () => approve.mutate(),
                    },
                {
                  text: t('Edit'),
                  keyName: 'edit',
                  icon: <Pencil aria-hidden />,
                  primary: true,
                  onClick: () => setEditing(true),
                },
              ]
            : []
        }
        tabs={[
          { id: 'overview', label: t('Overview'), content: <Facts driver={driver} /> },
          { id: 'vehicles', label: t('Vehicles'), content: <Vehicles driverId={driver.id} /> },
          ...(has('Pages.Driver.Tracking')
            ? [{ id: 'track', label: t('Track'), content: <Track driver={driver} /> }]
            : []),
          ...(has('Pages.Driver.Compliance')
            ? [
                {
                  id: 'documents',
                  label: t('Documents'),
                  content: <Documents driverId={driver.id} />,
                },
                {
                  id: 'preStart',
                  label: t('Pre-start'),
                  content: <AnswerList driverId={driver.id} />,
                },
              ]
            : []),
        ]}
        extend={{ on: 'driver', id: driver.id }}
        history={{ entityType: 'Driver', entityId: driver.id }}
      />
      {editing && <DriverDialog driver={driver} onClose={() => setEditing(false)} />}
    </>
  );
}

function Facts({ driver }: { driver: Driver }) {
  const t = useT();
  const format = useFormat();
  const { address, currentvehicle, lastwaypoint } = driver;
  const place = [address?.addressLine1, address?.suburb, address?.stateCode, address?.postCode];
  return (
    <Card className="max-w-2xl">
      <CardHeader title={t('About')} />
      <DefinitionList
        items={[
          {
            label: t('Phone number'),
            value: <bdi dir="ltr">{driver.phonenumber || '–'}</bdi>,
          },
          { label: t('Email'), value: <bdi dir="ltr">{driver.email || '–'}</bdi> },
          { label: t('Sign-in'), value: driver.userGuid ? t('Yes') : t('No') },
          { label: t('Company'), value: driver.companyname || '–' },
          { label: t('Address'), value: <bdi>{place.filter(Boolean).join(', ') || '–'}</bdi> },
          {
            label: t('Current vehicle'),
            value: currentvehicle ? (
              <bdi>{`${currentvehicle.name} · ${currentvehicle.registrationnumber}`}</bdi>
            ) : (
              '–'
            ),
          },
          {
            label: t('Last position'),
            value: lastwaypoint?.creationTime ? (
              <bdi dir="ltr">
                {`${lastwaypoint.latitude}, ${lastwaypoint.longitude} · ${format.dateTime(lastwaypoint.creationTime)}`}
              </bdi>
            ) : (
              '–'
            ),
          },
          { label: t('Since'), value: format.date(driver.creationTime) },
        ]}
      />
    </Card>
  );
}
