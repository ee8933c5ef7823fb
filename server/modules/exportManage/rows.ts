import { setImmediate as turn } from 'node:timers/promises';
import type { Bytes } from '../../core/export/bytes';
import { copyRowWriter } from '../../core/export/copy-cell-writer';
import { CopyRowReader } from '../../core/export/copy-row-reader';
import type {
  CopyReader,
  ExportCell,
  ExportColumn,
  ExportKey,
  ExportReader,
  RowReader,
} from '../../core/export/export';
import { type TableFormat, tableRow } from '../../core/export/table-format';

/** Reads rows in batches and formats them for a file. After every {@link SLICE} rows, other work on the event loop can run. */

interface Batch {
  readonly rows: number;
  /** Key of the last row. The next batch starts after this key. `null` means that there is no next batch. */
  readonly last: ExportKey | null;
  /** Appends the rows in the format of the file. @param before number of rows already in the file */
  write(before: number, out: Bytes): Promise<void>;
}

/** Reads the batch after a cursor. There are two buffers, so write each batch before you request the second batch after it. */
export type Batches = (after: ExportKey | null) => Promise<Batch>;

export interface WrittenColumn {
  readonly column: ExportColumn<unknown>;
  readonly value: (row: unknown) => ExportCell;
}

const BATCH = 1_000;
const COPIED_BATCH = 4_000;
/** Number of rows that we format before we yield to the event loop. Formatting them takes well below a millisecond. */
const SLICE = 100;

export function batchesOf(
  reader: ExportReader<unknown>,
  table: TableFormat,
  columns: readonly WrittenColumn[],
): Batches {
  return 'copy' in reader ? copiedBatches(reader, table, columns) : objectBatches(reader, table, columns);
}

const rowText = (table: TableFormat, columns: readonly WrittenColumn[], row: unknown, number: number) =>
  tableRow(
    table,
    columns.map(({ value }) => value(row)),
    number,
  );

function objectBatches(reader: RowReader<unknown>, table: TableFormat, columns: readonly WrittenColumn[]): Batches {
  return async (after) => {
    const { rows, last } = await reader.batch(after, BATCH);
    return {
      rows: rows.length,
      last,
      async write(before, out) {
        for (let at = 0; at < rows.length; at += 1) {
          out.text(rowText(table, columns, rows[at], before + at + 1));
          if (at % SLICE === SLICE - 1) await turn();
        }
      },
    };
  };
}

function copiedBatches(reader: CopyReader<unknown>, table: TableFormat, columns: readonly WrittenColumn[]): Batches {
  // Two buffers: one batch is written while the next batch is read.
  const places = [new CopyRowReader(reader.fields), new CopyRowReader(reader.fields)] as const;
  const [first] = places;
  const append = copyRowWriter(table, columns, first);
  const rowOf = new Map(places.map((place) => [place, reader.row(place.fields)]));
  const keyFields = reader.key.map((name) => first.fieldOf(name));
  const learned = (reader.learn ?? []).map(({ field, of }) => ({ field: first.fieldOf(field), of }));
  const foot = reader.foot ?? [];
  let turns = 0;
  return async (after) => {
    const rows = places[turns % 2] as CopyRowReader;
    turns += 1;
    await reader.copy(after, COPIED_BATCH, rows.into);
    rows.find();
    for (const { field, of } of learned) await of(numbersOf(rows, field));
    const count = rows.rows;
    rows.base = (count - 1) * rows.width;
    const key = (field: number) => {
      const text = rows.text(field) ?? '';
      return rows.typeOf(field) === 'int' ? Number(text) : text;
    };
    const isLast = count < COPIED_BATCH;
    return {
      rows: isLast ? count + foot.length : count,
      last: isLast ? null : keyFields.map(key),
      async write(before, out) {
        const row = rowOf.get(rows);
        for (let at = 0; at < count; at += 1) {
          rows.base = at * rows.width;
          append(rows, row, before + at + 1, out);
          if (at % SLICE === SLICE - 1) await turn();
        }
        if (isLast) foot.forEach((line, at) => void out.text(rowText(table, columns, line, before + count + at + 1)));
      },
    };
  };
}

/** Returns the distinct positive integers in one field of a batch. */
function numbersOf(rows: CopyRowReader, field: number): number[] {
  const found = new Set<number>();
  const { bytes } = rows.into;
  for (let at = field; at < rows.rows * rows.width; at += rows.width) {
    // Parse the bytes without creating a string, because this code runs for every row.
    let number = 0;
    for (let byte = rows.starts[at] as number; byte < (rows.starts[at + 1] as number) - 1; byte += 1) {
      number = number * 10 + (bytes[byte] as number) - ZERO;
    }
    if (rows.marks[at] === 0 && number > 0) found.add(number);
  }
  return [...found];
}
const ZERO = 48;
