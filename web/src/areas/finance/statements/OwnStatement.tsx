// /finance/statements: redirects to a customer's statement.
import { Navigate, useNavigate } from '@tanstack/react-router';
import { Card, Field } from '@waybill/plugin';
import { useSession } from '../../../api/session.ts';
import { CustomerPicker } from '../../../kit/pickers/CustomerPicker.tsx';
import { msg, useT } from '../../../lib/i18n.ts';
import { screen } from '../../../shell/screen.tsx';
import { PageHeading } from '../../../shell/PageHeading.tsx';

export const OwnStatement = screen(
  { needs: 'Pages.Finance.Statements', title: msg('Statements'), to: msg('see statements') },
  Screen,
);

function Screen() {
  const t = useT();
  const navigate = useNavigate();
  const own = useSession().data?.customer?.id;
  if (own !== undefined)
    return (
      <Navigate to="/finance/statements/$customer" params={{ customer: String(own) }} replace />
    );
  return (
    <>
      <PageHeading
        title={t('Statements')}
        description={t('Entries that changed a customer’s balance, from opening to closing.')}
      />
      <Card className="max-w-md">
        <Field label={t('Customer')}>
          <CustomerPicker
            value={null}
            onChange={(customer) =>
              customer &&
              void navigate({
                to: '/finance/statements/$customer',
                params: { customer: String(customer.id) },
              })
            }
          />
        </Field>
      </Card>
    </>
  );
}
