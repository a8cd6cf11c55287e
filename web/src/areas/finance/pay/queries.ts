// Requests of card payments.
import { api } from '../../../api/client.ts';
import type { Schema } from '../../../api/types.ts';

export const payByCard = (payment: Schema<'CreateCardPayment'>) =>
  api.post('/api/finance/payment/createCreditCardPayment', payment);
