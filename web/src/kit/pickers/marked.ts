// Names the marked option of a list to readers.
import { useLayoutEffect, type RefObject } from 'react';

const NAME = 'aria-activedescendant';

/** The list's library keeps the name of an option that has left, while its value is set outside. */
export function useNamedOption(root: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const holder = root.current;
    if (!holder) return;
    const name = () => {
      const id = holder.querySelector('[cmdk-item][aria-selected=true]')?.id;
      for (const part of holder.querySelectorAll('[cmdk-input], [cmdk-list]')) {
        if (id === undefined) part.removeAttribute(NAME);
        else if (part.getAttribute(NAME) !== id) part.setAttribute(NAME, id);
      }
    };
    name();
    const observer = new MutationObserver(name);
    const attributeFilter = [NAME, 'aria-selected'];
    observer.observe(holder, { subtree: true, childList: true, attributes: true, attributeFilter });
    return () => observer.disconnect();
  }, [root]);
}
