// Texts of docs/guide, one chunk of the build for each page.
const files = import.meta.glob<string>('../../../../docs/guide/*.md', {
  query: '?raw',
  import: 'default',
});

const idOf = (path: string) => path.replace(/^.*\/|\.md$/g, '');

export const guideIds = Object.keys(files).map(idOf);

export async function guideText(id: string): Promise<string> {
  const found = Object.entries(files).find(([path]) => idOf(path) === id);
  return found ? await found[1]() : '';
}
