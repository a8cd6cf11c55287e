// Booking overview: addresses, items, times, extras.
import { ArrowRight, TriangleAlert } from 'lucide-react';
import {
  cn,
  Badge,
  Card,
  CardHeader,
  DefinitionList,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
} from '@waybill/plugin';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../api/session.ts';
import { EmailLink } from '../../../kit/EmailLink.tsx';
import { CorrectPosition } from '../../../kit/position/CorrectPosition.tsx';
import { optionTexts } from '../../../lib/bookings/options.ts';
import { unNumbersByItem } from '../../../lib/dangerous-goods.ts';
import { useT } from '../../../lib/i18n.ts';
import { packageTypeText } from '../../../lib/package-types.ts';
import { placedOf } from '../../../lib/positions.ts';
import { customerText, partyText, pieces, placeText } from '../../../lib/bookings/display.ts';
import type { Address, BookingDetail, BookingItem } from '../../../lib/bookings/model.ts';

function Party({ title, address }: { title: string; address: Address | null | undefined }) {
  const company = address?.companyName;
  const contact = address?.contactName;
  return (
    <section aria-label={title} className="min-w-0 flex-1">
      <header className="flex min-h-7 items-center gap-1">
        <h2 className="text-xs text-muted-foreground">{title}</h2>
        {address && <CorrectPosition name={partyText(address)} address={placedOf(address)} />}
      </header>
      <address className="mt-0.5 text-sm not-italic">
        <span className="block font-medium break-words">{partyText(address) || '–'}</span>
        {company && contact && <span className="block text-muted-foreground">{contact}</span>}
        {[address?.addressLine1, address?.addressLine2, address?.addressLine3]
          .filter(Boolean)
          .map((line, index) => (
            <span key={index} className="block break-words">
              <bdi>{line}</bdi>
            </span>
          ))}
        <span className="block">{placeText(address)}</span>
        {address?.countryCode && address.countryCode !== 'AU' && (
          <span className="block">{address.country || address.countryCode}</span>
        )}
        {address?.telephone && (
          <a
            href={`tel:${address.telephone.replaceAll(/[^+\d]/g, '')}`}
            className="block leading-6 text-link underline-offset-2 hover:underline"
          >
            <bdi dir="ltr">{address.telephone}</bdi>
          </a>
        )}
        {address?.email && <EmailLink email={address.email} className="block leading-6" />}
      </address>
    </section>
  );
}

export function Route({ booking }: { booking: BookingDetail }) {
  const t = useT();
  return (
    <Card>
      <div className="flex flex-col gap-4 sm:flex-row">
        <Party title={t('From')} address={booking.fromAddress} />
        <ArrowRight
          aria-hidden
          className="mt-6 hidden size-4 shrink-0 text-muted-foreground sm:block rtl:-scale-x-100"
        />
        <Party title={t('To')} address={booking.toAddress} />
      </div>
      {(booking.specialInstructions || booking.deliveryInstructions) && (
        <div className="mt-4 grid gap-3 border-t border-border pt-3 sm:grid-cols-2">
          <DefinitionList
            className="contents"
            items={[
              { label: t('Pickup instructions'), value: booking.specialInstructions || '–' },
              { label: t('Delivery instructions'), value: booking.deliveryInstructions || '–' },
            ]}
          />
        </div>
      )}
    </Card>
  );
}

const side = (value: BookingItem['length']) => value?.value ?? '?';

function Size({ item }: { item: BookingItem }) {
  if (!item.length && !item.width && !item.height) return <>–</>;
  return (
    <bdi dir="ltr">
      {side(item.length)} × {side(item.width)} × {side(item.height)} {item.length?.unit ?? 'cm'}
    </bdi>
  );
}

export function Items({ booking }: { booking: BookingDetail }) {
  const t = useT();
  const format = useFormat();
  const items = booking.items ?? [];
  return (
    <Card className="p-0">
      <CardHeader
        className="mb-0 px-4 pt-3 pb-2"
        title={t('Items')}
        description={[
          t(
            '{number} pieces',
            { count: pieces(booking), number: format.number(pieces(booking)) },
            '{number} piece',
          ),
          booking.totalWeight && format.quantity(booking.totalWeight),
          booking.totalVolume && format.quantity(booking.totalVolume),
          booking.chargableWeight &&
            t('{weight} chargeable', { weight: format.quantity(booking.chargableWeight) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      />
      <div className="[&>div]:rounded-t-none [&>div]:border-x-0 [&>div]:border-b-0 [&>div]:shadow-none">
        <Table label={t('Items')}>
          <THead>
            <tr>
              <Th numeric className="w-16">
                {t('Qty')}
              </Th>
              <Th>{t('Package')}</Th>
              <Th>{t('Description')}</Th>
              <Th numeric>{t('Size per piece')}</Th>
              <Th numeric>{t('Weight per piece')}</Th>
            </tr>
          </THead>
          <TBody>
            {items.map((item, index) => (
              <Tr key={item.id ?? index}>
                <Td numeric>{item.quantity}</Td>
                <Td className="whitespace-nowrap">
                  {item.packageType ? packageTypeText(item.packageType, t) : '–'}
                </Td>
                <Td className="max-w-72 break-words">{item.description || '–'}</Td>
                <Td numeric>
                  <Size item={item} />
                </Td>
                <Td numeric>{format.quantity(item.weight)}</Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      </div>
      {booking.isDangerousGood && (
        <p
          className={cn(
            'flex items-center gap-2 border-t border-border bg-warning-soft px-4',
            'py-2 text-[13px] text-warning-text',
          )}
        >
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          <span>
            <b className="font-medium">{t('Dangerous goods')}</b>{' '}
            {[
              booking.dangerousGoodUNCode,
              booking.dangerousGoodDescription,
              booking.dangerousGoodPackageType,
            ]
              .filter(Boolean)
              .join(' · ')}
            {unNumbersByItem(booking).map(({ index, numbers }) => (
              <span key={index} className="block">
                {t('{row}: {numbers}', {
                  row: t('Item {number}', { number: index + 1 }),
                  numbers: numbers.join(', '),
                })}
              </span>
            ))}
          </span>
        </p>
      )}
    </Card>
  );
}

export function Facts({ booking }: { booking: BookingDetail }) {
  const t = useT();
  const format = useFormat();
  const { isTenant } = useSession();
  const extras = [
    ...optionTexts(booking.pickupOptions, 'pickup'),
    ...optionTexts(booking.deliveryOptions, 'delivery'),
  ];
  const customer = customerText(booking.customer);
  const items = [
    isTenant && {
      label: t('Customer'),
      value: booking.customer?.id ? (
        <Link
          to="/customers/$id/details"
          params={{ id: String(booking.customer.id) }}
          className="text-link underline-offset-2 hover:underline"
        >
          {customer || t('Unknown Customer')}
          {booking.customer.code && ` (${booking.customer.code})`}
        </Link>
      ) : (
        customer || '–'
      ),
    },
    { label: t('Reference'), value: booking.reference || '–' },
    ...(booking.customer?.references ?? []).map(({ name, value }) => ({ label: name, value })),
    {
      label: t('Manifest'),
      value: booking.manifestId ? (
        <Link
          to="/bookings"
          search={{ manifest: booking.manifestId }}
          className="text-link underline-offset-2 hover:underline"
        >
          {booking.manifestId}
        </Link>
      ) : (
        '–'
      ),
    },
    booking.pickupRequestId && { label: t('Pickup request'), value: booking.pickupRequestId },
    { label: t('Ready for pickup'), value: format.dateTime(booking.pickupReadyTime) },
    booking.businessClosingTime && {
      label: t('Closes'),
      value: format.time(booking.businessClosingTime),
    },
    { label: t('Created'), value: format.dateTime(booking.creationTime) },
    booking.orderNumber && { label: t('Order'), value: booking.orderNumber },
    booking.invoiceNumber && { label: t('Invoice'), value: booking.invoiceNumber },
    booking.isInsured && {
      label: t('Insured for'),
      value: `${format.money(booking.insuredValue)}${booking.insuranceType ? ` (${booking.insuranceType})` : ''}`,
    },
  ].filter((item) => item !== false && item !== null && item !== undefined && item !== '');
  return (
    <Card>
      <DefinitionList items={items} />
      {extras.length > 0 && (
        <p className="mt-3 flex flex-wrap gap-1.5 border-t border-border pt-3">
          {extras.map((extra) => (
            <Badge key={extra}>{extra}</Badge>
          ))}
        </p>
      )}
    </Card>
  );
}
