// A customer: contact, terms, latest bookings.
import { EmailLink } from '../../kit/EmailLink.tsx';
import { PersonCell } from '../../kit/Person.tsx';
import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Pencil, Plus, Trash2, UserX } from 'lucide-react';
import {
  Badge,
  Card,
  CardHeader,
  cn,
  ConfirmDialog,
  DefinitionList,
  EmptyState,
  ErrorNote,
  Skeleton,
  StatusBadge,
  said,
  Table,
  TBody,
  Td,
  Th,
  THead,
  Tr,
  useFormat,
  WarningNote,
} from '@waybill/plugin';
import { api } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { usePermissions } from '../../api/session.ts';
import { screen } from '../../shell/screen.tsx';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { wordText } from '../../lib/words.ts';
import { mutate } from '../../kit/mutate.ts';
import { msg, t, useT, type Translate } from '../../lib/i18n.ts';
import { Slot } from '../../plugins/Slot.tsx';
import { bookingName, placeText, sellPrice } from '../../lib/bookings/display.ts';
import { useCarrierName } from '../../plugins/carrier-names.ts';
import { shortDay } from '../../kit/list/times.ts';
import { AccountStatus } from './AccountStatus.tsx';
import { CustomerLogo } from './CustomerLogo.tsx';
import { isNzbn } from './form.ts';
import { customerName, weekdays, type Customer, type CustomerRecord } from './model.ts';
import { customerBookingsQuery, customerQuery, customersKey } from './queries.ts';
import { useBelongingTabs } from './tabs.tsx';

const CustomerNotes = lazy(() => import('./CustomerNotes.tsx'));
const CustomerSettings = lazy(() => import('./CustomerSettings.tsx'));
const Stores = lazy(() => import('./Stores.tsx'));
const route = getRouteApi('/shell/customers/$id/details');
const crumbs = () => [{ text: t('Customers'), href: '/customers' }];

export const CustomerDetail = screen(
  { needs: 'Pages.Customer', title: msg('Customer'), to: msg('see customers') },
  CustomerDetailScreen,
);

function CustomerDetailScreen() {
  const t = useT();
  const id = recordId(route.useParams().id);
  const customer = useQuery({ ...customerQuery(id ?? 0), enabled: id !== null });
  return (
    <RecordOf
      id={id}
      query={customer}
      title={t('Customer')}
      breadcrumbs={crumbs()}
      icon={<UserX />}
      missing={t('Customer not found')}
      failed={t('The customer could not be loaded')}
      to={msg('see customers')}
    >
      {(found) => <Loaded customer={found} id={id ?? 0} />}
    </RecordOf>
  );
}

function Loaded({ customer, id }: { customer: CustomerRecord; id: number }) {
  const { has } = usePermissions();
  const navigate = useNavigate();
  const t = useT();
  const [deleting, setDeleting] = useState(false);
  const belongings = useBelongingTabs(id, customer.canSendDG === true);
  const name = customerName(customer);
  const slotProps = {
    customerId: id,
    customer: { id, name, code: customer.code ?? '', isActive: customer.isActive !== false },
  };
  return (
    <>
      <RecordPage
        kind={t('Customer')}
        title={name}
        breadcrumbs={crumbs()}
        badge={<AccountStatus customer={customer} />}
        description={[customer.code, customer.type && t(wordText(customer.type))]
          .filter(Boolean)
          .join(' · ')}
        actions={[
          ...(has('Pages.Booking.Create') && customer.isActive !== false
            ? [
                {
                  text: t('New booking'),
                  icon: <Plus aria-hidden />,
                  primary: true,
                  onClick: () => void navigate({ to: '/quotes/new', search: { customer: id } }),
                },
              ]
            : []),
          ...(has('Pages.Customer.Edit')
            ? [
                {
                  text: t('Edit'),
                  keyName: 'edit' as const,
                  icon: <Pencil aria-hidden />,
                  primary: true,
                  href: `/customers/${id}/edit`,
                },
              ]
            : []),
          ...(has('Pages.Customer.Delete')
            ? [
                {
                  text: t('Delete'),
                  icon: <Trash2 aria-hidden />,
                  destructive: true,
                  onClick: () => setDeleting(true),
                },
              ]
            : []),
        ]}
        tabs={[
          {
            id: 'overview',
            label: t('Overview'),
            content: (
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_22rem]">
                {has('Pages.Booking') && <Bookings id={id} />}
                <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                  {(customer.told?.warnings.length ?? 0) > 0 && (
                    <WarningNote role="note">
                      {customer.told?.warnings.map((warning) => (
                        <p key={warning.message}>
                          {t('{field}: {problem}', {
                            field: memberName(warning.members[0], t),
                            problem: said(warning),
                          })}
                        </p>
                      ))}
                    </WarningNote>
                  )}
                  <Facts customer={customer} />
                  <CustomerLogo
                    id={id}
                    customer={customer}
                    mayChange={has('Pages.Customer.Edit')}
                  />
                  <Slot name="customer.detail.panel@1" props={slotProps} />
                </div>
              </div>
            ),
          },
          ...belongings,
          { id: 'notes', label: t('Notes'), content: <CustomerNotes customerId={id} /> },
          { id: 'stores', label: t('Online stores'), content: <Stores customerId={id} /> },
          {
            id: 'settings',
            label: t('Settings'),
            content: <CustomerSettings customerId={id} readOnly={!has('Pages.Customer.Edit')} />,
          },
        ]}
        documents={{ entityType: 'Customer', entityId: id, mayChange: has('Pages.Customer.Edit') }}
        history={{ entityType: 'Customer', entityId: id }}
        extend={{ on: 'customer', id }}
        slot={{ name: 'customer.detail.tab@1', props: slotProps }}
      />
      <ConfirmDialog
        open={deleting}
        onOpenChange={setDeleting}
        title={t('Delete {name}?', { name })}
        description={t(
          'Existing bookings are kept, but no new bookings can be made for this customer. This cannot be undone.',
        )}
        confirmLabel={t('Delete')}
        cancelLabel={t('Keep')}
        destructive
        onConfirm={async () => {
          await mutate({
            call: () => api.del('/api/customer/customer/deleteCustomer', { id }),
            notice: t('{name} deleted', { name }),
            after: async () => {
              await navigate({ to: '/customers' });
              void queryClient.invalidateQueries({ queryKey: customersKey });
            },
          });
        }}
      />
    </>
  );
}

export function Facts({ customer }: { customer: CustomerRecord }) {
  const t = useT();
  const format = useFormat();
  const seesCredit = usePermissions().has('Pages.Customer.ViewCredit');
  const address = customer.address;
  const credit = customer.told?.credit;
  const open = openText(customer, t);
  const lines = [address?.addressLine1, address?.addressLine2, placeText(address)].filter(Boolean);
  const mail = (value: string | null | undefined) => (value ? <EmailLink email={value} /> : '–');
  return (
    <Card>
      <CardHeader
        title={t('About')}
        actions={
          customer.canSendDG ? <Badge tone="warning">{t('Dangerous goods')}</Badge> : undefined
        }
      />
      <DefinitionList
        items={[
          { label: t('Contact'), value: customer.contactName || '–' },
          {
            label: t('Phone number'),
            value: <bdi dir="ltr">{customer.contact || customer.mobile || '–'}</bdi>,
          },
          { label: t('Email'), value: mail(customer.email) },
          { label: t('Email for documents'), value: mail(customer.bookingEmail) },
          {
            label: t('Address'),
            value: lines.length
              ? lines.map((line) => (
                  <span key={line} dir="auto" className="block rtl:text-right">
                    {line}
                  </span>
                ))
              : '–',
          },
          ...(seesCredit
            ? [
                {
                  label: t('Credit limit'),
                  value:
                    customer.creditLimit == null
                      ? t('No limit')
                      : format.money(customer.creditLimit),
                },
              ]
            : []),
          ...(credit
            ? [{ label: t('Booked and unpaid'), value: <CreditUsed credit={credit} /> }]
            : []),
          {
            label: t('Payment terms'),
            value: customer.paymentTerms ? t(customer.paymentTerms) : '–',
          },
          { label: isNzbn(customer.abn) ? t('NZBN') : t('ABN'), value: customer.abn || '–' },
          { label: t('Account manager'), value: <PersonCell name={customer.accountManager} /> },
          { label: t('Customer since'), value: format.date(customer.dateOfRegistration) },
          ...(open ? [{ label: t('Open'), value: <bdi>{open}</bdi> }] : []),
          ...(customer.salesPerson
            ? [{ label: t('Sales person'), value: <PersonCell name={customer.salesPerson} /> }]
            : []),
          ...(customer.businessIndustry
            ? [{ label: t('Industry'), value: customer.businessIndustry }]
            : []),
          ...(customer.businessWebsiteURL
            ? [
                {
                  label: t('Website'),
                  value: (
                    <span
                      title={customer.businessWebsiteURL}
                      dir="ltr"
                      className="block truncate rtl:text-right"
                    >
                      {customer.businessWebsiteURL.replace(/^https?:\/\/(www\.)?/, '')}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {customer.specialInstructions && (
        <p className="mt-3 border-t border-border pt-3 text-sm whitespace-pre-wrap">
          {customer.specialInstructions}
        </p>
      )}
    </Card>
  );
}

/** Form label of a field in a server warning. */
function memberName(member: string | undefined, t: Translate): string {
  const names: Record<string, string> = {
    'customer.abn': t('ABN or NZBN'),
    'customer.acn': t('ACN'),
    'customer.email': t('Email'),
  };
  return names[member ?? ''] ?? t('Customer');
}

/** `Mon–Fri 08:00–17:00`, with ranges of consecutive days. */
function openText(customer: Customer, t: Translate): string {
  const open = weekdays.map((day) => customer.openDaysOfWeek?.includes(day) === true);
  const runs: string[] = [];
  for (let day = 0; day < weekdays.length; day++) {
    if (!open[day]) continue;
    const first = day;
    while (open[day + 1]) day++;
    const [from, to] = [weekdays[first], weekdays[day]].map((name) => (name ? t(name) : ''));
    runs.push(first === day ? (from ?? '') : `${from}–${to}`);
  }
  const hours =
    customer.openingTime || customer.closingTime
      ? `${customer.openingTime ?? '?'}–${customer.closingTime ?? '?'}`
      : '';
  return [runs.join(', '), hours].filter(Boolean).join(' ');
}

function CreditUsed({
  credit,
}: {
  credit: NonNullable<NonNullable<CustomerRecord['told']>['credit']>;
}) {
  const t = useT();
  const format = useFormat();
  const { limit, used, available } = credit;
  const share = limit ? Math.min(1, used / limit) : 0;
  return (
    <span className="grid gap-1">
      <span>{format.money(used)}</span>
      {limit != null && (
        <>
          <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-muted">
            <span
              className={cn(
                'block h-full rounded-full',
                share >= 1 ? 'bg-destructive' : share > 0.8 ? 'bg-warning-text' : 'bg-primary',
              )}
              style={{ width: `${share * 100}%` }}
            />
          </span>
          <span
            className={cn(
              'text-xs',
              (available ?? 0) < 0 ? 'text-destructive-text' : 'text-muted-foreground',
            )}
          >
            {(available ?? 0) < 0
              ? t('{amount} over the limit', { amount: format.money(-(available ?? 0)) })
              : t('{amount} available', { amount: format.money(available ?? 0) })}
          </span>
        </>
      )}
    </span>
  );
}

function Bookings({ id }: { id: number }) {
  const t = useT();
  const format = useFormat();
  const carrierName = useCarrierName();
  const bookings = useQuery(customerBookingsQuery(id));
  const items = bookings.data?.items ?? [];
  return (
    <section className="grid min-w-0 gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-sm font-semibold">{t('Latest bookings')}</h2>
        {items.length > 0 && (
          <Link
            to="/bookings"
            search={{ customer: id }}
            className="text-[13px] text-link underline-offset-2 hover:underline"
          >
            {t('All {number} bookings', { number: format.number(bookings.data?.totalCount) })}
          </Link>
        )}
      </div>
      {bookings.isPending && <Skeleton className="h-40" />}
      {bookings.isError && (
        <ErrorNote error={bookings.error} onRetry={() => void bookings.refetch()} />
      )}
      {bookings.data && items.length === 0 && (
        <EmptyState
          title={t('No bookings yet')}
          description={t('Start a quote for this customer with New booking.')}
        />
      )}
      {items.length > 0 && (
        <Table label={t('Latest bookings')}>
          <THead>
            <tr>
              <Th>{t('Connote')}</Th>
              <Th className="max-md:hidden">{t('From')}</Th>
              <Th>{t('To')}</Th>
              <Th className="max-md:hidden">{t('Carrier')}</Th>
              <Th numeric className="max-md:hidden">
                {t('Price')}
              </Th>
              <Th>{t('Status')}</Th>
              <Th className="max-md:hidden">{t('Created')}</Th>
            </tr>
          </THead>
          <TBody>
            {items.map((booking) => (
              <Tr key={booking.id}>
                <Td>
                  <Link
                    to="/bookings-beta/details/$id"
                    params={{ id: String(booking.id) }}
                    className="font-medium text-link underline-offset-2 hover:underline"
                  >
                    {bookingName(booking)}
                  </Link>
                </Td>
                <Td className="max-md:hidden">{booking.fromAddress?.suburb}</Td>
                <Td>{booking.toAddress?.suburb}</Td>
                <Td className="max-md:hidden">{booking.carrier && carrierName(booking.carrier)}</Td>
                <Td numeric className="max-md:hidden">
                  {format.money(sellPrice(booking))}
                </Td>
                <Td>
                  <StatusBadge status={booking.bookingStatus ?? 'Unknown'} />
                </Td>
                <Td className="whitespace-nowrap tabular-nums max-md:hidden">
                  {shortDay(booking.creationTime, format.timezone)}
                </Td>
              </Tr>
            ))}
          </TBody>
        </Table>
      )}
    </section>
  );
}
