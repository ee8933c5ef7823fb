import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportFormat } from '../../../contract/export.modules';
import type { ExportCell, ExportKind } from './export';
import { columnName, csvCell, csvText, textCell, XLSX_STYLE, xlsxInner, xmlText } from './table-cells';

/** A text format that is written row by row, so that a file can be continued after any row. */
export interface TableFormat {
  readonly format: ExportFormat;
  /** Returns the text before the first row. */
  head(titles: readonly string[]): string;
  /** Returns the text before a row. @param number row number, starting at 1 */
  rowStart(number: number): string;
  /** Text before each cell, by column index. The text of {@link cellPlace} follows this text and is the same for all cells of a row. */
  readonly cellStarts: readonly string[];
  cellPlace(number: number): string;
  cell(index: number, value: ExportCell): string;
  /** Whether empty cells are omitted with their opening tag. */
  readonly skipsEmpty: boolean;
  readonly rowEnd: string;
  /** Returns the text after the last row. */
  foot(rows: number): string;
}

/** Builds the text of a table row: its start, its cells and its end. */
export function tableRow(table: TableFormat, cells: readonly ExportCell[], number: number): string {
  const place = table.cellPlace(number);
  let row = table.rowStart(number);
  for (let index = 0; index < cells.length; index += 1) {
    const cell = table.cell(index, cells[index] ?? null);
    if (cell !== '' || !table.skipsEmpty) row += table.cellStarts[index] + place + cell;
  }
  return row + table.rowEnd;
}

type Wall = (at: Date) => number;

const BOM = '\ufeff';

/** Creates the CSV format (RFC 4180) in UTF-8. Excel needs the byte order mark to detect the encoding. */
function csv(kinds: readonly ExportKind[], wall: Wall, watermark: string | null): TableFormat {
  return {
    format: 'csv',
    head: (titles) => `${BOM}${titles.map(csvText).join(',')}\r\n`,
    rowStart: () => '',
    cellStarts: kinds.map((_kind, index) => (index === 0 ? '' : ',')),
    cellPlace: () => '',
    skipsEmpty: false,
    cell: (index, value) => csvCell(kinds[index] ?? 'text', value, wall),
    rowEnd: '\r\n',
    foot: () => (watermark === null ? '' : `${csvText(watermark)}\r\n`),
  };
}

const WIDTHS: Readonly<Record<ExportKind, number>> = { text: 20, number: 12, fen: 14, bp: 10, moment: 20, day: 12 };

/** Creates the format for the sheet of an XLSX file. {@link packXlsx} packs the file. */
function sheet(kinds: readonly ExportKind[], wall: Wall, watermark: string | null): TableFormat {
  const letters = kinds.map((_kind, index) => columnName(index));
  const cols = kinds.map(
    (kind, index) => `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`,
  );
  return {
    format: 'xlsx',
    head: (titles) =>
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${titles
        .map((title, index) => textCell(`${letters[index]}1`, title, XLSX_STYLE.head))
        .join('')}</row>`,
    rowStart: (number) => `<row r="${number + 1}">`,
    cellStarts: letters.map((letter) => `<c r="${letter}`),
    cellPlace: (number) => `${number + 1}"`,
    skipsEmpty: true,
    cell: (index, value) => xlsxInner(kinds[index] ?? 'text', value, wall),
    rowEnd: '</row>',
    foot: (rows) => {
      const mark =
        watermark === null ? '' : `<row r="${rows + 2}">${textCell(`A${rows + 2}`, watermark, XLSX_STYLE.plain)}</row>`;
      return `${mark}</sheetData></worksheet>`;
    },
  };
}

export function tableFormat(
  format: ExportFormat,
  kinds: readonly ExportKind[],
  wall: Wall,
  watermark: string | null,
): TableFormat {
  return format === 'csv' ? csv(kinds, wall, watermark) : sheet(kinds, wall, watermark);
}

/** Fixed modification time, so that equal tables always produce equal bytes. */
const PACKED_AT = new Date(Date.UTC(2026, 0, 1));
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org';
const MAIN = `${OFFICE}/spreadsheetml/2006/main`;
const RELATIONS = `${OFFICE}/officeDocument/2006/relationships`;
const PACKAGE = `${OFFICE}/package/2006`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

function parts(title: string, watermark: string | null): Readonly<Record<string, string>> {
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`;
  // A sheet name has at most 31 characters, and these characters are not allowed.
  const name = title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31);
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', `${RELATIONS}/officeDocument`, 'xl/workbook.xml')}${relation('rId2', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml')}</Relationships>`,
    'docProps/core.xml': `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${xmlText(title)}</dc:title>${watermark === null ? '' : `<dc:description>${xmlText(watermark)}</dc:description>`}</cp:coreProperties>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${xmlText(name).replaceAll('"', '&quot;')}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', `${RELATIONS}/worksheet`, 'worksheets/sheet1.xml')}${relation('rId2', `${RELATIONS}/styles`, 'styles.xml')}</Relationships>`,
    'xl/styles.xml': STYLES,
  };
}

const ZIPPED = { mtime: PACKED_AT, mode: 0o100644, compress: true, compressionLevel: 3 };
const SHEET_PATH = 'xl/worksheets/sheet1.xml';

interface AboutFile {
  readonly title: string;
  readonly watermark: string | null;
}

/** Creates an XLSX file without its sheet. */
function begunXlsx({ title, watermark }: AboutFile): ZipFile {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(parts(title, watermark))) zip.addBuffer(Buffer.from(text), path, ZIPPED);
  zip.on('error', (error) => zip.outputStream.emit('error', error));
  return zip;
}

/** Packs the sheet in the file `sheetPath` into an XLSX file with the path `target`. */
export async function packXlsx(sheetPath: string, target: string, about: AboutFile) {
  const zip = begunXlsx(about);
  zip.addFile(sheetPath, SHEET_PATH, ZIPPED);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(target));
}

/** Creates a small XLSX file in memory, such as a template that users fill in. All cells are texts. */
export function smallXlsx(title: string, [head = [], ...rows]: readonly (readonly string[])[]): Promise<Buffer> {
  const format = sheet(
    head.map(() => 'text'),
    (at) => at.getTime(),
    null,
  );
  const body = rows.map((cells, index) => tableRow(format, cells, index + 1)).join('');
  const zip = begunXlsx({ title, watermark: null });
  zip.addBuffer(Buffer.from(format.head(head) + body + format.foot(rows.length)), SHEET_PATH, ZIPPED);
  zip.end();
  return buffer(zip.outputStream);
}
