// Tests of remembered choices.
import { beforeEach, expect, it } from 'vitest';
import { emptyDraft } from './model.ts';
import { recentCustomers, remember, rememberedOf } from './remembered.ts';

beforeEach(() => localStorage.clear());

it('remembers the chosen options, but no fact of the last receiver', () => {
  const options = {
    'delivery:tail-lift': true,
    'delivery:hand-unload': false,
    'delivery:residential': true,
  };
  remember({ ...emptyDraft(4), options });
  expect(rememberedOf(4)?.options).toEqual({ 'delivery:tail-lift': true });
  expect(rememberedOf(5)).toBeNull();
  remember(emptyDraft(null));
  remember(emptyDraft(5));
  expect(recentCustomers()).toEqual([5, 4]);
});
