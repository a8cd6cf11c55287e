// Screens of an area, listed apart from its routes: the first page only needs routes.
import type { ComponentType } from 'react';
import { lazyRouteComponent } from '@tanstack/react-router';

interface Loaded {
  default: ComponentType;
}

/** The component of a module, as a lazy screen has it. */
export const loaded = (component: ComponentType): Loaded => ({ default: component });

/** Names a screen of the list for a route. */
export const lazyScreens =
  <Name extends string>(
    load: () => Promise<{ screens: Readonly<Record<Name, () => Promise<Loaded>>> }>,
  ) =>
  (name: Name) =>
    lazyRouteComponent(() => load().then(({ screens }) => screens[name]()));
