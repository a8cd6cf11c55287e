// The account form of {{id}}: the account's name, the carrier's settings and the account's users.
import type { SlotComponent } from '@waybill/plugin';
import {
  CarrierAccountAvailability,
  CarrierAccountBasics,
  CarrierAccountFormFrame,
  CarrierAttributeField,
  useCarrierAccountForm,
} from '@waybill/plugin/forms';
import './plugin.css';

const AccountForm: SlotComponent<'carrier.account.form@1'> = (props) => {
  const account = useCarrierAccountForm(props);
  return (
    <CarrierAccountFormFrame of={account} isNew={props.account === null} onCancel={props.onCancel}>
      <CarrierAccountBasics
        of={account}
        className="{{prefix}}:grid {{prefix}}:gap-4 {{prefix}}:sm:grid-cols-2"
      />
      <section className="{{prefix}}:grid {{prefix}}:gap-4">
        <h3 className="{{prefix}}:text-sm {{prefix}}:font-semibold">{{ Name }}</h3>
        <div className="{{prefix}}:grid {{prefix}}:items-start {{prefix}}:gap-4 {{prefix}}:sm:grid-cols-2">
          {account.attributes.map((attribute) => (
            <CarrierAttributeField key={attribute.key} of={account} name={attribute.key} />
          ))}
        </div>
      </section>
      <section className="{{prefix}}:grid {{prefix}}:gap-3">
        <h3 className="{{prefix}}:text-sm {{prefix}}:font-semibold">Who may use it</h3>
        <CarrierAccountAvailability
          of={account}
          className="{{prefix}}:grid {{prefix}}:gap-2.5 {{prefix}}:sm:grid-cols-2"
        />
      </section>
    </CarrierAccountFormFrame>
  );
};

export default AccountForm;
