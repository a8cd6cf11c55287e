// Stable wrapper of exposed modules: a new build remounts the part.
import { createElement, useSyncExternalStore } from 'react';

// Global, since each build has separate modules.
const parts = (globalThis.__waybillLive ??= new Map());

export function live(name, component) {
  const known = parts.get(name);
  if (known) {
    known.take(component);
    return known.stable;
  }
  let current = { component, build: 0 };
  const listeners = new Set();
  const subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  function Part(props) {
    const { component: shown, build } = useSyncExternalStore(subscribe, () => current);
    return createElement(shown, { ...props, key: build });
  }
  const part = {
    take(next) {
      if (next === current.component) return;
      current = { component: next, build: current.build + 1 };
      for (const listener of listeners) listener();
    },
    stable: Part,
  };
  parts.set(name, part);
  return part.stable;
}
