// A manifest with its bookings.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ClipboardList, Printer } from 'lucide-react';
import {
  Card,
  DefinitionList,
  errorMessage,
  StatusBadge,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { msg, useT } from '../../../lib/i18n.ts';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { Needs } from '../../../shell/Needs.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { toast } from '../../../shell/toast.tsx';
import { manifestName } from './columns.tsx';
import { OnIt } from './OnIt.tsx';
import { manifestQuery, onManifest, useAccounts, type Manifest } from './queries.ts';
import { reprint } from './print.ts';
import { senderText } from './waiting.ts';

const route = getRouteApi('/shell/bookings/manifests/$id');

export function ManifestPage() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const manifest = useQuery({
    ...manifestQuery(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'Manifesting' ? 3000 : false),
  });
  const breadcrumbs = [
    { text: t('Bookings'), href: '/bookings' },
    { text: t('Manifests'), href: '/bookings/manifests' },
  ];
  return (
    <Needs
      permission="Pages.Booking.Manifest"
      title={t('Manifest')}
      to={msg('see manifests')}
      breadcrumbs={breadcrumbs}
    >
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
    </Needs>
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
      toast({
        title: t('The manifest could not be opened'),
        description: errorMessage(error),
        variant: 'destructive',
      });
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
          manifest.status === 'Manifested'
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
