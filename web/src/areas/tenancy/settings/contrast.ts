// Contrast of a colour with its text and the page, by WCAG 2.
import { luminance, readableOn } from '../../../shell/tenant-theme.ts';

/** From 1 (the same) to 21 (black on white); null when a colour is none. */
export function contrast(first: string, second: string): number | null {
  const [a, b] = [luminance(first), luminance(second)];
  if (a === null || b === null) return null;
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Minimum contrast of text; a button's edge needs less. */
export const TEXT = 4.5;
export const SHAPE = 3;

export interface Judgement {
  textColor: string;
  /** The button's text on the colour. */
  text: number;
  /** The colour on a light page, and on a dark one. */
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
