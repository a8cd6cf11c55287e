// Tests of values, rules and requests derived from a descriptor.
import { expect, it } from 'vitest';
import { inEnglish } from '@waybill/plugin';
import { PromoCodeRequest } from '../../api/resources/pricing.gen.ts';
import { RateRequest } from '../../api/resources/rates.gen.ts';
import { ruleProblems } from '../form-rules.ts';
import { inLanguage } from '../../../test/reader.ts';
import { draftOf, rulesOf, wireOf } from './values.ts';

const names = [
  'code',
  'description',
  'startDate',
  'maxUses',
  'carrierAccountIds',
  'isActive',
] as const;
const emptyDraft = {
  code: '',
  description: '',
  startDate: '',
  maxUses: '',
  carrierAccountIds: [],
  isActive: true,
};

it('starts a new record with the defaults of the API', () => {
  expect(draftOf(PromoCodeRequest, names, null)).toEqual(emptyDraft);
});

it('shows a stored record as text, null as empty', () => {
  const stored = { code: 'MAY', description: null, maxUses: 20, isActive: false };
  expect(draftOf(PromoCodeRequest, names, stored)).toEqual({
    ...emptyDraft,
    code: 'MAY',
    maxUses: '20',
    isActive: false,
  });
});

it('sends trimmed texts, numbers, and null for what is empty', () => {
  const draft = { ...emptyDraft, code: ' MAY ', description: '  ', maxUses: '1 000' };
  expect(wireOf(PromoCodeRequest, names, draft)).toEqual({
    code: 'MAY',
    description: null,
    startDate: null,
    maxUses: 1000,
    carrierAccountIds: [],
    isActive: true,
  });
});

it('shows and reads decimals as the reader writes them', () =>
  inLanguage('de', () => {
    const stored = { minimum: 1.234 };
    const draft = draftOf(RateRequest, ['minimum'], stored);
    expect(draft).toEqual({ minimum: '1,234' });
    expect(wireOf(RateRequest, ['minimum'], draft)).toEqual(stored);
  }));

it('ignores names that the API does not describe', () => {
  expect(wireOf(PromoCodeRequest, ['code', 'place'], { code: 'A', place: 'B' })).toEqual({
    code: 'A',
  });
});

it('derives required fields, lengths and bounds', () => {
  const problems = (draft: object) =>
    ruleProblems(
      { ...emptyDraft, ...draft },
      rulesOf(PromoCodeRequest, names, inEnglish),
      inEnglish,
    );
  expect(problems({})).toEqual({ code: 'Enter a code' });
  expect(problems({ code: 'A'.repeat(65), maxUses: '0' })).toEqual({
    code: 'At most 64 characters',
    maxUses: 'Must be at least 1',
  });
  expect(problems({ code: 'A', maxUses: '1.5' })).toEqual({ maxUses: 'Enter a whole number' });
});
