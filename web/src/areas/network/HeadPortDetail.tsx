// A head port: its zones and its address.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { MapPinOff, Pencil, Trash2 } from 'lucide-react';
import { Card, CardHeader, ConfirmDialog, DefinitionList, useFormat } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { mutate } from '../../kit/mutate.ts';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { countryText } from '../../lib/country.ts';
import { msg, t, useT } from '../../lib/i18n.ts';
import { screen } from '../../shell/screen.tsx';
import { HeadPortDialog } from './HeadPortDialog.tsx';
import { addressText } from './model.ts';
import { headPortQuery, networkKey, removeHeadPort, type HeadPort } from './queries.ts';
import { Zones } from './Zones.tsx';

const route = getRouteApi('/shell/headports/$id/details');
const crumbs = () => [{ text: t('Head ports'), href: '/headports' }];

export const HeadPortDetail = screen(
  { needs: 'Pages.Job', title: msg('Head port'), to: msg('see head ports') },
  HeadPortDetailScreen,
);

function HeadPortDetailScreen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const port = useQuery({ ...headPortQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={port}
      title={t('Head port')}
      breadcrumbs={crumbs()}
      icon={<MapPinOff />}
      missing={t('Head port not found')}
      failed={t('The head port could not be loaded')}
      to={msg('see head ports')}
    >
      {(found) => <Loaded port={found} />}
    </RecordOf>
  );
}

function Loaded({ port }: { port: HeadPort }) {
  const t = useT();
  const navigate = useNavigate();
  const mayEdit = usePermissions().has('Pages.Job.Zones');
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const name = port.name ?? '';
  const remove = () =>
    mutate({
      call: async () => {
        await removeHeadPort(port.id);
        await navigate({ to: '/headports' });
      },
      stale: [networkKey],
      notice: t('{name} deleted', { name }),
    });
  return (
    <>
      <RecordPage
        kind={t('Head port')}
        title={name}
        breadcrumbs={crumbs()}
        description={[port.code, addressText(port)].filter(Boolean).join(' · ')}
        actions={
          mayEdit
            ? [
                {
                  text: t('Edit'),
                  keyName: 'edit',
                  icon: <Pencil aria-hidden />,
                  primary: true,
                  onClick: () => setEditing(true),
                },
                {
                  text: t('Delete'),
                  icon: <Trash2 aria-hidden />,
                  onClick: () => setDeleting(true),
                },
              ]
            : []
        }
        tabs={[
          { id: 'zones', label: t('Zones'), content: <Zones port={port} mayEdit={mayEdit} /> },
          { id: 'overview', label: t('Overview'), content: <Facts port={port} /> },
        ]}
        history={{ entityType: 'HeadPort', entityId: port.id }}
      />
      {editing && <HeadPortDialog port={port} onClose={() => setEditing(false)} />}
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t('Delete {name}?', { name })}
        description={t('A head port with zones cannot be deleted. This cannot be undone.')}
        confirmLabel={t('Delete')}
        destructive
        onConfirm={remove}
      />
    </>
  );
}

function Facts({ port }: { port: HeadPort }) {
  const t = useT();
  const { language } = useFormat();
  const { latitude, longitude } = port;
  return (
    <Card className="max-w-2xl">
      <CardHeader title={t('About')} />
      <DefinitionList
        items={[
          { label: t('Code'), value: <bdi dir="ltr">{port.code}</bdi> },
          { label: t('Address'), value: <bdi>{addressText(port) || '–'}</bdi> },
          { label: t('Country'), value: countryText(port.countrycode, language) },
          {
            label: t('Position'),
            value:
              typeof latitude === 'number' && typeof longitude === 'number' ? (
                <bdi dir="ltr">{`${latitude}, ${longitude}`}</bdi>
              ) : (
                '–'
              ),
          },
        ]}
      />
    </Card>
  );
}
