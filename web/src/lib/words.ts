// Words the server sends as names (statuses, kinds, features), listed here so that they are translated like all texts.
import { words } from '@waybill/plugin';
import { msg } from './i18n.ts';

/** Words that their parts alone do not spell. */
const SPELLED: Record<string, string> = { Payg: msg('Pay as you go'), AgentRcti: msg('Agent RCTI') };

/** A word of the server as English text, to be shown through t(). */
export const wordText = (word: string): string => SPELLED[word] ?? words(word);

export const SERVER_WORDS = [
  // Booking statuses
  msg('Draft'), msg('Quoted'), msg('Pending payment'), msg('Booked'), msg('Manifesting'), msg('Manifested'), msg('Pickup booked'), msg('At pickup'), msg('Picked up'),
  msg('In transit'), msg('At depot'), msg('Out for delivery'), msg('At delivery'), msg('Partially delivered'), msg('Awaiting collection'), msg('Delivered'),
  msg('On hold'), msg('Delayed'), msg('Delivery attempted'), msg('Failed pickup'), msg('Failed delivery'), msg('Damaged'), msg('Lost'), msg('Returning to sender'),
  msg('Returned to sender'), msg('Tracking expired'), msg('Failed'), msg('Cancelled'), msg('Deleted'),
  // Kinds of customers and invoices
  msg('Account'), msg('Pay as you go'), msg('Prepaid'), msg('Guest'), msg('Freight'), msg('Ad hoc'), msg('Recharge'), msg('Fee'), msg('Storage'), msg('Opening balance'),
  // Features
  msg('Bookings'), msg('Quotes, bookings, labels, manifests and tracking.'), msg('Jobs'), msg('Jobs, allocation, line haul and routing.'), msg('Drivers'), msg('Drivers, their vehicles and their compliance.'),
  msg('Finance'), msg('Invoices, payments, credit notes and statements.'), msg('Customers'), msg('Customers, their addresses, products and cost centres.'), msg('Warehouse'), msg('Items, locations and scans.'),
  msg('Carriers'), msg('Carrier accounts and services.'), msg('Rates'), msg("Rate cards, zones and services of one's own."), msg('Shops'), msg('Shops, their orders and checkout rates.'),
  msg('Dangerous goods'), msg('Declaring dangerous goods on bookings.'), msg('Insurance'), msg('Insuring consignments.'), msg('Reports'), msg('Running reports.'), msg('Communication'), msg('Discussions and comments.'),
  // Days, spans of time and kinds of businesses
  msg('Mon'), msg('Tue'), msg('Wed'), msg('Thu'), msg('Fri'), msg('Sat'), msg('Sun'), msg('Day'), msg('Week'), msg('Month'), msg('Quarter'), msg('Year'),
  msg('Sole trader'), msg('Partnership'), msg('Company'), msg('Trust'), msg('Not for profit'), msg('Government'), msg('Standard'), msg('Premium'), msg('ATI'),
  // Icons of links
  msg('Link'), msg('Globe'), msg('Home'), msg('Help'), msg('Support'), msg('Headset'), msg('Phone'), msg('Mail'), msg('Chat'), msg('Book'), msg('Training'), msg('News'), msg('Document'),
  msg('List'), msg('Calendar'), msg('Chart'), msg('Calculator'), msg('Card'), msg('Cart'), msg('Star'), msg('People'), msg('Building'), msg('Package'), msg('Truck'), msg('Ship'), msg('Plane'),
  msg('Container'), msg('Map'), msg('Cloud'),
  // Words in refusals: what a booking or a job is, and what was to be done with it
  msg('Dead'), msg('Credit stop'), msg('Pending'), msg('Closed'), msg('Hold'), msg('Add tracking event'),
] as const;
