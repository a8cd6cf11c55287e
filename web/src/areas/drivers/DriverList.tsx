// The driver list.
import { useState } from 'react';
import { Map as MapIcon, Plus, Send, UserCog } from 'lucide-react';
import { usePermissions } from '../../api/session.ts';
import { DayCell, TextCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { statusColumn } from '../../kit/list/status.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { DriverDialog } from './DriverDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { DRIVER_TYPES, driverStatus, driverType } from './model.ts';
import { driversKey, fetchDrivers, type Driver } from './queries.ts';

export const DriverList = screen(
  { needs: 'Pages.Driver', title: msg('Drivers'), to: msg('see drivers') },
  DriverListScreen,
);

function useColumns(): ListColumn<Driver>[] {
  const t = useT();
  return [
    {
      id: 'name',
      header: t('Driver'),
      cell: ({ name }) => name,
      csv: ({ name }) => name,
      sort: 'name',
      fixed: true,
    },
    {
      id: 'code',
      header: t('Code'),
      cell: ({ code }) => code,
      csv: ({ code }) => code,
      sort: 'code',
      narrow: 'line',
    },
    {
      id: 'type',
      header: t('Type'),
      cell: ({ type }) => driverType(type, t) || '–',
      csv: ({ type }) => driverType(type, t),
      sort: 'type',
    },
    {
      id: 'phone',
      header: t('Phone number'),
      cell: ({ phonenumber }) => <TextCell dir="ltr">{phonenumber}</TextCell>,
      csv: ({ phonenumber }) => phonenumber,
      narrow: 'line',
    },
    {
      id: 'company',
      header: t('Company'),
      cell: ({ companyname }) => companyname || '–',
      csv: ({ companyname }) => companyname,
      sort: 'companyname',
      extra: true,
    },
    {
      id: 'vehicle',
      header: t('Vehicle'),
      cell: ({ currentvehicle }) => (
        <TextCell>
          {currentvehicle && `${currentvehicle.name} · ${currentvehicle.registrationnumber}`}
        </TextCell>
      ),
      csv: ({ currentvehicle }) => currentvehicle?.registrationnumber,
    },
    {
      id: 'seen',
      header: t('Last position'),
      cell: ({ lastwaypoint }) => <DayCell value={lastwaypoint?.creationTime} />,
      csv: ({ lastwaypoint }) => lastwaypoint?.creationTime,
    },
    statusColumn(t, driverStatus, { fixed: true }),
  ];
}

function DriverListScreen() {
  const t = useT();
  const { has } = usePermissions();
  const [adding, setAdding] = useState(false);
  const [inviting, setInviting] = useState(false);
  const list = useList<Driver>({
    id: 'drivers.list',
    key: driversKey,
    fetch: fetchDrivers,
    rowKey: ({ id }) => id,
    name: ({ name }) => name ?? '',
    href: ({ id }) => `/drivers/details/${id}`,
    columns: useColumns(),
    filters: [
      {
        kind: 'yesNo',
        id: 'active',
        label: t('Active'),
        pinned: true,
        field: 'isactive',
        words: [t('Active'), t('Inactive')],
      },
      {
        kind: 'yesNo',
        id: 'available',
        label: t('Available'),
        pinned: true,
        field: 'isavailableforwork',
        words: [t('Available'), t('Off duty')],
      },
      {
        kind: 'choice',
        id: 'type',
        label: t('Type'),
        field: 'type',
        options: Object.entries(DRIVER_TYPES).map(([value, text]) => ({ value, label: t(text) })),
      },
    ],
    search: { fields: ['name', 'code', 'phonenumber', 'email', 'companyname'] },
    sort: 'name',
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Drivers')}
        heading={{
          actions: [
            ...(has('Pages.Driver.Tracking')
              ? [{ text: t('Live map'), href: '/drivers/map', icon: <MapIcon aria-hidden /> }]
              : []),
            ...(has('Pages.Driver.Invite')
              ? [
                  {
                    text: t('Invite driver'),
                    icon: <Send aria-hidden />,
                    onClick: () => setInviting(true),
                  },
                ]
              : []),
            ...(has('Pages.Driver.Create')
              ? [
                  {
                    text: t('New driver'),
                    keyName: 'new' as const,
                    icon: <Plus aria-hidden />,
                    primary: true,
                    onClick: () => setAdding(true),
                  },
                ]
              : []),
          ],
        }}
        texts={{
          failed: t('The drivers could not be loaded'),
          search: { label: t('Search drivers') },
          filter: t('Filter drivers'),
          empty: {
            icon: <UserCog />,
            title: t('No drivers yet'),
            description: t('Add your drivers, or invite them to enter their details themselves.'),
          },
          none: { title: t('No matching drivers'), clear: t('Show all') },
        }}
      />
      {adding && <DriverDialog driver={null} onClose={() => setAdding(false)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}
