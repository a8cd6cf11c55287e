// Tooltip on hover and focus; never the only source of information.
import type { ReactElement, ReactNode } from 'react';
import { useOverlays } from './overlays.ts';

export interface TooltipProps {
  content: ReactNode;
  children: ReactElement;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

export function Tooltip({ content, children, side = 'top' }: TooltipProps) {
  const parts = useOverlays(false);
  if (!parts) return children;
  return (
    <parts.TooltipParts content={content} side={side}>
      {children}
    </parts.TooltipParts>
  );
}
