// The card form of braintree: Braintree's own fields, in the frame whose script is frame.ts.
import type { SlotComponent } from '@waybill/plugin';
import { ProviderCardForm } from '@waybill/plugin/card-form';

const CardForm: SlotComponent<'payment.card.form@1'> = (props) => (
  <ProviderCardForm plugin="braintree" of={props} />
);

export default CardForm;
