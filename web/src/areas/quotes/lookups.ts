// What the quote form looks up: the customer it begins with.
export { sendingCustomerQuery, type SendingCustomer } from '../../lib/bookings/sending-customer.ts';
