// Minimal uncompressed workbook (.xlsx).
import { crc32 } from 'node:zlib';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A number with its format, such as `0000`. */
interface Formatted {
  value: number;
  format: string;
}
export type Cell = string | number | Formatted;
type Rows = readonly (readonly Cell[])[];

const FIRST_OWN_FORMAT = 164;

const formatsIn = (rows: Rows): string[] => [
  ...new Set(rows.flat().flatMap((cell) => (typeof cell === 'object' ? [cell.format] : []))),
];

function styles(formats: readonly string[]): string {
  const own = formats.map(
    (code, at) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + at}" formatCode="${escaped(code)}"/>`,
  );
  const used = formats.map((_, at) => `<xf numFmtId="${FIRST_OWN_FORMAT + at}"/>`);
  return (
    `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<numFmts>${own.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${used.join('')}</cellXfs>` +
    `</styleSheet>`
  );
}

function sheet(rows: Rows): string {
  const formats = formatsIn(rows);
  const cell = (value: Cell) =>
    typeof value === 'object'
      ? `<c s="${formats.indexOf(value.format) + 1}"><v>${value.value}</v></c>`
      : typeof value === 'number'
        ? `<c><v>${value}</v></c>`
        : `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
  const lines = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  return (
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<sheetData>${lines}</sheetData></worksheet>`
  );
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationship = (type: string, target: string) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
  `<Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

export function workbook(rows: Rows): Buffer {
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types ' +
      'xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default ' +
      'Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': relationship('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml':
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}">` +
      `<sheets><sheet name="Rates" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationship('worksheet', 'worksheets/sheet1.xml'),
    'xl/styles.xml': styles(formatsIn(rows)),
    'xl/worksheets/sheet1.xml': sheet(rows),
  };
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), content]);
    directory.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02\x14\x00'),
        common,
        Buffer.alloc(10),
        uint32(offset),
        Buffer.from(name),
      ]),
    );
    files.push(file);
    offset += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06'), end]);
}

function uint32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}
