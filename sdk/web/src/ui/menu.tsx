// A menu under a button, described by data.
import { cloneElement, useState, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import { useHost } from '../host.tsx';
import { loadOverlays, useOverlays } from './overlays.ts';

export interface MenuItem {
  text?: ReactNode;
  href?: string;
  onClick?: () => void;
  icon?: ReactNode;
  disabled?: boolean;
  destructive?: boolean;
  /** A line instead of an entry. */
  separator?: boolean;
  /** The key that does the same outside the menu, as shown. */
  shortcut?: string;
}

export interface DropdownMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<{ onClick?: (event: MouseEvent) => void }>;
  items: MenuItem[];
  align?: 'start' | 'end';
  label?: string;
}

export function DropdownMenu(props: DropdownMenuProps) {
  const host = useHost();
  const parts = useOverlays(false);
  const [clicked, setClicked] = useState(false);
  if (parts) return <parts.MenuParts {...props} onNavigate={host.navigate} defaultOpen={clicked} />;
  // Opens once the menu's parts are loaded.
  return cloneElement(props.trigger, {
    onClick: () => {
      setClicked(true);
      void loadOverlays();
    },
  });
}
