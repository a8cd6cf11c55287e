// Last choices by customer and user, in the browser.
import { sessionState } from '../../api/session.ts';
import type { QuoteDraft, ServiceChoice } from './model.ts';

export interface Remembered {
  options: Record<string, boolean>;
  packageType: string;
  service: ServiceChoice | null;
}

const RESIDENTIAL = 'delivery:residential';
/** The oldest makes room. */
const MAX_CUSTOMERS = 200;

const key = () => `waybill.choices:${sessionState().data?.user.id ?? ''}`;
type Entries = [customer: string, choices: Remembered][];

function read(): Entries {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key()) ?? '[]');
    // Only this file writes the key.
    return Array.isArray(stored) ? (stored as Entries) : [];
  } catch {
    return [];
  }
}

const nameOf = (customerId: number | null) => String(customerId ?? 'own');

export const rememberedOf = (customerId: number | null): Remembered | null =>
  read().find(([name]) => name === nameOf(customerId))?.[1] ?? null;

const MAX_RECENT = 8;

/** The user's latest customers. */
export const recentCustomers = (): number[] =>
  read()
    .flatMap(([name]) => (/^\d+$/.test(name) ? Number(name) : []))
    .slice(0, MAX_RECENT);

/** The service only if chosen by a person. */
export function remember(draft: QuoteDraft): void {
  const name = nameOf(draft.customerId);
  // A residential receiver is a fact of its address.
  const options = Object.fromEntries(
    Object.entries(draft.options).filter(([key, isOn]) => isOn && key !== RESIDENTIAL),
  );
  const choices: Remembered = {
    options,
    packageType: draft.items.at(-1)?.packageType ?? '',
    service: draft.service,
  };
  try {
    localStorage.setItem(
      key(),
      JSON.stringify(
        [[name, choices], ...read().filter(([other]) => other !== name)].slice(0, MAX_CUSTOMERS),
      ),
    );
  } catch {
    // Without storage nothing is remembered.
  }
}
