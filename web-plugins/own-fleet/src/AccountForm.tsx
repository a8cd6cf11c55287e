// Account form of own-fleet, without credentials.
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
  // Ticks come after the fields, to keep the columns even.
  const attributes = account.attributes.toSorted(
    (a, b) => Number(a.dataType === 'boolean') - Number(b.dataType === 'boolean'),
  );
  return (
    <CarrierAccountFormFrame of={account} isNew={props.account === null} onCancel={props.onCancel}>
      <p className="of:text-sm of:text-muted-foreground">
        {t(
          'Your own vehicles carry these consignments. Prices come from your rate ' +
            'cards, and scans are entered by your people.',
        )}
      </p>
      <CarrierAccountBasics of={account} className="of:grid of:gap-4 of:sm:grid-cols-2" />
      {attributes.length > 0 && (
        <section className="of:grid of:gap-4">
          <h3 className="of:text-sm of:font-semibold">{t('How the fleet runs')}</h3>
          <div className="of:grid of:items-start of:gap-4 of:sm:grid-cols-2">
            {attributes.map((attribute) => (
              <CarrierAttributeField key={attribute.key} of={account} name={attribute.key} />
            ))}
          </div>
        </section>
      )}
      <section className="of:grid of:gap-3">
        <h3 className="of:text-sm of:font-semibold">{t('Who may use it')}</h3>
        <CarrierAccountAvailability of={account} className="of:grid of:gap-2.5 of:sm:grid-cols-2" />
      </section>
    </CarrierAccountFormFrame>
  );
};

export default AccountForm;
