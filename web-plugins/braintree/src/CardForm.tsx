// Braintree's card form: hosted fields in the frame of frame.ts.
import type { SlotComponent } from '@waybill/plugin';
import { ProviderCardForm } from '@waybill/plugin/card-form';

const CardForm: SlotComponent<'payment.card.form@1'> = (props) => (
  <ProviderCardForm plugin="braintree" of={props} />
);

export default CardForm;
