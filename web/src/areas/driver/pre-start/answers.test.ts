// Pre-start answers as they are sent, and what bars a shift.
import { expect, test } from 'vitest';
import { some } from '../../../../test/some.ts';
import type { Checklists } from '../calls.ts';
import { answerOf, groupsOf, isBarring, questionCount } from './answers.ts';

const groups = groupsOf(
  some<Checklists>({
    body: [{ title: 'Doors', bars: false }],
    engine: [
      { title: 'Oil', bars: true },
      { title: 'Noise', bars: false },
    ],
    electrical: [],
    wheelstyres: [],
    safetyequipment: [],
    driverinsuarancecoverage: [],
  }),
);
const FIT = { sleep: true, licence: true, sober: true, clean: true, equipment: true };

test('empty lists ask nothing', () => {
  expect(groups.map(({ list }) => list)).toEqual(['body', 'engine']);
  expect(questionCount(groups)).toBe(8);
});

test('each no about the driver bars, a fault only if the tenant says so', () => {
  expect(isBarring(FIT, groups)).toBe(false);
  for (const id of Object.keys(FIT)) expect(isBarring({ ...FIT, [id]: false }, groups)).toBe(true);
  expect(isBarring({ ...FIT, 'engine 1': false, 'body 0': false }, groups)).toBe(false);
  expect(isBarring({ ...FIT, 'engine 0': false }, groups)).toBe(true);
});

test('a question without an answer is sent as not in order', () => {
  expect(answerOf({ ...FIT, 'engine 0': true }, groups)).toEqual({
    hadenoughsleep: true,
    stateofdriverslicense: 'Valid',
    undertheinfluenceofalcohol: false,
    undertheinfluenceofdrugs: false,
    wearingpropersafetyequipment: true,
    body: [{ title: 'Doors', selected: false }],
    engine: [
      { title: 'Oil', selected: true },
      { title: 'Noise', selected: false },
    ],
  });
  expect(answerOf({}, groups)).toMatchObject({
    hadenoughsleep: false,
    stateofdriverslicense: 'Invalid',
    undertheinfluenceofalcohol: true,
    undertheinfluenceofdrugs: true,
  });
});
