import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { type Entry, fromBufferPromise } from 'yauzl';
import { UpstreamFailure } from '../outbound';
import { fenOf } from './amount';
import { readTime } from './gateway';

/**
 * Alipay's bills are zip files with CSV files in GBK. Lines that begin with `#` are remarks and totals. Each cell ends with a
 * tab, which makes spreadsheet programs treat long numbers as text.
 */

/** Maximum unpacked size of a bill file, in bytes. */
const LARGEST = 256 * 1024 * 1024;

export interface AlipayBillRow {
  /** Cells by the column titles of the platform. */
  readonly cells: Readonly<Record<string, string>>;
  readonly at: Date | null;
}

export interface AlipayBill {
  readonly rows: readonly AlipayBillRow[];
  /** Remark lines without the leading `#`, in file order. */
  readonly remarks: readonly string[];
  /** Totals from the remarks: number of entries and their sum in fen. */
  readonly totals: readonly { readonly name: string; readonly count: number; readonly fen: number }[];
}

const gbk = new TextDecoder('gbk');
/** Bit 11 in the flags of a zip entry means that the entry's name is UTF-8. */
const UTF8_NAME = 0x800;

const nameOf = (entry: Entry): string => {
  const raw = entry.fileNameRaw;
  return (entry.generalPurposeBitFlag & UTF8_NAME ? new TextDecoder() : gbk).decode(raw);
};

/** Extracts the file that contains the entries. The zip's other file contains totals (汇总). */
async function detailsOf(zip: Uint8Array): Promise<string> {
  const file = await fromBufferPromise(Buffer.from(zip), { decodeStrings: false, validateEntrySizes: true });
  try {
    for await (const entry of file.eachEntry()) {
      const name = nameOf(entry);
      if (!name.endsWith('.csv') || name.includes('汇总')) continue;
      if (entry.uncompressedSize > LARGEST) throw new Error('too large');
      return gbk.decode(await buffer(await file.openReadStreamPromise(entry)));
    }
  } finally {
    file.close();
  }
  throw new Error('no details');
}

const TOTAL = /^(\S+合计)：(\d+)笔，(?:商家实收(?:退款)?)?共(-?[\d.]+)元/;

/** Column titles of an entry's time in the two types of bills. */
const TIME_TITLES = ['完成时间', '发生时间'] as const;

/**
 * Reads a bill.
 *
 * @param zip the downloaded bytes
 * @throws UpstreamFailure when the file is not a bill
 */
export async function readBill(zip: Uint8Array): Promise<AlipayBill> {
  try {
    const lines = (await detailsOf(zip)).split(/\r?\n/).filter((line) => line.trim() !== '');
    const remarks = lines.filter((line) => line.startsWith('#')).map((line) => line.slice(1));
    const table: Record<string, string>[] = parse(lines.filter((line) => !line.startsWith('#')).join('\n'), {
      columns: (titles: string[]) => titles.map((title) => title.trim() || false),
      relax_column_count: true,
      trim: true,
    });
    const rows = table.map((cells) => ({
      cells,
      at: readTime(TIME_TITLES.map((title) => cells[title]).find(Boolean)),
    }));
    const totals = remarks.flatMap((remark) => {
      const [, name, count, amount] = TOTAL.exec(remark) ?? [];
      return name === undefined ? [] : [{ name, count: Number(count), fen: fenOf(amount) }];
    });
    return { rows, remarks, totals };
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error;
    throw new UpstreamFailure('the bill cannot be read');
  }
}
