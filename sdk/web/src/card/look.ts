// Theme of the page in colours that providers accept.
import type { CardLook } from './messages.ts';

/** Any CSS colour as #rrggbb: providers know no oklch. */
function hex(colour: string): string {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** The page's own colours at this element. */
export function lookOf(element: Element): CardLook {
  const style = getComputedStyle(element);
  const colour = (name: string) => hex(style.getPropertyValue(`--wb-${name}`).trim());
  return {
    isDark: style.colorScheme.includes('dark'),
    text: colour('foreground'),
    muted: colour('muted-foreground'),
    danger: colour('danger-text'),
    field: colour('field'),
    border: colour('input'),
    ring: colour('ring'),
    fontSize: Number.parseFloat(style.fontSize) || 14,
  };
}
