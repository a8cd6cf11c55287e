// /settings/payment-details: the account that invoices and statements ask customers to pay to.
import { useQuery } from '@tanstack/react-query';
import { Card } from '@waybill/plugin';
import { AreaField, TextField } from '../../../kit/form-fields.tsx';
import { SettingsForm } from '../../../kit/settings/SettingsForm.tsx';
import { SettingsPage } from '../../../kit/settings/SettingsPage.tsx';
import { useT } from '../../../lib/i18n.ts';
import { financeSettingsQuery, newestSettings, saveFinanceSettings } from './queries.ts';

export default function PaymentDetails() {
  const t = useT();
  return (
    <SettingsPage
      title={t('Payment details')}
      description={t('Where customers pay to; printed on invoices and statements.')}
      settings={useQuery(financeSettingsQuery)}
    >
      {(settings) => (
        <SettingsForm
          settings={settings}
          groups={['payment']}
          save={saveFinanceSettings}
          newest={newestSettings}
        >
          <Card>
            <div className="grid gap-3 sm:grid-cols-2">
              <TextField name="payment.accountName" label={t('Account name')} />
              <TextField name="payment.bankName" label={t('Bank')} />
              <TextField
                name="payment.bankCode"
                label={t('Bank code')}
                hint={t('BSB in Australia, sort code or routing number elsewhere')}
              />
              <TextField name="payment.accountNumber" label={t('Account number or IBAN')} />
              <TextField name="payment.swiftCode" label={t('BIC (SWIFT)')} />
              <AreaField
                name="payment.instructions"
                label={t('Further lines')}
                hint={t('For example the address of your payment page')}
                className="sm:col-span-2"
              />
            </div>
          </Card>
        </SettingsForm>
      )}
    </SettingsPage>
  );
}
