// Messages between the kit's page and the launcher.
import type { CarrierAccountAttribute } from '@waybill/plugin';

export interface Case {
  plugin: string;
  slot?: string;
  route?: string;
  /** Attribute values as in a stored account. */
  attributes: CarrierAccountAttribute[];
}

/** Findings of a check, as sentences for the plugin's author; empty if fine. */
export interface Findings {
  shows: string[];
  /** Exceptions and console errors. */
  errors: string[];
  /** CSP violations. */
  policy: string[];
  /** Attempted navigations. */
  leaves: string[];
  fit: string[];
  /** Axe violations, serious and minor. */
  serious: string[];
  minor: string[];
}

async function send(path: string, body?: object): Promise<unknown> {
  const sent =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const answer = await fetch(`/__kit/${path}`, sent);
  return answer.status === 204 ? null : await answer.json();
}

/** The next window to open; none when all was seen. */
export const next = () =>
  send('next') as Promise<{ number: number; width: number; height: number } | null>;
export const caseOf = (number: string) => send(`case/${number}`) as Promise<Case>;
export const report = (number: string, look: string, found: Findings) =>
  send('look', { case: Number(number), look, found });
export const done = (number: string) => send('done', { case: Number(number) });
