import { createHash } from 'node:crypto';
import { StatementFault } from './statement';

/** Parses and checks the values of statements: amounts in yuan, times in Beijing time, numbers, balances and column titles. */

const AMOUNT = /^([+-]?)(\d{1,10})(?:\.(\d{1,5}))?$/;

/**
 * Parses an amount in yuan as fen. Amounts have two decimals. Fees have up to five decimals, and the decimals after the second are zeros.
 *
 * @throws StatementFault `value` when the text has another format
 */
export function fenIn(text: string, line: number, column: string): number {
  const [whole, sign, yuan = '', decimals = ''] = AMOUNT.exec(text) ?? [];
  const padded = decimals.padEnd(5, '0');
  if (whole === undefined || !padded.endsWith('000')) throw new StatementFault('value', line, { column, value: text });
  const fen = Number(yuan) * 100 + Number(padded.slice(0, 2));
  return sign === '-' && fen !== 0 ? -fen : fen;
}

/** Parses a count in a line of totals: `3.0` or `3`. @throws StatementFault `value` when the text has another format */
export function countIn(text: string, line: number, column: string): number {
  if (!/^\d{1,9}(\.0)?$/.test(text)) throw new StatementFault('value', line, { column, value: text });
  return Math.trunc(Number(text));
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * Creates a parser for times of one day in Beijing time: `2026-03-01 11:40:05`. The parser throws StatementFault `value` for another
 * format and `otherFile` for another day.
 */
export function momentReader(day: string): (text: string, line: number, column: string) => Date {
  const start = Date.parse(`${day}T00:00:00+08:00`);
  const part = (text: string, from: number) => (text.charCodeAt(from) - 48) * 10 + text.charCodeAt(from + 1) - 48;
  return (text, line, column) => {
    if (!MOMENT.test(text)) throw new StatementFault('value', line, { column, value: text });
    if (!text.startsWith(day)) throw new StatementFault('otherFile', line, { no: '', date: text.slice(0, 10) });
    const [hours, minutes, seconds] = [part(text, 11), part(text, 14), part(text, 17)];
    if (hours > 23 || minutes > 59 || seconds > 59) throw new StatementFault('value', line, { column, value: text });
    return new Date(start + ((hours * 60 + minutes) * 60 + seconds) * 1_000);
  };
}

/** Maximum length of a number in characters, as the database stores it. */
const LONGEST_NUMBER = 64;

/** Checks the length of a platform's number or of our own number. @throws StatementFault `value` unless it has 1 to 64 characters */
export function numberIn(text: string, line: number, column: string): string {
  if (text.length === 0 || text.length > LONGEST_NUMBER)
    throw new StatementFault('value', line, { column, value: text.slice(0, 80) });
  return text;
}

/**
 * Shortens a number to the length that the database stores. A digest replaces the end of a longer number, so that two numbers with the same
 * beginning remain different.
 */
export function fitNumber(number: string): string {
  if (number.length <= LONGEST_NUMBER) return number;
  const digest = createHash('sha256').update(number).digest('hex').slice(0, 16);
  return `${number.slice(0, LONGEST_NUMBER - digest.length - 1)}~${digest}`;
}

/** Creates a check that each balance equals the previous balance plus the amount. The check throws StatementFault `balance`. */
export function balanceChain(): (line: number, amountFen: number, balanceFen: number) => void {
  let before: number | null = null;
  return (line, amountFen, balanceFen) => {
    if (before !== null && before + amountFen !== balanceFen) throw new StatementFault('balance', line);
    before = balanceFen;
  };
}

/** Normalizes a column title, because brackets and spaces differ between exports. */
const plain = (title: string): string => title.replaceAll('（', '(').replaceAll('）', ')').replace(/\s/g, '');

/** The columns of a file by title. Files of older merchants have other columns, so we find columns by their titles. */
export class Columns {
  private readonly places: ReadonlyMap<string, number>;
  readonly count: number;

  constructor(titles: readonly string[]) {
    this.places = new Map(titles.map((title, place) => [plain(title), place]));
    this.count = titles.length;
  }

  has(title: string): boolean {
    return this.places.has(plain(title));
  }

  /** Finds the column that has one of these titles. The first title has priority. @throws StatementFault `header` when there is none */
  of(line: number, ...titles: readonly string[]): number {
    for (const title of titles) {
      const place = this.places.get(plain(title));
      if (place !== undefined) return place;
    }
    throw new StatementFault('header', line, { column: titles[0] ?? '' });
  }
}
