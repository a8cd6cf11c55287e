// Checklists before a shift: their names and problems of their items.
import type { Problems } from '../../../kit/form-rules.ts';
import { msg, type Translate } from '../../../lib/i18n.ts';
import type { TenantSettings } from './model.ts';

export type Checklists = TenantSettings['compliance']['checklists'];
export type ChecklistName = keyof Checklists;

/** The server's limits. */
export const MAX_ITEMS = 50;
export const MAX_TITLE_LENGTH = 256;
export const MAX_RETENTION_DAYS = 3650;

/** In the order of the driver's form. */
export const CHECKLISTS: readonly { list: ChecklistName; title: string }[] = [
  { list: 'body', title: msg('Body and load space') },
  { list: 'engine', title: msg('Engine') },
  { list: 'electrical', title: msg('Electrical') },
  { list: 'wheelstyres', title: msg('Wheels, tyres and brakes') },
  { list: 'driverinsuarancecoverage', title: msg('Registration and insurance') },
  { list: 'safetyequipment', title: msg('Safety equipment') },
];

export const checklistPath = (list: ChecklistName) => `compliance.checklists.${list}`;

/** Empty and repeated titles, by field. Case and surrounding spaces make no difference. */
export function titleProblems(checklists: Checklists, t: Translate): Problems {
  const problems: Problems = {};
  for (const { list } of CHECKLISTS) {
    const known = new Set<string>();
    for (const [at, { title }] of checklists[list].entries()) {
      const plain = title.trim().toLowerCase();
      const path = `${checklistPath(list)}.${at}.title`;
      if (plain === '') problems[path] = t('Enter what the driver checks');
      else if (known.has(plain)) problems[path] = t('This check is in the list already');
      known.add(plain);
    }
  }
  return problems;
}
