import { StatementFault } from './statement';

/** Parses values of statements: amounts in yuan, Beijing times, titles of columns. */

const AMOUNT = /^([+-]?)(\d{1,10})(?:\.(\d{1,5}))?$/;

/**
 * Parses yuan as fen. Statements have two decimals; fees have up to five, of which the last three are zeros.
 *
 * @throws StatementFault value
 */
export function fenIn(text: string, line: number, column: string): number {
  const [whole, sign, yuan = '', decimals = ''] = AMOUNT.exec(text) ?? [];
  const padded = decimals.padEnd(5, '0');
  if (whole === undefined || !padded.endsWith('000')) throw new StatementFault('value', line, { column, value: text });
  const fen = Number(yuan) * 100 + Number(padded.slice(0, 2));
  return sign === '-' && fen !== 0 ? -fen : fen;
}

/** Parses a count of a totals line: `3.0` or `3`. @throws StatementFault value */
export function countIn(text: string, line: number, column: string): number {
  if (!/^\d{1,9}(\.0)?$/.test(text)) throw new StatementFault('value', line, { column, value: text });
  return Math.trunc(Number(text));
}

const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Creates a parser for moments of one day, in Beijing time: `2026-03-01 11:40:05`. */
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

/** Checks a platform's number or our own number. @throws StatementFault value */
export function numberIn(text: string, line: number, column: string): string {
  if (text.length === 0 || text.length > 64)
    throw new StatementFault('value', line, { column, value: text.slice(0, 80) });
  return text;
}

/** Creates a check that each balance of an account follows from the previous one. The check throws StatementFault balance. */
export function balanceChain(): (line: number, amountFen: number, balanceFen: number) => void {
  let before: number | null = null;
  return (line, amountFen, balanceFen) => {
    if (before !== null && before + amountFen !== balanceFen) throw new StatementFault('balance', line);
    before = balanceFen;
  };
}

/** Normalizes a title: brackets and blanks differ between exports. */
const plain = (title: string): string => title.replaceAll('（', '(').replaceAll('）', ')').replace(/\s/g, '');

/** Finds the columns of a file by their titles, because older merchants get other columns. */
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

  /** Index of the first of these titles. @throws StatementFault header */
  of(line: number, ...titles: readonly string[]): number {
    for (const title of titles) {
      const place = this.places.get(plain(title));
      if (place !== undefined) return place;
    }
    throw new StatementFault('header', line, { column: titles[0] ?? '' });
  }
}
