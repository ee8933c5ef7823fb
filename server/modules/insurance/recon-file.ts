import { isUtf8 } from 'node:buffer';
import { Columns, fenIn } from '../../core/statements/cells';
import { StatementFault } from '../../core/statements/statement';
import { linesOf, unpack } from '../../core/statements/unpack';
import type { Premium } from './rules';

/** Reads the monthly file of an insurer: CSV in UTF-8 or GBK by lines, or XLSX. One line per policy, premiums in yuan. */

/** Accepted column titles. The first one is the insurers' own. */
const TITLES = {
  insurerNo: ['保单号', '保单号码', 'Policy no.', 'policyNo'],
  no: ['投保单号', '业务号', 'Our no.', 'no'],
  premium: ['保费', '保费(元)', 'Premium', 'premium'],
} as const;
/** Beginnings of lines with sums. */
const SUMS = /^(合计|总计|小计|total)/i;
/** Maximum number of rows of an XLSX file. */
const MOST_ROWS = 100_000;

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

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

async function* linesIn(bytes: Uint8Array): AsyncGenerator<readonly (readonly string[])[]> {
  if (isZip(bytes)) {
    const { readSheet, UnreadableSheet } = await import('../../core/files/sheet');
    try {
      yield await readSheet(bytes, MOST_ROWS);
    } catch (error) {
      throw error instanceof UnreadableSheet ? new StatementFault('notArchive', null) : error;
    }
    return;
  }
  for await (const lines of linesOf(unpack(bytes), isUtf8(bytes) ? 'utf-8' : 'gbk'))
    yield lines.map((line, at) => cellsOf(at === 0 ? line.replace(/^\uFEFF/, '') : line));
}

/** Reads the policies of a file in batches. @throws StatementFault with the line */
export async function* readPremiums(bytes: Uint8Array): AsyncGenerator<readonly Premium[]> {
  const read = reader();
  let line = 0;
  for await (const rows of linesIn(bytes)) {
    yield rows.flatMap((cells) => {
      line += 1;
      return read(cells, line) ?? [];
    });
  }
  if (line === 0) throw new StatementFault('header', 1, { column: TITLES.insurerNo[0] });
}
