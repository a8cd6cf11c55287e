// The account form of Australia Post: the charge account, the credentials (written, never read
// back), the rest.
import { ShieldCheck } from 'lucide-react';
import { useT, type SlotComponent } from '@waybill/plugin';
import {
  CarrierAccountAvailability,
  CarrierAccountBasics,
  CarrierAccountFormFrame,
  CarrierAttributeField,
  useCarrierAccountForm,
} from '@waybill/plugin/forms';
import './plugin.css';

const AccountForm: SlotComponent<'carrier.account.form@1'> = (props) => {
  const t = useT();
  const account = useCarrierAccountForm(props);
  const secrets = account.attributes.filter((attribute) => attribute.dataType === 'secret');
  // Ticks come after the fields, to keep the columns even.
  const others = account.attributes
    .filter((attribute) => attribute.dataType !== 'secret')
    .toSorted((a, b) => Number(a.dataType === 'boolean') - Number(b.dataType === 'boolean'));
  return (
    <CarrierAccountFormFrame of={account} isNew={props.account === null} onCancel={props.onCancel}>
      <CarrierAccountBasics of={account} className="ap:grid ap:gap-4 ap:sm:grid-cols-2" />
      {others.length > 0 && (
        <section className="ap:grid ap:gap-4">
          <h3 className="ap:text-sm ap:font-semibold">{t('Contract with Australia Post')}</h3>
          <div className="ap:grid ap:items-start ap:gap-4 ap:sm:grid-cols-2">
            {others.map((attribute) => (
              <CarrierAttributeField key={attribute.key} of={account} name={attribute.key} />
            ))}
          </div>
        </section>
      )}
      {secrets.length > 0 && (
        <section className="ap:grid ap:gap-4 ap:rounded-lg ap:border ap:border-border ap:bg-muted/50 ap:p-4">
          <div>
            <h3 className="ap:flex ap:items-center ap:gap-2 ap:text-sm ap:font-semibold">
              <ShieldCheck aria-hidden className="ap:size-4 ap:text-muted-foreground" />
              {t('Credentials')}
            </h3>
            <p className="ap:mt-0.5 ap:text-[13px] ap:text-muted-foreground">
              {t(
                'From the Australia Post developer centre. They are stored encrypted, sent to ' +
                  'Australia Post only, and cannot be read here again.',
              )}
            </p>
          </div>
          <div className="ap:grid ap:items-start ap:gap-4 ap:sm:grid-cols-2">
            {secrets.map((attribute) => (
              <CarrierAttributeField key={attribute.key} of={account} name={attribute.key} />
            ))}
          </div>
        </section>
      )}
      <section className="ap:grid ap:gap-3">
        <h3 className="ap:text-sm ap:font-semibold">{t('Who may use it')}</h3>
        <CarrierAccountAvailability of={account} className="ap:grid ap:gap-2.5 ap:sm:grid-cols-2" />
      </section>
    </CarrierAccountFormFrame>
  );
};

export default AccountForm;
