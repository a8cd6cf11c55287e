// A manifest with its bookings.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ClipboardList, Printer } from 'lucide-react';
import { Card, DefinitionList, StatusBadge, useFormat, WarningNote } from '@waybill/plugin';
import { failure } from '../../../kit/mutate.ts';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { manifestName } from './columns.tsx';
import { OnIt } from './OnIt.tsx';
import { manifestQuery, onManifest, useAccounts, type Manifest } from './queries.ts';
import { reprint } from './print.ts';
import { senderText } from './waiting.ts';

const route = getRouteApi('/shell/bookings/manifests/$id');

const crumbs = (t: Translate) => [
  { text: t('Bookings'), href: '/bookings' },
  { text: t('Manifests'), href: '/bookings/manifests' },
];

export const ManifestPage = screen(
  {
    needs: 'Pages.Booking.Manifest',
    title: msg('Manifest'),
    to: msg('see manifests'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const manifest = useQuery({
    ...manifestQuery(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'Manifesting' ? 3000 : false),
  });
  const breadcrumbs = crumbs(t);
  return (
    <RecordOf
      id={id}
      query={manifest}
      title={t('Manifest')}
      breadcrumbs={breadcrumbs}
      icon={<ClipboardList />}
      missing={t('This manifest does not exist')}
      failed={t('The manifest could not be loaded')}
      to={msg('see manifests')}
    >
      {(found) => <ManifestView manifest={found} breadcrumbs={breadcrumbs} />}
    </RecordOf>
  );
}

function ManifestView({
  manifest,
  breadcrumbs,
}: {
  manifest: Manifest;
  breadcrumbs: { text: string; href: string }[];
}) {
  const t = useT();
  const format = useFormat();
  const accounts = useAccounts();
  const [opening, setOpening] = useState(false);
  const print = async () => {
    setOpening(true);
    try {
      await reprint(manifest.id, t('The carrier gave no sheet for this manifest.'));
    } catch (error) {
      failure(t('The manifest could not be opened'))(error);
    }
    setOpening(false);
  };
  const ids = manifest.bookingIds ?? [];
  return (
    <>
      <PageHeading
        title={manifestName(manifest)}
        badge={<StatusBadge status={manifest.status} />}
        breadcrumbs={breadcrumbs}
        description={accounts.name(manifest.carrier, manifest.carrierAccountId)}
        actions={
          manifest.allowedOperations.includes('PrintManifest')
            ? [
                {
                  text: t('Print again'),
                  icon: <Printer aria-hidden />,
                  primary: true,
                  state: opening ? 'pending' : 'idle',
                  onClick: () => void print(),
                },
              ]
            : []
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {manifest.status === 'Manifesting' && (
          <WarningNote>
            {t(
              'The carrier has not responded. We retry automatically and show the result on this page.',
            )}
          </WarningNote>
        )}
        {manifest.status === 'Failed' && (
          <WarningNote>
            {t(
              'The carrier did not accept this manifest. Its consignments are waiting to be manifested again.',
            )}
          </WarningNote>
        )}
        <Card>
          <DefinitionList
            items={[
              { label: t('Consignments'), value: format.number(manifest.totalBookings) },
              { label: t('Pieces'), value: format.number(manifest.totalItems) },
              { label: t('Weight'), value: format.quantity(manifest.totalWeight, 1) },
              { label: t('Volume'), value: format.quantity(manifest.totalCubic, 2) },
              { label: t('Sender'), value: senderText(manifest.sender) || '–' },
              { label: t('Cut-off'), value: accounts.cutOff(manifest.carrierAccountId) ?? '–' },
              { label: t('Created'), value: format.dateTime(manifest.creationTime) },
              {
                label: t('Closed'),
                value: manifest.closedTime ? format.dateTime(manifest.closedTime) : '–',
              },
            ]}
          />
        </Card>
        <OnIt
          id="bookings.on-manifest"
          filter={manifest.number === null ? null : onManifest(manifest)}
          ids={ids}
        />
      </div>
    </>
  );
}
