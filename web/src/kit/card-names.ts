// Payment card types: normalised spelling and names.

/** Normalises a card type as the server does: `American Express` is `amex`. */
export function plainType(word: string): string {
  const plain = word.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return plain === 'amex' ? 'americanexpress' : plain === 'mc' ? 'mastercard' : plain;
}

const NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  americanexpress: 'American Express',
  dinersclub: 'Diners Club',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

/** Display name; undefined for unknown types. */
export const cardName = (cardType: string): string | undefined => NAMES[plainType(cardType)];
