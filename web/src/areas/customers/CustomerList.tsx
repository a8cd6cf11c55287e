// The list of customers: searched, narrowed, sorted and paged by the server, its state in the address.
import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus, Users, X } from 'lucide-react';
import { Badge, Button, buttonClass, cn, EmptyState, ErrorNote, Pagination, Select, Skeleton, Table, TBody, Td, Th, THead, Tr, useFormat, words, type Tone } from '@waybill/plugin';
import { usePermissions } from '../../api/session.ts';
import { msg, useT } from '../../lib/i18n.ts';
import { tablePosition } from '../../lib/table-position.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { SearchBox } from '../bookings/list/SearchBox.tsx';
import { Needs } from '../bookings/Needs.tsx';
import { customerName, type Customer } from './model.ts';
import { customersQuery } from './queries.ts';
import { customerFilter, customersPerPage, customerTypes, defaultCustomerSort, parseCustomerSearch, type CustomerSearch } from './search.ts';

const route = getRouteApi('/shell/customers');
const path = '/customers';

const statusTones: Record<string, Tone> = { Active: 'success', Pending: 'info', OnHold: 'warning', CreditStop: 'danger', Suspended: 'danger', Closed: 'neutral' };

export function AccountStatus({ customer }: { customer: Customer }) {
  const t = useT();
  if (customer.isActive === false) return <Badge>{t('Inactive')}</Badge>;
  const status = customer.accountStatus || 'Active';
  return <Badge tone={statusTones[status] ?? 'neutral'}>{words(status)}</Badge>;
}

export function CustomerList() {
  const t = useT();
  return (
    <Needs permission="Pages.Customer" title={t('Customers')} to={msg('see customers')}>
      <CustomerListScreen />
    </Needs>
  );
}

function CustomerListScreen() {
  const t = useT();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const format = useFormat();
  const { has } = usePermissions();
  const list = useQuery(customersQuery(search));
  const seesCredit = has('Pages.Customer.ViewCredit');
  const narrowed = customerFilter(search) !== '';

  const set = (change: Partial<Record<keyof CustomerSearch, unknown>>) => void navigate({ search: parseCustomerSearch({ ...search, skip: 0, ...change }), replace: !('skip' in change) });
  useEffect(() => {
    if (!narrowed) tablePosition.set(path, search.skip ?? 0);
  }, [narrowed, search.skip]);
  useEffect(() => {
    const left = tablePosition.get(path);
    if (left > 0 && Object.keys(search).length === 0) void navigate({ search: { skip: left }, replace: true });
    // Only coming to the list goes back to where it was left.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const [sortField, sortDirection] = (search.sort ?? defaultCustomerSort).split(' ');
  const sortable = (field: string) => ({
    sort: sortField === field ? (sortDirection as 'asc' | 'desc') : ('none' as const),
    onSort: () => set({ sort: `${field} ${sortField === field && sortDirection === 'asc' ? 'desc' : 'asc'}` }),
  });
  const total = list.data?.totalCount ?? 0;
  const wide = 'max-md:hidden';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PageHeading title={t('Customers')} actions={has('Pages.Customer.Create') ? [{ text: t('New customer'), href: '/customers/new', icon: <Plus aria-hidden />, primary: true }] : []} />
      <div role="search" aria-label={t('Filter customers')} className="flex flex-wrap items-center gap-2">
        <SearchBox label={t('Search customers')} placeholder={t('Name, code, contact, e-mail')} className="sm:w-72" value={search.q ?? ''} onChange={(q) => set({ q })} />
        <div className="w-36">
          <Select aria-label={t('Type')} value={search.type ?? ''} onChange={(event) => set({ type: event.target.value })}>
            <option value="">{t('All types')}</option>
            {customerTypes.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        </div>
        <div className="w-40">
          <Select aria-label={t('Active')} value={search.active ?? ''} onChange={(event) => set({ active: event.target.value })}>
            <option value="">{t('Active and inactive')}</option>
            <option value="yes">{t('Active')}</option>
            <option value="no">{t('Inactive')}</option>
          </Select>
        </div>
        {narrowed && (
          <Button variant="ghost" onClick={() => set({ q: undefined, type: undefined, active: undefined })}>
            <X aria-hidden />{' '}{t('Clear')}
          </Button>
        )}
      </div>
      {list.isError && <ErrorNote title={t('The customers could not be loaded')} error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.items.length === 0 ? (
        <EmptyState
          icon={<Users />}
          title={narrowed ? t('No customer matches') : t('No customers yet')}
          description={narrowed ? t('Try fewer words, or another type.') : t('Add the first customer to quote and book for them.')}
          action={
            narrowed ? (
              <Button variant="outline" onClick={() => set({ q: undefined, type: undefined, active: undefined })}>
                {t('Show all customers')}
              </Button>
            ) : (
              has('Pages.Customer.Create') && (
                <Link to="/customers/new" className={buttonClass()}>
                  {t('New customer')}
                </Link>
              )
            )
          }
        />
      ) : (
        (list.data || list.isPending) && (
          <Table label={t('Customers')} aria-busy={list.isPending || list.isPlaceholderData} className={cn(list.isPlaceholderData && 'opacity-60 transition-opacity')}>
            <THead>
              <tr>
                <Th {...sortable('companyName')}>{t('Customer')}</Th>
                <Th {...sortable('code')}>{t('Code')}</Th>
                <Th {...sortable('type')} className={wide}>
                  {t('Type')}
                </Th>
                <Th className={wide}>{t('Telephone')}</Th>
                <Th className={wide}>{t('E-mail')}</Th>
                <Th className={wide}>{t('Suburb')}</Th>
                {seesCredit && (
                  <Th numeric className={wide}>
                    {t('Credit limit')}
                  </Th>
                )}
                <Th {...sortable('dateOfRegistration')} className={wide}>
                  {t('Since')}
                </Th>
                <Th>{t('Status')}</Th>
              </tr>
            </THead>
            <TBody>
              {list.data
                ? list.data.items.map((customer) => (
                    <Tr
                      key={customer.id}
                      className="cursor-pointer"
                      onClick={(event) => {
                        if (event.target instanceof HTMLElement && event.target.closest('a')) return;
                        if (!getSelection()?.toString()) void navigate({ to: '/customers/$id/details', params: { id: String(customer.id) } });
                      }}
                    >
                      <Td>
                        <span className="block max-w-[42vw] md:max-w-72">
                          <Link to="/customers/$id/details" params={{ id: String(customer.id) }} className="block truncate font-medium text-link underline-offset-2 hover:underline">
                            {customerName(customer)}
                          </Link>
                          {customer.contactName && customer.contactName !== customerName(customer) && <span className="block truncate text-xs text-muted-foreground">{customer.contactName}</span>}
                        </span>
                      </Td>
                      <Td className="whitespace-nowrap">{customer.code}</Td>
                      <Td className={wide}>{customer.type}</Td>
                      <Td className={cn(wide, 'whitespace-nowrap')}>{customer.contact || customer.mobile || '–'}</Td>
                      <Td className={wide}>
                        <span className="block max-w-56 truncate">{customer.email || '–'}</span>
                      </Td>
                      <Td className={wide}>{[customer.address?.suburb, customer.address?.state].filter(Boolean).join(' ') || '–'}</Td>
                      {seesCredit && (
                        <Td numeric className={wide}>
                          {customer.creditLimit == null ? t('No limit') : format.money(customer.creditLimit)}
                        </Td>
                      )}
                      <Td className={cn(wide, 'whitespace-nowrap tabular-nums')}>{format.date(customer.dateOfRegistration)}</Td>
                      <Td>
                        <AccountStatus customer={customer} />
                      </Td>
                    </Tr>
                  ))
                : Array.from({ length: 10 }, (_, index) => (
                    <tr key={index}>
                      <Td colSpan={9}>
                        <Skeleton className="w-full" />
                      </Td>
                    </tr>
                  ))}
            </TBody>
          </Table>
        )
      )}
      {total > 0 && <Pagination skip={search.skip ?? 0} take={customersPerPage} total={total} onChange={(skip) => set({ skip })} />}
    </div>
  );
}
