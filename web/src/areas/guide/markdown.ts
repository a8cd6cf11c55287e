// Reads the guide's Markdown: headings, paragraphs, lists, tables, bold, code and links. Other
// markup stays text.

export type Span =
  | { kind: 'text' | 'bold' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] };

const SPAN = /\*\*([^*]+)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)/g;
const HEADING = /^(#{1,3}) (.*)$/;
const BULLET = /^- (.*)$/;
const NUMBER = /^\d+\. (.*)$/;

export function spansOf(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(SPAN)) {
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) });
    const [whole, bold, code, link, href] = match;
    if (bold !== undefined) spans.push({ kind: 'bold', text: bold });
    else if (code !== undefined) spans.push({ kind: 'code', text: code });
    else spans.push({ kind: 'link', text: link ?? '', href: href ?? '' });
    end = match.index + whole.length;
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) });
  return spans;
}

const cellsOf = (row: string): Span[][] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => spansOf(cell.trim()));

function blockOf(lines: readonly string[]): Block {
  const [first = ''] = lines;
  const heading = HEADING.exec(first);
  if (heading)
    return {
      kind: 'heading',
      level: heading[1]?.length ?? 1,
      spans: spansOf(heading[2] ?? ''),
    };
  if (first.startsWith('|'))
    return { kind: 'table', head: cellsOf(first), rows: lines.slice(2).map(cellsOf) };
  for (const [pattern, ordered] of [
    [BULLET, false],
    [NUMBER, true],
  ] as const)
    if (pattern.test(first))
      return {
        kind: 'list',
        ordered,
        items: lines.map((line) => spansOf(pattern.exec(line)?.[1] ?? line)),
      };
  return { kind: 'paragraph', spans: spansOf(lines.join(' ')) };
}

/** Blocks are parted by empty lines. */
export const blocksOf = (text: string): Block[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => blockOf(part.split('\n')));
