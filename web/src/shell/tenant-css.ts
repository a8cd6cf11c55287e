// The tenant's own style sheet. The server puts its rules into the last layer, so they win over
// everything else.

/** Links the sheet; answers the way to take it off again. */
export function applyTenantCss(id: string): () => void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/api/core/tenant/getcustomcss?id=${encodeURIComponent(id)}`;
  document.head.append(link);
  return () => link.remove();
}
