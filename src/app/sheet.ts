import { saveFile, saveText } from './download';

/** First characters that make spreadsheet programs run a cell as a formula. A leading apostrophe turns such a cell into text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Formats rows as CSV for spreadsheet programs. The file has a UTF-8 byte order mark, all cells are quoted and formulas are disabled. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

/** Saves rows as a CSV file: the browser downloads it. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  saveText(name, csvOf(rows), 'text/csv');
}

/** Saves an XLSX file: the browser downloads it. @param base64 content of the file */
export function saveXlsx(name: string, base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  saveFile(name, new Blob([bytes], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }));
}
