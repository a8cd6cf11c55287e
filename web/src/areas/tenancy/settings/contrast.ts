// WCAG 2 contrast of a colour.
import { luminance, readableOn } from '../../../shell/tenant-theme.ts';

/** Contrast from 1 (equal) to 21 (black on white); null if a colour is invalid. */
export function contrast(first: string, second: string): number | null {
  const [a, b] = [luminance(first), luminance(second)];
  if (a === null || b === null) return null;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Text's minimum; a button's edge needs less. */
export const TEXT = 4.5;
export const SHAPE = 3;

export interface Judgement {
  textColor: string;
  /** The button's text on the colour. */
  text: number;
  /** The colour on a light and a dark page. */
  light: number;
  dark: number;
}

export function checkContrast(color: string): Judgement | null {
  const textColor = readableOn(color);
  const [text, light, dark] = [
    textColor && contrast(color, textColor),
    contrast(color, '#ffffff'),
    contrast(color, '#14191d'),
  ];
  return textColor && text && light && dark ? { textColor, text, light, dark } : null;
}
