import { saveFile, saveText } from './download';

/** A spreadsheet program runs cells that begin with one of these as a formula; a leading apostrophe makes them text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats rows of texts as CSV for spreadsheet programs: with a UTF-8 byte order mark, every cell quoted, formulas disabled. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Saves rows as a CSV file through the browser. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  saveText(name, csvOf(rows), 'text/csv');
}

/** Saves an XLSX file, given as base64, through the browser. */
export function saveXlsx(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile(name, new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
}
