// Texts of head ports.
import type { HeadPort } from './queries.ts';

/** `40 Footscray Road, West Melbourne 3003`. */
export function addressText(port: HeadPort): string {
  const { addressline1, addressline2, addressline3, suburb, postcode } = port;
  const town = [suburb, postcode].filter(Boolean).join(' ');
  return [addressline1, addressline2, addressline3, town].filter(Boolean).join(', ');
}
