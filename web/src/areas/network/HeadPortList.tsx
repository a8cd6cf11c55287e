// The head port list.
import { useState } from 'react';
import { MapPinned, Plus, Search } from 'lucide-react';
import { useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { TextCell } from '../../kit/list/Cells.tsx';
import type { ListColumn } from '../../kit/list/declare.ts';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { useList } from '../../kit/list/use-list.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { FindDialog } from './FindDialog.tsx';
import { HeadPortDialog } from './HeadPortDialog.tsx';
import { countryText } from '../../lib/country.ts';
import { addressText } from './model.ts';
import { fetchHeadPorts, networkKey, type HeadPort } from './queries.ts';

export const HeadPortList = screen(
  { needs: 'Pages.Job', title: msg('Head ports'), to: msg('see head ports') },
  HeadPortListScreen,
);

function useColumns(): ListColumn<HeadPort>[] {
  const t = useT();
  const { language } = useFormat();
  return [
    {
      id: 'code',
      header: t('Code'),
      cell: ({ code }) => code,
      csv: ({ code }) => code,
      sort: 'code',
      fixed: true,
    },
    {
      id: 'name',
      header: t('Name'),
      cell: ({ name }) => <TextCell>{name}</TextCell>,
      csv: ({ name }) => name,
      sort: 'name',
      narrow: 'line',
    },
    {
      id: 'address',
      header: t('Address'),
      cell: (port) => <TextCell>{addressText(port)}</TextCell>,
      csv: addressText,
      narrow: 'line',
    },
    {
      id: 'country',
      header: t('Country'),
      cell: ({ countrycode }) => countryText(countrycode, language),
      csv: ({ countrycode }) => countrycode,
      sort: 'countrycode',
    },
  ];
}

function HeadPortListScreen() {
  const t = useT();
  const mayEdit = usePermissions().has('Pages.Job.Zones');
  const [adding, setAdding] = useState(false);
  const [finding, setFinding] = useState(false);
  const list = useList<HeadPort>({
    id: 'network.head-ports',
    key: [...networkKey, 'head-ports'],
    fetch: fetchHeadPorts,
    rowKey: ({ id }) => id,
    name: ({ code, name }) => name || (code ?? ''),
    href: ({ id }) => `/headports/${id}/details`,
    columns: useColumns(),
    search: { fields: ['code', 'name', 'suburb', 'postcode'] },
    sort: 'code',
  });
  return (
    <>
      <RecordList
        list={list}
        title={t('Head ports')}
        heading={{
          actions: [
            ...(mayEdit
              ? [
                  {
                    text: t('New head port'),
                    keyName: 'new' as const,
                    icon: <Plus aria-hidden />,
                    primary: true,
                    onClick: () => setAdding(true),
                  },
                ]
              : []),
            {
              text: t('Find by place'),
              icon: <Search aria-hidden />,
              onClick: () => setFinding(true),
            },
          ],
        }}
        texts={{
          failed: t('The head ports could not be loaded'),
          search: { label: t('Search head ports') },
          empty: {
            icon: <MapPinned />,
            title: t('No head ports yet'),
            description: t('Add the depots that your line hauls run between.'),
          },
          none: { title: t('No matching head ports'), clear: t('Show all') },
        }}
      />
      {adding && <HeadPortDialog port={null} onClose={() => setAdding(false)} />}
      {finding && <FindDialog onClose={() => setFinding(false)} />}
    </>
  );
}
