// Booking summary for guests.
import { Card, CardHeader, DefinitionList, useFormat } from '@waybill/plugin';
import { useT } from '../../../lib/i18n.ts';
import { amountTotal, partyText, placeText } from '../../../lib/bookings/display.ts';
import { Timeline } from '../detail/Timeline.tsx';
import type { OutsideBooking } from './queries.ts';

export function Outline({ booking }: { booking: OutsideBooking }) {
  const t = useT();
  const format = useFormat();
  const pieces = booking.items.reduce((sum, item) => sum + item.quantity, 0);
  const price = amountTotal(booking.pricingDetail?.total);
  return (
    <>
      <Card>
        <CardHeader title={t('Consignment')} />
        <DefinitionList
          items={[
            { label: t('Connote'), value: booking.consignmentId },
            { label: t('Service'), value: booking.carrierServiceName },
            {
              label: t('Pickup day'),
              value: booking.pickupReadyTime && format.date(booking.pickupReadyTime),
            },
            {
              label: t('Estimated delivery'),
              value: booking.eta && format.dateTime(booking.eta),
            },
            { label: t('Items'), value: format.number(pieces) },
            { label: t('Reference'), value: booking.reference },
            {
              label: t('Total with tax'),
              value: price === null ? null : format.money(price),
            },
          ].filter(({ value }) => value)}
        />
      </Card>
      <div className="grid gap-4 sm:grid-cols-2">
        {[
          { title: t('From'), address: booking.fromAddress },
          { title: t('To'), address: booking.toAddress },
        ].map(({ title, address }) => (
          <Card key={title}>
            <CardHeader title={title} />
            <p className="text-sm break-words">{partyText(address)}</p>
            <p className="text-sm break-words">
              <bdi>{address.addressLine1}</bdi>
            </p>
            <p className="text-sm break-words">{placeText(address)}</p>
          </Card>
        ))}
      </div>
      {booking.trackingDetails.length > 0 && (
        <Card>
          <CardHeader title={t('Tracking')} />
          <Timeline entries={booking.trackingDetails} />
        </Card>
      )}
    </>
  );
}
