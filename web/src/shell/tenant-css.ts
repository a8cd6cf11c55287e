// The tenant's style sheet, in the last layer.

/** Links the sheet; returns a function that removes it. */
export function applyTenantCss(id: string): () => void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = `/api/core/tenant/getcustomcss?id=${encodeURIComponent(id)}`;
  document.head.append(link);
  return () => link.remove();
}
