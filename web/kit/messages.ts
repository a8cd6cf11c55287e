// Messages between the kit's page and the launcher.
import type { CarrierAccountAttribute } from '@waybill/plugin';

/** A slot or a page of the plugin, in a window of one width. */
export interface Case {
  plugin: string;
  /** Slot name or page path. */
  slot?: string;
  route?: string;
  /** Values for each attribute of the plugin's accounts, as a stored account has them. */
  attributes: CarrierAccountAttribute[];
}

/** Findings of a check, as sentences for the plugin's author; empty if fine. */
export interface Findings {
  /** Missing content. */
  shows: string[];
  /** Exceptions and console errors. */
  errors: string[];
  /** CSP violations. */
  policy: string[];
  /** Attempted navigations. */
  leaves: string[];
  /** Elements wider than the window. */
  fit: string[];
  /** Violations of axe that keep people out, and others. */
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
