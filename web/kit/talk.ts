// What the kit's page and the program that started the browser say to each other.
import type { CarrierAccountAttribute } from '@waybill/plugin';

/** A slot or a page of the plugin, in a window of one width. */
export interface Case {
  plugin: string;
  /** The slot's name, or the path of a page of its own. */
  slot?: string;
  route?: string;
  /** Values for each attribute of the plugin's accounts, as a stored account has them. */
  attributes: CarrierAccountAttribute[];
}

/** What one look found; every entry is a sentence for the plugin's author, and none is good. */
export interface Found {
  /** Why it can't be said to show something. */
  shows: string[];
  /** What it threw or wrote to the console as an error. */
  errors: string[];
  /** What the security policy refused. */
  policy: string[];
  /** Where it wanted to lead the page. */
  leaves: string[];
  /** What is wider than the window. */
  fit: string[];
  /** Violations of axe that keep people out, and others. */
  serious: string[];
  minor: string[];
}

async function ask(path: string, body?: object): Promise<unknown> {
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
  ask('next') as Promise<{ number: number; width: number; height: number } | null>;
export const caseOf = (number: string) => ask(`case/${number}`) as Promise<Case>;
export const tell = (number: string, look: string, found: Found) =>
  ask('look', { case: Number(number), look, found });
export const done = (number: string) => ask('done', { case: Number(number) });
