import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { UpstreamFailure } from '../outbound';
import type { WxPayClient } from './client';
import { DOUBTS } from './doubts';

/** `trade`: trade statement (交易账单). `fund`: fund statement (资金账单). */
export type WxStatementKind = 'trade' | 'fund';
/** `none` means that the day has no entries, so the platform creates no file. */
export type WxStatementState = 'ready' | 'creating' | 'none';

export interface WxStatement {
  readonly kind: WxStatementKind;
  /** `yyyy-MM-dd` in Beijing time. */
  readonly day: string;
  /**
   * Comma-separated UTF-8 with a back-quote before each value. Amounts are in yuan. The last two lines are the titles and values of the
   * totals.
   */
  readonly content: Buffer;
  readonly sha1: string;
}

interface StatementAnswer {
  readonly hash_type: string;
  readonly hash_value: string;
  readonly download_url: string;
}

const LARGEST_BYTES = 512 * 1024 * 1024;
const PATHS = {
  trade: (day: string) => `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`,
  fund: (day: string) => `/v3/bill/fundflowbill?bill_date=${day}&account_type=BASIC&tar_type=GZIP`,
} satisfies Record<WxStatementKind, (day: string) => string>;

/** The platform uses Beijing time. The time zone of our settings has no effect here. */
const BEIJING_MS = 8 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const yesterday = (now: Date) => new Date(now.getTime() + BEIJING_MS - DAY_MS).toISOString().slice(0, 10);

/**
 * Unpacks a file.
 *
 * @throws UpstreamFailure HASH_MISMATCH when the file is not gzip, is too large, has no SHA-1 checksum, or has another checksum than stated
 */
function unpack(packed: Buffer, { hash_type, hash_value }: StatementAnswer): { content: Buffer; sha1: string } {
  const mismatch = () => new UpstreamFailure(DOUBTS.HASH_MISMATCH['en-US'], 'HASH_MISMATCH');
  let content: Buffer;
  try {
    content = gunzipSync(packed, { maxOutputLength: LARGEST_BYTES });
  } catch {
    throw mismatch();
  }
  // The stated checksum is that of the unpacked file.
  const sha1 = createHash('sha1').update(content).digest('hex');
  if (hash_type !== 'SHA1' || sha1 !== hash_value.toLowerCase()) throw mismatch();
  return { content, sha1 };
}

export function statementCalls(client: WxPayClient) {
  const apply = (kind: WxStatementKind, day: string) =>
    client.ask<StatementAnswer>({ method: 'GET', path: PATHS[kind](day) });

  /**
   * Checks whether the file of a day is ready. The platform creates files from 09:00 of the next day.
   *
   * @param day `yyyy-MM-dd` in Beijing time; the default is yesterday
   * @throws UpstreamFailure, UpstreamTimeout
   */
  async function statementState(kind: WxStatementKind, day = yesterday(client.clock.now())): Promise<WxStatementState> {
    try {
      await apply(kind, day);
      return 'ready';
    } catch (error) {
      if (error instanceof UpstreamFailure && error.code === 'STATEMENT_CREATING') return 'creating';
      if (error instanceof UpstreamFailure && error.code === 'NO_STATEMENT_EXIST') return 'none';
      throw error;
    }
  }

  /**
   * Downloads the file of a day and checks its checksum.
   *
   * @throws UpstreamFailure, for example `STATEMENT_CREATING`, `NO_STATEMENT_EXIST` or `HASH_MISMATCH`; UpstreamTimeout
   */
  async function downloadStatement(kind: WxStatementKind, day: string): Promise<WxStatement> {
    const { packed, answer } = await download(kind, day);
    return { kind, day, ...unpack(packed, answer) };
  }

  /**
   * Downloads the gzip file of a day without unpacking it. The caller unpacks the file and then checks the checksum.
   *
   * @throws UpstreamFailure, for example `STATEMENT_CREATING` or `NO_STATEMENT_EXIST`; UpstreamTimeout
   */
  async function packedStatement(kind: WxStatementKind, day: string): Promise<{ packed: Buffer; sha1: string }> {
    const { packed, answer } = await download(kind, day);
    return { packed, sha1: answer.hash_value.toLowerCase() };
  }

  async function download(kind: WxStatementKind, day: string): Promise<{ packed: Buffer; answer: StatementAnswer }> {
    const answer = await apply(kind, day);
    const text = String(answer.download_url).trim();
    const url = URL.canParse(text) ? new URL(text) : null;
    // We download from the configured host and use only the URL's path. A URL outside the platform is refused.
    if (!url?.hostname.endsWith('.mch.weixin.qq.com') || typeof answer.hash_value !== 'string')
      throw new UpstreamFailure(url?.hostname ?? DOUBTS.BAD_ANSWER['en-US'], 'BAD_ANSWER');
    return { packed: await client.download(url.pathname + url.search), answer };
  }

  return { statementState, downloadStatement, packedStatement };
}
