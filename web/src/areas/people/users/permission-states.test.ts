// Tests of permission sources.
import { expect, it } from 'vitest';
import { differences, permissionState } from './permission-states.ts';

const fromRoles = new Set(['a', 'b']);
const effective = new Set(['b', 'c']);

it.each([
  ['a', 'taken'],
  ['b', 'role'],
  ['c', 'granted'],
  ['d', 'none'],
])('%s is %s', (name, state) => expect(permissionState(name, effective, fromRoles)).toBe(state));

it('counts what differs', () => {
  expect(differences(effective, fromRoles)).toEqual({ granted: 1, taken: 1 });
  expect(differences(fromRoles, fromRoles)).toEqual({ granted: 0, taken: 0 });
});
