import { Columns, fenIn } from '../../core/statements/cells';
import { LINES_AT_ONCE, StatementFault } from '../../core/statements/statement';
import { linesOf, unpack } from '../../core/statements/unpack';
import type { Premium } from './rules';

/** Reads the monthly file of an insurer: CSV in UTF-8 or GBK, optionally zipped, or XLSX. Each line is a policy; premiums are in yuan. */

/** Accepted titles of each column. The first title is the one that insurers use. */
const TITLES = {
  insurerNo: ['保单号', '保单号码', 'Policy no.', 'policyNo'],
  no: ['投保单号', '业务号', 'Our no.', 'no'],
  premium: ['保费', '保费(元)', 'Premium', 'premium'],
} as const;
/** Pattern of the policy number's cell in lines that contain sums instead of a policy. */
const SUMS = /^(合计|总计|小计|total)/i;
/** Limits of an XLSX file. Spreadsheet programs write at most 1,048,576 rows. Shared strings are loaded into memory. */
const WORKBOOK = { rows: 1_048_576, sheetBytes: 1024 * 1024 * 1024, stringBytes: 64 * 1024 * 1024 } as const;

/** Splits a line into cells. Quoted cells may contain commas. */
export function cellsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(',').map((cell) => cell.trim());
  const cells: string[] = [];
  for (const [, quoted, plain] of line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g))
    cells.push((quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"')).trim());
  return cells;
}

function reader() {
  let places: { readonly insurerNo: number; readonly no: number | null; readonly premium: number } | null = null;
  return (cells: readonly string[], line: number): Premium | null => {
    if (cells.every((cell) => cell === '')) return null;
    if (places === null) {
      const columns = new Columns(cells);
      const ours = TITLES.no.find((title) => columns.has(title));
      places = {
        insurerNo: columns.of(line, ...TITLES.insurerNo),
        no: ours === undefined ? null : columns.of(line, ours),
        premium: columns.of(line, ...TITLES.premium),
      };
      return null;
    }
    const insurerNo = cells[places.insurerNo] ?? '';
    if (SUMS.test(insurerNo)) return null;
    const no = places.no === null ? '' : (cells[places.no] ?? '');
    const column = TITLES.premium[0];
    const premiumFen = fenIn((cells[places.premium] ?? '').replaceAll(',', ''), line, column);
    if ((insurerNo === '' && no === '') || insurerNo.length > 64 || no.length > 64 || premiumFen < 0)
      throw new StatementFault('value', line, { column: TITLES.insurerNo[0], value: insurerNo.slice(0, 40) });
    return { insurerNo, no, premiumFen };
  };
}

/**
 * Finds the encoding of a file: UTF-8 if all unpacked bytes are valid UTF-8, otherwise GBK. Reads the file up to the first byte that is not
 * valid UTF-8.
 *
 * @throws StatementFault `notArchive` (the archive cannot be unpacked), `tooLarge` (the unpacked file is too large)
 */
async function encodingOf(bytes: Uint8Array): Promise<'utf-8' | 'gbk'> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of unpack(bytes)) decoder.decode(part, { stream: true });
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof StatementFault) throw error;
    return 'gbk';
  }
}

async function* rowsIn(bytes: Uint8Array): AsyncGenerator<readonly (readonly string[])[]> {
  const { isWorkbook, OversizedSheet, UnreadableSheet, workbookRows } = await import('../../core/files/sheet');
  if (isWorkbook(bytes)) {
    try {
      yield* workbookRows(bytes, WORKBOOK);
    } catch (error) {
      if (!(error instanceof UnreadableSheet)) throw error;
      throw new StatementFault(error instanceof OversizedSheet ? 'tooLarge' : 'notArchive', null);
    }
    return;
  }
  for await (const lines of linesOf(unpack(bytes), await encodingOf(bytes))) yield lines.map((line) => cellsOf(line));
}

/**
 * Reads the policies of a file in batches while the file is unpacked.
 *
 * @throws StatementFault (a file that cannot be read, or an invalid line with its number)
 */
export async function* readPremiums(bytes: Uint8Array): AsyncGenerator<readonly Premium[]> {
  const read = reader();
  let line = 0;
  let premiums: Premium[] = [];
  for await (const rows of rowsIn(bytes)) {
    for (const cells of rows) {
      line += 1;
      const premium = read(cells, line);
      if (premium) premiums.push(premium);
      if (premiums.length < LINES_AT_ONCE) continue;
      yield premiums;
      premiums = [];
    }
  }
  if (line === 0) throw new StatementFault('header', 1, { column: TITLES.insurerNo[0] });
  yield premiums;
}
