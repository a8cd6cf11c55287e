// The nesting of problems for the form library.
import { expect, it } from 'vitest';
import { emptyDraft } from './model.ts';
import { nested, resolver } from './resolver.ts';

it('nests a path with a line number as a list', () => {
  const errors = nested([
    { field: 'items.1.weight', message: 'too heavy' },
    { field: 'items.1.length', message: 'too long' },
    { field: 'sender.email', message: 'odd' },
  ]);
  expect(errors.items?.[1]).toEqual({ weight: { type: 'check', message: 'too heavy' }, length: { type: 'check', message: 'too long' } });
  expect(errors.sender?.email?.message).toBe('odd');
});

it('keeps the first problem of a field', () => {
  expect(nested([{ field: 'from', message: 'a' }, { field: 'from', message: 'b' }]).from?.message).toBe('a');
});

it('asks for contacts only when booking', () => {
  const draft = emptyDraft(1);
  expect(resolver(() => 'quote', true)(draft).errors).not.toHaveProperty('sender');
  expect(resolver(() => 'book', true)(draft).errors).toHaveProperty('sender.contactName');
});
