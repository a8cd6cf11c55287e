// Chooses a booking by its number, consignment, reference or customer.
import { Combobox } from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { useT } from '../../lib/i18n.ts';

export interface FoundBooking {
  id: number;
  text: string;
}

const quotedText = (text: string) => `'${text.toLowerCase().replaceAll("'", "''")}'`;

async function findBookings(text: string, signal: AbortSignal): Promise<FoundBooking[]> {
  const fields = ['consignmentId', 'reference', 'customer/companyName'].map(
    (field) => `contains(tolower(${field}),${quotedText(text)})`,
  );
  const number = /^#?(\d{1,15})$/.exec(text.trim())?.[1];
  const { items } = await api.get(
    '/api/booking/booking/getbookings',
    {
      filter: [...(number ? [`id eq ${number}`] : []), ...fields].join(' or '),
      sorting: 'id desc',
      maxResultCount: 10,
      skipCount: 0,
    },
    { signal },
  );
  return items.map((one) => ({
    id: one.id,
    text: [`#${one.id}`, one.consignmentId, one.reference, one.customer?.companyName]
      .filter(Boolean)
      .join(' · '),
  }));
}

export function BookingPicker({
  name,
  value,
  onChange,
}: {
  name: string;
  value: FoundBooking | null;
  onChange: (booking: FoundBooking | null) => void;
}) {
  const t = useT();
  return (
    <Combobox<FoundBooking>
      name={name}
      value={value}
      onChange={onChange}
      search={findBookings}
      getKey={({ id }) => id}
      getLabel={({ text }) => text}
      minLength={1}
      placeholder={t('Search bookings')}
      emptyText={t('No booking found')}
    />
  );
}
