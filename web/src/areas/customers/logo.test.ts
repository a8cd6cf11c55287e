// Tests of a customer's logo file.
import { expect, test } from 'vitest';
import { some } from '../../../test/some.ts';
import type { StoredDocument } from '../../kit/documents/documents.ts';
import { logoAmong } from './logo.ts';

const file = (documentId: string, mediaType: string, size: number) =>
  some<StoredDocument>({ documentId, mediaType, size });
const files = [
  file('a', 'application/pdf', 10),
  file('b', 'image/png', 10),
  file('c', 'image/jpeg', 2_000_000),
  file('d', 'image/svg+xml', 10),
];

test('the logo is the picture that the record names', () => {
  expect(logoAmong(files, 'b')?.documentId).toBe('b');
});

test('what is no picture, too large, gone or not named is no logo', () => {
  for (const named of ['a', 'c', 'd', 'logo.png', null, undefined])
    expect(logoAmong(files, named)).toBeUndefined();
});
