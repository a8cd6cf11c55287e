// Tests of the form's checks.
import { expect, it } from 'vitest';
import type { FieldErrors } from '@waybill/plugin/forms';
import { emptyItem } from '../../kit/goods/items.ts';
import { emptyDraft, type QuoteDraft } from './model.ts';
import { resolver } from './resolver.ts';

it('nests the problems of a line, and keeps the first of each field', () => {
  const errors: FieldErrors<QuoteDraft> = resolver(
    () => 'quote',
    true,
  )({ ...emptyDraft(1), items: [{ ...emptyItem, quantity: '0' }] }).errors;
  expect(errors.items?.[0]).toMatchObject({
    packageType: { type: 'check', message: 'Item 1, Package: choose one' },
    weight: { message: 'Item 1, Weight per piece in kg: enter more than 0' },
  });
  expect(errors.from?.message).toBe('From: choose a suburb from the list');
});

it('asks for contacts only when booking', () => {
  const draft = emptyDraft(1);
  expect(resolver(() => 'quote', true)(draft).errors).not.toHaveProperty('sender');
  expect(resolver(() => 'book', true)(draft).errors).toHaveProperty('sender.contactName');
});
