// Tenant colours over design tokens, with readable text.

/** Theme settings and their tokens. */
const TOKENS: Record<string, string> = {
  primary: '--wb-primary',
  sidebar: '--wb-sidebar',
  radius: '--wb-radius',
};

/** The relative luminance of a `#rrggbb` colour (WCAG 2). */
export function luminance(hex: string): number | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!match) return null;
  const [r, g, b] = match.slice(1).map((part) => {
    const channel = Number.parseInt(part, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** White or near-black, by contrast. */
export function readableOn(hex: string): string | null {
  const light = luminance(hex);
  if (light === null) return null;
  return 1.05 / (light + 0.05) >= (light + 0.05) / 0.05 ? '#ffffff' : '#0b1216';
}

/** Sets the tokens; returns a function that removes them. */
export function applyTenantTheme(theme: Record<string, string>): () => void {
  const style = document.documentElement.style;
  const set: string[] = [];
  const put = (token: string, value: string) => {
    style.setProperty(token, value);
    set.push(token);
  };
  for (const [name, token] of Object.entries(TOKENS)) {
    const value = theme[name];
    if (value) put(token, value);
  }
  if (theme.primary) {
    const text = readableOn(theme.primary);
    if (text) put('--wb-primary-foreground', text);
    put('--wb-ring', theme.primary);
  }
  return () => set.forEach((token) => style.removeProperty(token));
}
