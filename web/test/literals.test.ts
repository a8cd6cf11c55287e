// Tests that every visible text goes through t() or msg().
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parseAst } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['web/src', 'sdk/web/src'];

/** Attributes and properties with visible or read-out text. */
const VISIBLE_ATTRIBUTES = new Set([
  'label',
  'title',
  'text',
  'message',
  'description',
  'hint',
  'placeholder',
  'alt',
  'aria-label',
  'aria-description',
  'action',
  'confirmLabel',
  'cancelLabel',
  'submitLabel',
  'failed',
  'missing',
]);
const TRANSLATED = new Set(['t', 'msg', 'translate']);
/** Untranslated names and error texts of the API. */
const NAMES = new Set([
  'American Express',
  'Diners Club',
  'Bluegum Wines',
  'BAS Excluded',
  'StartTLS',
  'TLS',
  'Samsung Internet',
  'APIClient error - there was no response',
  'An accessToken is required to call this method',
  'A tenantId is required for this method',
  'Could not parse schema',
]);
/** Text for developers only. */
const INTERNAL = new Set([
  'Error',
  'TypeError',
  'RangeError',
  'DOMException',
  'warn',
  'error',
  'debug',
]);

interface Node {
  type: string;
  [member: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as { type?: unknown }).type === 'string';

/** "Choose a customer": a capital and at least two words. */
const isSentence = (text: string) => /^\p{Lu}[\p{L}’'-]* \p{L}/u.test(text.trim());
const isWord = (text: string) =>
  /^\p{Lu}\p{Ll}{2,}[\p{Ll} ]*…?$/u.test(text.trim()) || isSentence(text);

const textOf = (node: Node): string | null => {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as { value: { cooked: string } }[])
      .map(({ value }) => value.cooked)
      .join('0');
  return null;
};
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  if (node.type === 'JSXNamespacedName')
    return `${nameOf(node['namespace'])}:${nameOf(node['name'])}`;
  return String(node['name'] ?? node['value'] ?? '');
};

function findLiterals(file: string): string[] {
  const code = readFileSync(path.join(ROOT, file), 'utf8');
  const hits: string[] = [];
  const visit = (node: unknown, shown: boolean): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, shown));
    if (!isNode(node)) return undefined;
    const { type } = node;
    if (type === 'ImportDeclaration' || type.startsWith('TS')) {
      if (
        type === 'TSAsExpression' ||
        type === 'TSSatisfiesExpression' ||
        type === 'TSNonNullExpression'
      )
        visit(node['expression'], shown);
      return undefined;
    }
    if (type === 'JSXText') {
      if (/\p{L}{2,}/u.test(String(node['value'])) && !NAMES.has(String(node['value']).trim()))
        hits.push(`${file}: ${String(node['value']).trim()}`);
      return undefined;
    }
    if (type === 'CallExpression' || type === 'NewExpression') {
      const name = nameOf(node['callee']);
      if (TRANSLATED.has(name) || INTERNAL.has(name)) {
        if (TRANSLATED.has(name))
          (node['arguments'] as unknown[]).slice(1, 2).forEach((one) => visit(one, false));
        return undefined;
      }
    }
    const text = textOf(node);
    if (text !== null && !NAMES.has(text) && (shown ? isWord(text) : isSentence(text)))
      hits.push(`${file}: ${text}`);
    for (const [member, value] of Object.entries(node)) {
      if (member === 'type' || member === 'start' || member === 'end') continue;
      const isShown =
        (type === 'JSXAttribute' &&
          member === 'value' &&
          VISIBLE_ATTRIBUTES.has(nameOf(node['name']))) ||
        (type === 'Property' &&
          member === 'value' &&
          VISIBLE_ATTRIBUTES.has(nameOf(node['key']))) ||
        ((type === 'JSXElement' || type === 'JSXFragment') && member === 'children') ||
        // Results of visible expressions are visible; operands of comparisons and calls are not.
        (shown &&
          [
            'JSXExpressionContainer',
            'ConditionalExpression',
            'LogicalExpression',
            'ParenthesizedExpression',
            'TSAsExpression',
          ].includes(type) &&
          member !== 'test');
      visit(value, isShown);
    }
    return undefined;
  };
  visit(parseAst(code, { lang: file.endsWith('.tsx') ? 'tsx' : 'ts' }), false);
  return hits;
}

it('no text of the screens goes past the translations', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file) && !file.endsWith('schema.ts'),
      )
      .map((file) => path.join(folder, file)),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(findLiterals)).toEqual([]);
});
