import { saveFile, saveText } from './download';

/** Cells that a spreadsheet program would run as a formula begin with one of these; a quote before them makes them text. */
const FORMULA = /^[=+\-@\t\r]/;

/** CSV of rows of texts as spreadsheet programs read it: with a mark for UTF-8, every cell quoted, formulas disarmed. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Lets the browser save rows as a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  saveText(name, csvOf(rows), 'text/csv');
}

/** Lets the browser save an XLSX file that came as base64. */
export function saveXlsx(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile(name, new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
}
