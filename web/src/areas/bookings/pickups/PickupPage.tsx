// A pickup: time, place, bookings and cancellation.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Ban, Truck } from 'lucide-react';
import { Card, ConfirmDialog, DefinitionList, useFormat, WarningNote } from '@waybill/plugin';
import { mutate } from '../../../kit/mutate.ts';
import { msg, useT, type Translate } from '../../../lib/i18n.ts';
import { recordId, RecordOf } from '../../../kit/record.tsx';
import { dayText } from '../../../lib/days.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { OnIt } from '../manifests/OnIt.tsx';
import { useAccounts } from '../manifests/queries.ts';
import { senderText } from '../manifests/waiting.ts';
import { cancelQuestion, pickupName, PickupState, windowText } from './PickupState.tsx';
import { cancelPickup, pickupQuery, type Pickup } from './queries.ts';

const route = getRouteApi('/shell/bookings/pickups/$id');

const crumbs = (t: Translate) => [
  { text: t('Bookings'), href: '/bookings' },
  { text: t('Pickups'), href: '/bookings/pickups' },
];

export const PickupPage = screen(
  {
    needs: 'Pages.Booking.Manifest',
    title: msg('Pickup'),
    to: msg('see pickups'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const pickup = useQuery({
    ...pickupQuery(id ?? 0),
    enabled: id !== null,
    refetchInterval: ({ state }) =>
      state.data?.status === 'Booking' || state.data?.status === 'Cancelling' ? 3000 : false,
  });
  const breadcrumbs = crumbs(t);
  return (
    <RecordOf
      id={id}
      query={pickup}
      title={t('Pickup')}
      breadcrumbs={breadcrumbs}
      icon={<Truck />}
      missing={t('This pickup does not exist')}
      failed={t('The pickup could not be loaded')}
      to={msg('see pickups')}
    >
      {(found) => <PickupView pickup={found} breadcrumbs={breadcrumbs} />}
    </RecordOf>
  );
}

function PickupView({
  pickup,
  breadcrumbs,
}: {
  pickup: Pickup;
  breadcrumbs: { text: string; href: string }[];
}) {
  const t = useT();
  const format = useFormat();
  const accounts = useAccounts();
  const [asking, setAsking] = useState(false);
  const question = cancelQuestion(pickup);
  return (
    <>
      <PageHeading
        title={pickupName(pickup)}
        badge={<PickupState status={pickup.status} />}
        breadcrumbs={breadcrumbs}
        description={accounts.name(pickup.carrier, pickup.carrierAccountId)}
        actions={
          pickup.allowedOperations.includes('Cancel')
            ? [
                {
                  text: t('Cancel pickup…'),
                  icon: <Ban aria-hidden />,
                  primary: true,
                  onClick: () => setAsking(true),
                },
              ]
            : []
        }
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {(pickup.status === 'Booking' || pickup.status === 'Cancelling') && (
          <WarningNote>
            {t(
              'The carrier has not responded. We retry automatically and show the result on this page.',
            )}
          </WarningNote>
        )}
        {pickup.status === 'Failed' && (
          <WarningNote>{pickup.message || t('The carrier refused this pickup.')}</WarningNote>
        )}
        <Card>
          <DefinitionList
            items={[
              { label: t('Day'), value: dayText(pickup.pickupDay, format.language) },
              { label: t('Window'), value: windowText(pickup) },
              { label: t('Cut-off'), value: accounts.cutOff(pickup.carrierAccountId) ?? '–' },
              { label: t('Sender'), value: senderText(pickup.sender) || '–' },
              { label: t('Street address'), value: pickup.sender.addressLine1 || '–' },
              { label: t('Pieces'), value: format.number(pickup.pieces) },
              { label: t('Weight'), value: format.quantity(pickup.weight, 1) },
              { label: t('Pickup instructions'), value: pickup.instructions || '–' },
              { label: t('Created'), value: format.dateTime(pickup.creationTime) },
            ]}
          />
        </Card>
        <OnIt id="bookings.on-pickup" filter={null} ids={pickup.bookingIds ?? []} />
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={question.title}
        description={question.description}
        confirmLabel={t('Cancel pickup')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => cancelPickup(pickup.id),
            notice: t('Pickup {name} cancelled', { name: pickupName(pickup) }),
          });
        }}
      />
    </>
  );
}
