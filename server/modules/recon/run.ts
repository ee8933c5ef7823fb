import { sql } from 'kysely';
import { PAYMENT } from '../../../contract/payment.settings';
import type { StatementFaultKey } from '../../../contract/recon.faults';
import { RECON } from '../../../contract/recon.states';
import { HOUR_MS } from '../../../contract/units';
import type { StoredFault } from '../../core/database/tables/recon';
import { withTransaction } from '../../core/database/transaction';
import { addDays, momentOf, wallTime } from '../../core/money/days';
import { UpstreamFailure, UpstreamTimeout } from '../../core/platforms/outbound';
import type { Ports } from '../../core/platforms/ports';
import { readStatement } from '../../core/statements/read';
import { StatementFault, type StatementLine } from '../../core/statements/statement';
import { checkedSha1, unpack } from '../../core/statements/unpack';
import { openAlipay, openWxPay } from '../payment';
import { enabledPlatform } from '../setting';
import { CompareFault, compareBatch } from './compare';
import { forgetComparison, groundOf, STATEMENT_ZONE } from './match';
import {
  type BatchRow,
  deleteLines,
  findBatch,
  findNumber,
  insertLines,
  lockBatch,
  moveBatch,
  type NumberRow,
  type Tools,
} from './store';

/**
 * Processes a batch: reads the statement file, stores the entries, and compares the entries with the bills. No entry of a faulty file is
 * stored.
 */

/** The tools of a batch run. If `ports` is `null`, the caller must supply the file. */
export type RunTools = Tools & { readonly ports: Ports | null };

export interface StatementFile {
  readonly bytes: Uint8Array;
  readonly name: string | null;
  /** The platform's checksum; `null` if it supplies none. */
  readonly sha1: string | null;
}

class FetchFault extends Error {
  constructor(readonly fault: StoredFault) {
    super(fault.key);
  }
}
const fetchFault = (key: StatementFaultKey, value = '') => new FetchFault({ key, params: value ? { value } : {} });

/** Lists the merchant numbers of enabled platforms as `<channel> <number>`, for example `wechat 1999990001`. */
export async function fetchableNumbers({ db, ports }: RunTools): Promise<ReadonlySet<string>> {
  if (!ports) return new Set();
  const on = { db, secrets: ports.secrets };
  const wx = await enabledPlatform(on, PAYMENT.groups.wx);
  const ali = await enabledPlatform(on, PAYMENT.groups.ali);
  return new Set([
    ...(wx ? [`wechat ${wx.values.mchId}`, `wechat ${wx.values.spMchId}`] : []),
    ...(ali ? [`alipay ${ali.values.pid}`] : []),
  ]);
}

const UPSTREAM: Readonly<Record<string, StatementFaultKey>> = { STATEMENT_CREATING: 'notReady', HASH_MISMATCH: 'hash' };

/**
 * Fetches the statement file.
 *
 * @returns `null` if the platform has no file because the day has no entries
 * @throws FetchFault for the platform or missing settings; other errors are faults of our server
 */
async function fetchFile(
  { ports, ...rest }: RunTools,
  { channel, mch_no: mchNo }: NumberRow,
  { day, kind }: BatchRow,
): Promise<StatementFile | null> {
  if (!ports) throw fetchFault('notConfigured');
  const tools = { ...rest, ports };
  const on = { db: tools.db, secrets: ports.secrets };
  try {
    if (channel === 'wechat') {
      const settings = await enabledPlatform(on, PAYMENT.groups.wx);
      if (!settings || ![settings.values.mchId, settings.values.spMchId].includes(mchNo))
        throw fetchFault('notConfigured');
      const { packed, sha1 } = await (await openWxPay(tools, settings)).packedStatement(kind, day);
      return { bytes: packed, name: null, sha1 };
    }
    const settings = channel === 'alipay' ? await enabledPlatform(on, PAYMENT.groups.ali) : null;
    if (settings?.values.pid !== mchNo) throw fetchFault('notConfigured');
    const bytes = await (await openAlipay(tools, settings)).downloadBill(
      kind === 'trade' ? 'trade' : 'signcustomer',
      day,
    );
    return bytes && { bytes, name: null, sha1: null };
  } catch (error) {
    if (error instanceof UpstreamTimeout) throw fetchFault('upstream', error.message.slice(0, 120));
    // Other errors are faults of our server or its settings, so they must not appear as an answer of the platform.
    if (!(error instanceof UpstreamFailure)) throw error;
    if (error.code === 'NO_STATEMENT_EXIST') return null;
    const known = UPSTREAM[error.code ?? ''];
    throw known ? fetchFault(known) : fetchFault('upstream', error.message.slice(0, 120));
  }
}

/** Converts an error of the file, the platform or the comparison to a fault. @returns `null` for any other error: a fault of the server */
function faultOf(error: unknown): StoredFault | null {
  if (error instanceof StatementFault)
    return { key: error.key, params: { ...error.params, ...(error.line !== null && { line: error.line }) } };
  if (error instanceof FetchFault) return error.fault;
  if (error instanceof CompareFault) return { key: error.key, params: error.params };
  return null;
}

/** Computes the next attempt: one hour later, within the fetching hours. @returns `null` after more than `RECON.retries` tries */
function retryAt(now: Date, tries: number): Date | null {
  if (tries > RECON.retries) return null;
  const next = new Date(now.getTime() + HOUR_MS);
  const { day, minutes } = wallTime(next, STATEMENT_ZONE);
  if (minutes > RECON.hours.to * 60) return momentOf(addDays(day, 1), RECON.hours.from * 60, STATEMENT_ZONE);
  return minutes < RECON.hours.from * 60 ? momentOf(day, RECON.hours.from * 60, STATEMENT_ZONE) : next;
}

const UNDER_WAY = ['waiting', 'fetching', 'parsing', 'comparing', 'failed'] as const;

async function fail({ db, clock }: Tools, batch: BatchRow, fault: StoredFault, isFetched: boolean): Promise<void> {
  await moveBatch(db, batch.id, UNDER_WAY, {
    state: 'failed',
    error: JSON.stringify(fault) as never,
    retry_at: isFetched ? retryAt(clock.now(), batch.tries) : null,
    finished_at: clock.now(),
  });
}

/**
 * Runs a part of a batch. If the part throws, the batch fails, so that staff see the reason and can read the statement again.
 *
 * @returns the fault; `null` if the part succeeded
 * @throws faults of the server, after the batch is set to `failed`
 */
async function runOrFail(
  tools: Tools,
  batch: BatchRow,
  isFetched: boolean,
  part: () => Promise<void>,
): Promise<StoredFault | null> {
  try {
    await part();
    return null;
  } catch (error) {
    const fault = faultOf(error);
    await fail(tools, batch, fault ?? { key: 'internal', params: {} }, isFetched);
    if (fault === null) throw error;
    return fault;
  }
}

interface Sums {
  count: number;
  inFen: number;
  outFen: number;
  feeFen: number;
  balanceFen: number | null;
}

function addUp(sums: Sums, lines: readonly StatementLine[]): void {
  for (const { amountFen, feeFen, status, balanceFen } of lines) {
    sums.count += 1;
    if (balanceFen !== null) sums.balanceFen = balanceFen;
    if (status !== 'success') continue;
    if (amountFen > 0) sums.inFen += amountFen;
    else sums.outFen -= amountFen;
    sums.feeFen += feeFen;
  }
}

/** Reads a file into a batch that is `parsing`, in one transaction. If `file` is `null`, the statement is empty. @throws StatementFault */
async function readFile(tools: Tools, batch: BatchRow, number: NumberRow, file: StatementFile | null): Promise<void> {
  await withTransaction(
    tools.db,
    async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      if ((await lockBatch(db, batch.id))?.state !== 'parsing') return;
      // Call `forgetComparison` before the entries are deleted, because it finds the matched bills through the entries.
      await forgetComparison(db, groundOf(batch, number));
      await deleteLines(db, batch.id);
      const sums: Sums = { count: 0, inFen: 0, outFen: 0, feeFen: 0, balanceFen: null };
      if (file) {
        const parts = unpack(file.bytes);
        const place = {
          channel: number.channel as 'wechat' | 'alipay',
          kind: batch.kind,
          mchNo: number.mch_no,
          day: batch.day,
        };
        for await (const lines of readStatement(file.sha1 === null ? parts : checkedSha1(parts, file.sha1), place)) {
          addUp(sums, lines);
          await insertLines(db, batch.id, lines);
        }
      }
      await moveBatch(db, batch.id, ['parsing'], {
        state: 'comparing',
        channel_count: sums.count,
        channel_fen: sums.inFen - sums.outFen,
        in_fen: sums.inFen,
        out_fen: sums.outFen,
        fee_fen: sums.feeFen,
        balance_fen: sums.balanceFen,
        sha1: file?.sha1 ?? null,
        file_name: file?.name ?? null,
      });
    },
    tools.clock,
  );
}

async function compare(tools: Tools, id: number): Promise<void> {
  await withTransaction(
    tools.db,
    async (db) => {
      await sql`set local statement_timeout = 0`.execute(db);
      const batch = await lockBatch(db, id);
      if (batch?.state === 'comparing') await compareBatch({ ...tools, db }, batch);
    },
    tools.clock,
  );
}

/** Compares a batch in the state `comparing`. @returns the fault; `null` if the batch was compared, or if it is in another state */
export function runComparison(tools: Tools, batch: BatchRow): Promise<StoredFault | null> {
  // Only uploaded files have a name. The job can fetch the other statements again.
  return runOrFail(tools, batch, batch.file_name === null, () => compare(tools, batch.id));
}

/**
 * Runs a batch to its end. Uses the given file, or fetches the platform's file.
 *
 * @param tools.db a connection without a transaction
 * @returns the fault; `null` if the batch was compared, or if its state does not allow a run
 */
export async function runBatch(tools: RunTools, id: number, given?: StatementFile): Promise<StoredFault | null> {
  const { db, clock } = tools;
  const begun = { state: 'fetching', started_at: clock.now(), error: null, retry_at: null } as const;
  const isBegun = await moveBatch(db, id, UNDER_WAY, { ...begun, tries: sql<number>`tries + 1` as never });
  const batch = await findBatch(db, id);
  const number = batch && (await findNumber(db, batch.merchant_number_id));
  if (!isBegun || !batch || !number) return null;
  return runOrFail(tools, batch, given === undefined, async () => {
    const file = given ?? (await fetchFile(tools, number, batch));
    await moveBatch(db, id, ['fetching'], { state: 'parsing' });
    await readFile(tools, batch, number, file);
    await compare(tools, id);
  });
}
