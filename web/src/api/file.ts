// A file that the API answers with, under the name that the server gave it.

/** The name in a Content-Disposition header, or the last step of the path. */
function fileName(response: Response, path: string): string {
  const header = response.headers.get('content-disposition') ?? '';
  const extended = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header)?.[1];
  if (extended) return decodeURIComponent(extended.trim());
  return /filename="?([^";]+)"?/i.exec(header)?.[1] ?? path.split('/').at(-1) ?? 'download';
}

export const fileOf = async (
  response: Response,
  path: string,
): Promise<{ blob: Blob; fileName: string }> => ({
  blob: await response.blob(),
  fileName: fileName(response, path),
});
