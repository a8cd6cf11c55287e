// Tests of problems in checklists.
import { expect, test } from 'vitest';
import { t } from '../../../lib/i18n.ts';
import { titleProblems, type Checklists } from './checklists.ts';

const item = (title: string) => ({ title, bars: false });
const checklists: Checklists = {
  body: [item('Doors')],
  engine: [item('Oil'), item(' '), item(' oil ')],
  electrical: [item('Doors')],
  wheelstyres: [],
  driverinsuarancecoverage: [],
  safetyequipment: [],
};

test('items need a title, once in their list', () => {
  expect(titleProblems(checklists, t)).toEqual({
    'compliance.checklists.engine.1.title': 'Enter what the driver checks',
    'compliance.checklists.engine.2.title': 'This check is in the list already',
  });
  expect(titleProblems({ ...checklists, engine: [] }, t)).toEqual({});
});
