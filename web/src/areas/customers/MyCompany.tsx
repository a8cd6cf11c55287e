// /company: a customer's own view.
import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Building2, Pencil } from 'lucide-react';
import { EmptyState } from '@waybill/plugin';
import { usePermissions, useSession } from '../../api/session.ts';
import { recordId, RecordOf, RecordPage } from '../../kit/record.tsx';
import { msg, useT } from '../../lib/i18n.ts';
import { PageHeading } from '../../shell/PageHeading.tsx';
import { currentCustomerQuery } from './account.ts';
import { AccountDialog } from './AccountDialog.tsx';
import { AccountStatus } from './AccountStatus.tsx';
import { CustomerLogo } from './CustomerLogo.tsx';
import { Facts } from './CustomerDetail.tsx';
import { customerName, type Customer } from './model.ts';
import { useBelongingTabs } from './tabs.tsx';

const CustomerSettings = lazy(() => import('./CustomerSettings.tsx'));

export function MyCompany() {
  const t = useT();
  const { isCustomer, customerId } = useSession();
  const customer = useQuery({ ...currentCustomerQuery, enabled: isCustomer });
  if (!isCustomer) {
    return (
      <>
        <PageHeading title={t('My company')} />
        <EmptyState
          icon={<Building2 />}
          title={t('Only for customers')}
          description={t(
            'This page is for the users of a customer. Your organisation is in the settings.',
          )}
        />
      </>
    );
  }
  return (
    <RecordOf
      id={recordId(String(customerId))}
      query={customer}
      title={t('My company')}
      breadcrumbs={[]}
      icon={<Building2 />}
      missing={t('Company not found')}
      failed={t('The company could not be loaded')}
      to={msg('see your company')}
    >
      {(found) => <Loaded customer={found} id={found.id ?? 0} />}
    </RecordOf>
  );
}

function Loaded({ customer, id }: { customer: Customer; id: number }) {
  const t = useT();
  const { has } = usePermissions();
  const [editing, setEditing] = useState(false);
  const belongings = useBelongingTabs(id, customer.canSendDG === true);
  return (
    <>
      <RecordPage
        kind={t('My company')}
        title={customerName(customer)}
        breadcrumbs={[]}
        badge={<AccountStatus customer={customer} />}
        description={customer.code ?? ''}
        actions={
          has('Pages.CustomerAccount')
            ? [
                {
                  text: t('Edit'),
                  keyName: 'edit',
                  icon: <Pencil aria-hidden />,
                  primary: true,
                  onClick: () => setEditing(true),
                },
              ]
            : []
        }
        tabs={[
          {
            id: 'overview',
            label: t('Overview'),
            content: (
              <div className="flex max-w-4xl flex-col gap-4 lg:flex-row lg:items-start">
                <div className="min-w-0 lg:flex-1">
                  <Facts customer={customer} />
                </div>
                {/* Document calls are for staff only. */}
                <CustomerLogo id={id} customer={customer} mayChange={false} className="lg:w-72" />
              </div>
            ),
          },
          ...belongings,
          {
            id: 'settings',
            label: t('Settings'),
            content: <CustomerSettings customerId={id} readOnly />,
          },
        ]}
        documents={{ entityType: 'Customer', entityId: id, mayChange: false }}
      />
      {editing && <AccountDialog customer={customer} onClose={() => setEditing(false)} />}
    </>
  );
}
