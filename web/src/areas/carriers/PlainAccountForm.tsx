// Account form for carriers without a front end.
import type { SlotProps } from '@waybill/plugin';
import {
  CarrierAccountAvailability,
  CarrierAccountBasics,
  CarrierAccountFormFrame,
  CarrierAttributeField,
  useCarrierAccountForm,
} from '@waybill/plugin/forms';
import { useT } from '../../lib/i18n.ts';

export default function PlainAccountForm(props: SlotProps['carrier.account.form@1']) {
  const t = useT();
  const account = useCarrierAccountForm(props);
  // Ticks come last, to keep the columns filled.
  const attributes = account.attributes.toSorted(
    (a, b) => Number(a.dataType === 'boolean') - Number(b.dataType === 'boolean'),
  );
  return (
    <CarrierAccountFormFrame of={account} isNew={props.account === null} onCancel={props.onCancel}>
      <CarrierAccountBasics of={account} className="grid gap-4 sm:grid-cols-2" />
      {attributes.length > 0 && (
        <section className="grid gap-4">
          <h3 className="text-sm font-semibold">{t('Settings')}</h3>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            {attributes.map((attribute) => (
              <CarrierAttributeField key={attribute.key} of={account} name={attribute.key} />
            ))}
          </div>
        </section>
      )}
      <CarrierAccountAvailability
        of={account}
        className="grid gap-2.5 border-t border-border pt-4 sm:grid-cols-2"
      />
    </CarrierAccountFormFrame>
  );
}
