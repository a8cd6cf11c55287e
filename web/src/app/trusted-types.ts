// The page's only Trusted Types policy: script URLs (workers) from our own origin, and nothing
// else.

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
}

export function sameOriginScript(url: string): string {
  if (new URL(url, location.href).origin !== location.origin)
    throw new TypeError('Scripts come from this origin only.');
  return url;
}

export function installTrustedTypes(): void {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes;
  types?.createPolicy('default', { createScriptURL: sameOriginScript });
}
