// Keys of the actions in a page's heading.
import { useNavigate } from '@tanstack/react-router';
import { target } from '../lib/href.ts';
import type { HeadingAction } from '../shell/PageHeading.tsx';
import { bind, KEYS, type Binding } from './keys.ts';

/** Actions with the keys that are shown on them. */
export const withHints = (actions: readonly HeadingAction[]): HeadingAction[] =>
  actions.map((action) =>
    action.keyName ? { ...action, shortcut: KEYS[action.keyName].key } : action,
  );

export function useHeadingKeys(actions: readonly HeadingAction[]): Binding[] {
  const navigate = useNavigate();
  return actions.flatMap(({ keyName, text, href, onClick, disabled, state }) =>
    keyName && !disabled && state !== 'pending'
      ? [bind(keyName, () => (href ? navigate({ ...target(href) }) : onClick?.()), text)]
      : [],
  );
}
