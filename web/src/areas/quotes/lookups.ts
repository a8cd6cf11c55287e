// Customer query of the quote form.
export { sendingCustomerQuery, type SendingCustomer } from '../../lib/bookings/sending-customer.ts';
