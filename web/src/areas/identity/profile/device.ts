// Device names from user agents.
import type { Translate } from '../../../lib/i18n.ts';

export type DeviceKind = 'computer' | 'phone' | 'tablet' | 'program';

export interface Device {
  kind: DeviceKind;
  browser: string | null;
  system: string | null;
}

/** Specific first: browsers also claim to be their predecessors. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPT\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string, DeviceKind][] = [
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\biPhone\b|\biPod\b/, 'iOS', 'phone'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
];

export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const system = SYSTEMS.find(([pattern]) => pattern.test(text));
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  if (browser || system)
    return { kind: system?.[2] ?? 'computer', browser, system: system?.[1] ?? null };
  // Programs send `curl/8.5.0`.
  return {
    kind: 'program',
    browser: /^([\w.-]{2,40})\/[\w.]+/.exec(text)?.[1] ?? null,
    system: null,
  };
}

export function deviceName(userAgent: string | null, t: Translate): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('{browser} on {system}', { browser, system });
  return browser ?? system ?? t('Unknown device');
}
