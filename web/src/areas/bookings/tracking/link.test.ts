// Tests of tracking links.
import { expect, it } from 'vitest';
import { trackHash, parseTrackingLink } from './link.ts';

it('reads what it wrote: long numbers, leading zeros, signs', () => {
  for (const query of [
    { connote: '00393123450000000017', postCode: '0800' },
    { connote: 'WB-1/2 #3', postCode: 'SW1A 1AA' },
  ])
    expect(parseTrackingLink(`#${trackHash(query)}`)).toEqual(query);
});

it('knows nothing of an empty or a foreign fragment', () => {
  for (const hash of ['', '#', '#top'])
    expect(parseTrackingLink(hash)).toEqual({ connote: '', postCode: '' });
});

it('reads what mails and papers say', () => {
  expect(parseTrackingLink('#connoteNumber=SCF0000012&postCode=2150')).toEqual({
    connote: 'SCF0000012',
    postCode: '2150',
  });
});
