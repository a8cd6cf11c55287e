// Documents of bookings: shown in a tab of their own, or saved as a file.
import { download, openFile } from '../download.ts';

const path = '/api/booking/File/DownloadDocument';

/**
 * Opens documents in new tabs. The first opens before fetching, within the user gesture; blocked
 * ones are saved.
 */
export async function openDocuments(findTokens: () => Promise<readonly string[]>): Promise<number> {
  const first = window.open('', '_blank');
  try {
    const tokens = await findTokens();
    if (tokens.length === 0) first?.close();
    for (const [index, token] of tokens.entries())
      await openFile(path, { token }, index === 0 ? first : window.open('', '_blank'));
    return tokens.length;
  } catch (error) {
    first?.close();
    throw error;
  }
}

export const saveDocument = (token: string): Promise<void> => download(path, { token });
