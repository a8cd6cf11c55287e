// Tests of missing e-invoice data.
import { expect, test } from 'vitest';
import { missingText } from './missing.ts';

test('a missing requirement is named as people know it', () => {
  const warning = (member: string) =>
    missingText({ code: 'invalid', members: [member], message: 'is missing' });
  expect(warning('customer.abn')).toBe('The customer’s ABN or NZBN is missing.');
  expect(warning('other')).toBe('The invoice is missing.');
});
