// Texts of jobs.
import { expect, test } from 'vitest';
import { t } from '../../lib/i18n.ts';
import { valueText } from './model.ts';

test('the log names states in words, and leaves the names of people as they are', () => {
  expect(valueText('OnHold', t)).toBe('On hold');
  expect(valueText('Ravi Menon', t)).toBe('Ravi Menon');
  expect(valueText('Van McAllister', t)).toBe('Van McAllister');
});
