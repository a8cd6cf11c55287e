// Pre-start questions, and the answers that bar a shift until the server decides.
import { msg } from '../../../lib/i18n.ts';
import type { Checklists, PreStartAnswer } from '../calls.ts';

export type ListName = keyof Checklists;

export interface Group {
  list: ListName;
  title: string;
  items: { title: string; bars: boolean }[];
}

const TITLES: Readonly<Record<ListName, string>> = {
  body: msg('Body'),
  engine: msg('Engine'),
  electrical: msg('Electrical'),
  wheelstyres: msg('Wheels and tyres'),
  safetyequipment: msg('Safety equipment'),
  driverinsuarancecoverage: msg('Insurance cover'),
};

export const groupsOf = (checklists: Checklists): Group[] =>
  (Object.keys(TITLES) as ListName[])
    .map((list) => ({ list, title: TITLES[list], items: checklists[list] }))
    .filter(({ items }) => items.length > 0);

/** Questions about the driver. `yes` is the answer that lets the driver work. */
export const OWN_QUESTIONS = [
  { id: 'sleep', text: msg('Slept enough?') },
  { id: 'licence', text: msg('Licence valid?') },
  { id: 'sober', text: msg('Free of alcohol?') },
  { id: 'clean', text: msg('Free of drugs?') },
  { id: 'equipment', text: msg('Safety gear on?') },
] as const;

/** Yes or no by question: `sleep`, or `engine 0` for the first item of a list. */
export type Given = Readonly<Record<string, boolean>>;

export const itemKey = (list: ListName, index: number): string => `${list} ${index}`;

export const questionCount = (groups: readonly Group[]): number =>
  OWN_QUESTIONS.length + groups.reduce((sum, { items }) => sum + items.length, 0);

/** True if an answer bars the shift, as the server will judge it. */
export const isBarring = (given: Given, groups: readonly Group[]): boolean =>
  OWN_QUESTIONS.some(({ id }) => given[id] === false) ||
  groups.some(({ list, items }) =>
    items.some(({ bars }, index) => bars && given[itemKey(list, index)] === false),
  );

/** The answers as they are sent. */
export function answerOf(given: Given, groups: readonly Group[]): PreStartAnswer {
  const lists = Object.fromEntries(
    groups.map(({ list, items }) => [
      list,
      items.map(({ title }, index) => ({
        title,
        selected: given[itemKey(list, index)] === true,
      })),
    ]),
  );
  return {
    hadenoughsleep: given.sleep === true,
    stateofdriverslicense: given.licence === true ? 'Valid' : 'Invalid',
    undertheinfluenceofalcohol: given.sober !== true,
    undertheinfluenceofdrugs: given.clean !== true,
    wearingpropersafetyequipment: given.equipment === true,
    ...lists,
  };
}
