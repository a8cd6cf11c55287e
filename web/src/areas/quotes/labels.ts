// Names of the sheet's fields, in the words that stand next to them.
import { words } from '@waybill/plugin';
import { t } from '../../lib/i18n.ts';

/** Labels that differ from their field's words. */
const LABELS: Readonly<Record<string, () => string>> = {
  customerId: () => t('Customer'),
  from: () => t('From'),
  to: () => t('To'),
  items: () => t('Goods'),
  packageType: () => t('Package'),
  length: () => t('Length in cm'),
  width: () => t('Width in cm'),
  height: () => t('Height in cm'),
  weight: () => t('Weight per piece in kg'),
  companyName: () => t('Company'),
  contactName: () => t('Contact'),
  telephone: () => t('Phone number'),
  addressLine1: () => t('Street address'),
  addressLine2: () => t('Unit, dock'),
  references: () => t('Reference'),
  insurance: () => t('Insurance'),
  insuredValue: () => t('Value of the goods'),
  dangerousGoodUNCode: () => t('UN Number'),
  substances: () => t('UN Number'),
  dangerousGoodPackageType: () => t('Package type'),
  dangerousGoodDescription: () => t('Description'),
  pickupDate: () => t('Pickup day'),
  pickupReadyTime: () => t('Ready from'),
  businessClosingTime: () => t('Closes at'),
  specialInstructions: () => t('Pickup instructions'),
  deliveryInstructions: () => t('Delivery instructions'),
};

/** The label of a field by its last name. */
export const labelOf = (name: string): string => LABELS[name]?.() ?? t(words(name));

/** `Item 2, Weight per piece in kg`, `To, Street address`, `Customer`. */
export function fieldLabel(field: string): string {
  const [first = '', second = '', third = ''] = field.split('.');
  const inRow = (row: string, name: string) => t('{row}, {field}', { row, field: labelOf(name) });
  if (first === 'items' && second) {
    const row = t('Item {number}', { number: Number(second) + 1 });
    return third ? inRow(row, third) : row;
  }
  if (first === 'sender') return inRow(t('From'), second);
  if (first === 'receiver') return inRow(t('To'), second);
  return labelOf(first);
}

/** `To, Street address: enter the street`. */
export const atField = (field: string, message: string): string =>
  t('{field}: {message}', { field: fieldLabel(field), message });
