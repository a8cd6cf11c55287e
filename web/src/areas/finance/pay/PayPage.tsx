// Pays invoices by card.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { Card, EmptyState, ErrorNote, Field, Skeleton } from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { leftList } from '../../../kit/list/memory.ts';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { cardFormQuery } from '../../../lib/cards.ts';
import { msg, t as translate, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';
import { invoiceQuery, outstandingQuery } from '../queries.ts';
import { PayForm } from './PayForm.tsx';

const route = getRouteApi('/shell/finance/pay');
const crumbs = () => [{ text: translate('Invoices'), href: leftList('/finance/invoices') }];

export const PayPage = screen(
  {
    needs: 'Pages.Finance.Payments.Create',
    title: msg('Pay by card'),
    to: msg('pay by card'),
    breadcrumbs: crumbs,
  },
  Screen,
);

function Screen() {
  const t = useT();
  const { isTenant } = useSession();
  const search = route.useSearch();
  const [picked, setPicked] = useState<number | null>(search.customer ?? null);
  // For staff; a customer's user has only one.
  const invoice = useQuery({
    ...invoiceQuery(search.invoice ?? 0),
    enabled: isTenant && search.invoice !== undefined && picked === null,
  });
  const customer = picked ?? invoice.data?.customerId ?? null;
  const isKnown = !isTenant || customer !== null;
  const cards = useQuery(cardFormQuery());
  const outstanding = useQuery({
    ...outstandingQuery(isTenant ? customer : null),
    enabled: isKnown,
    refetchOnWindowFocus: false,
  });
  const options = cards.data;
  const isWaiting = cards.isPending || (isKnown ? outstanding.isPending : invoice.isLoading);
  return (
    <>
      <PageHeading title={t('Pay by card')} breadcrumbs={crumbs()} />
      {isTenant && options?.provider && (
        <Card className="mb-4 max-w-xl">
          <Field label={t('Customer')}>
            <CustomerPicker value={customer} onChange={(chosen) => setPicked(chosen?.id ?? null)} />
          </Field>
        </Card>
      )}
      {cards.isLoadingError ? (
        <ErrorNote
          title={t('Card payments could not be started')}
          error={cards.error}
          onRetry={() => void cards.refetch()}
        />
      ) : outstanding.isLoadingError ? (
        <ErrorNote
          title={t('The invoices could not be loaded')}
          error={outstanding.error}
          onRetry={() => void outstanding.refetch()}
        />
      ) : isWaiting ? (
        <Skeleton className="h-64" />
      ) : !options?.provider ? (
        <EmptyState
          icon={<CreditCard />}
          title={t('Card payments are not set up')}
          description={
            isTenant
              ? t('Choose a payment provider in the settings, under Card payments.')
              : t('Your invoice lists other ways to pay.')
          }
        />
      ) : !isKnown ? (
        <EmptyState
          icon={<CreditCard />}
          title={t('Choose a customer')}
          description={t('Then choose which of its invoices the card pays.')}
        />
      ) : (
        // The payment changes amounts; the form keeps its initial data.
        <PayForm
          key={customer ?? 'own'}
          customerId={customer}
          first={search.invoice}
          invoices={(outstanding.data?.items ?? []).filter(
            ({ currency }) => currency === options.currency,
          )}
          options={{ ...options, provider: options.provider }}
        />
      )}
    </>
  );
}
