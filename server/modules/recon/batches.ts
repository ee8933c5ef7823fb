import type { ParsedOf } from '../../../contract/endpoint';
import type { reconEndpoints } from '../../../contract/recon';
import { STATEMENT_FAULTS } from '../../../contract/recon.faults';
import { batchLifecycle, RECON, type ReconKind } from '../../../contract/recon.states';
import { text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import { assertWhole } from '../../core/access/whole-scope';
import type { StoredFault } from '../../core/database/tables/recon';
import type { ActorContext } from '../../core/http/context';
import { accepted, conflict, invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { addDays, wallTime } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { fileKey, findFile } from '../file';
import { readyAt } from './compare';
import { STATEMENT_ZONE } from './match';
import { runBatch, runComparison, type StatementFile } from './run';
import {
  type BatchRow,
  countOpen,
  findBatch,
  findNumber,
  insertBatch,
  lockBatch,
  lockBatchOf,
  moveBatch,
  type Tools,
} from './store';

/** Handles the console's requests about statements: fetch, upload, compare again and close. */

type In<A extends keyof typeof reconEndpoints> = ParsedOf<(typeof reconEndpoints)[A]>;
interface Target {
  readonly merchantNumberId: number;
  readonly day: string;
  readonly kind: ReconKind;
}

const WORDS = {
  started: text('批次 {no} 已开始', 'Statement {no} started', 'Extrato {no} iniciado', '批次 {no} 已開始'),
  balanced: text('批次 {no} 已平', 'Statement {no} is balanced', 'Extrato {no} conciliado', '批次 {no} 已平'),
  differs: text(
    '批次 {no} 有 {n} 笔差异',
    'Statement {no} has {n} differences',
    'Extrato {no} tem {n} diferenças',
    '批次 {no} 有 {n} 筆差異',
  ),
  closed: text('批次 {no} 已关账', 'Statement {no} closed', 'Extrato {no} fechado', '批次 {no} 已關帳'),
} as const;

/** Milliseconds after which the process of an unfinished batch counts as stopped. */
export const LEFT_MS = 30 * MINUTE_MS;
/**
 * Returns the time at which the job runs a waiting batch, in case the process of the request has stopped. The start of a run clears this
 * time.
 */
const leftAt = ({ clock }: Pick<Tools, 'clock'>) => new Date(clock.now().getTime() + LEFT_MS);

/** Builds a new batch in the state `waiting`. */
export function newBatch({ ids, clock }: Pick<Tools, 'ids' | 'clock'>, { merchantNumberId, day, kind }: Target) {
  const id = ids.next();
  const no = businessNo('RB', day, id);
  return {
    id,
    no,
    created_at: clock.now(),
    merchant_number_id: merchantNumberId,
    day,
    kind,
    state: 'waiting' as const,
    retry_at: leftAt({ clock }),
  };
}

const REPLACED: readonly BatchRow['state'][] = ['balanced', 'hasDifference'];
const IN_HAND: readonly BatchRow['state'][] = ['fetching', 'parsing', 'comparing'];

/**
 * Checks the merchant number and the day of a request.
 *
 * @throws Refusal 40006 (day not past, or too old), 40302 (limited data scope), 40401 (unknown merchant number)
 */
async function checkTarget(ctx: ActorContext, { merchantNumberId, day }: Target): Promise<void> {
  assertWhole(ctx);
  if (!(await findNumber(ctx.db, merchantNumberId))) throw refuse(40401);
  const { day: today } = wallTime(ctx.clock.now(), STATEMENT_ZONE);
  if (day >= today || day < addDays(today, -RECON.oldestDays)) throw refuse(40006, { n: RECON.oldestDays });
}

/**
 * Finds or creates the batch of a target and sets its state to `waiting`. `again` allows a batch that was read before.
 *
 * @throws Refusal 40401 the batch does not exist · 42201 the batch is closed or in progress · 42276 the batch was read before, and `again`
 *   is false
 */
async function takeBatch(ctx: ActorContext, target: Target, again: boolean): Promise<BatchRow> {
  const made = newBatch(ctx, target);
  await insertBatch(ctx.db, made);
  const batch = await lockBatchOf(ctx.db, target);
  if (!batch) throw refuse(40401);
  ctx.audit({ objectId: batch.id, objectNo: batch.no, before: { state: batch.state }, after: target });
  const refusedState = { state: batchLifecycle.states[batch.state].text };
  if (batch.state === 'closed' || IN_HAND.includes(batch.state)) throw refuse(42201, refusedState);
  if (REPLACED.includes(batch.state) && !again) throw refuse(42276);
  const waiting = { state: 'waiting', tries: 0, retry_at: leftAt(ctx) } as const;
  await moveBatch(ctx.db, batch.id, ['waiting', 'failed', ...REPLACED], waiting);
  return batch;
}

/** Returns the text of a fault in the caller's language. */
export const faultText = (ctx: Pick<ActorContext, 't'>, { key, params }: StoredFault): string =>
  ctx.t(STATEMENT_FAULTS[key], { line: 0, ...params });

const CODES = { notReady: 42271, hash: 42272, notConfigured: 42330, upstream: 50201 } as const;

/** Converts a fault to a refusal. An upload gets an error at the file's field; a fetch or a comparison gets an error code. */
function refusalOf(ctx: ActorContext, fault: StoredFault, isUpload: boolean) {
  const sentence = faultText(ctx, fault);
  if (isUpload) return invalid([{ field: 'fileId', rule: 'statement', message: sentence }]);
  const code = fault.key in CODES ? CODES[fault.key as keyof typeof CODES] : 42273;
  return refuse(code, { msg: String(fault.params.value ?? ''), missing: sentence }, null, sentence);
}

async function answer(ctx: ActorContext, id: number) {
  const batch = await findBatch(ctx.db, id);
  if (!batch) throw refuse(40401);
  const n = batch.state === 'hasDifference' ? await countOpen(ctx.db, id) : 0;
  const words =
    batch.state === 'balanced'
      ? WORDS.balanced
      : n > 0
        ? WORDS.differs
        : batch.state === 'closed'
          ? WORDS.closed
          : WORDS.started;
  return {
    id,
    no: batch.no,
    state: batch.state,
    stateText: batchLifecycle.stateText(batch.state, ctx.locale),
    version: batch.version,
    message: ctx.t(words, { no: batch.no, n }),
  };
}

/** Reads the statement after the commit and then answers. If the server stops before the read, the job fetches the statement later. */
function follow(ctx: ActorContext, id: number, isUpload: boolean, file?: () => Promise<StatementFile>): void {
  ctx.followUp(async (db) => {
    const fault = await runBatch({ ...ctx, db }, id, file && (await file()));
    if (fault) throw refusalOf(ctx, fault, isUpload);
    return answer({ ...ctx, db }, id);
  });
}

/**
 * Fetches a statement from the platform. The platform is called after the commit; a fault of the platform or its file then becomes the
 * answer.
 *
 * @throws Refusal 40006 (day out of range), 40302 (limited data scope), 40401 (unknown merchant number),
 *   42201 (batch closed or in progress), 42271 (statement not ready), 42276 (read before, without `again`)
 */
export async function fetchBatch(ctx: ActorContext, input: In<'finance.Recon/fetch'>) {
  await checkTarget(ctx, input);
  if (ctx.clock.now() < readyAt(input.day)) throw refuse(42271);
  const { id } = await takeBatch(ctx, input, input.again ?? false);
  follow(ctx, id, false);
  return accepted(await answer(ctx, id));
}

/**
 * Reads an uploaded statement. The file is read after the commit; a fault of the file then becomes the answer, at the file's field.
 *
 * @throws Refusal 40001 (not the caller's statement file), 40006 (day out of range), 40302 (limited data scope),
 *   40401 (unknown merchant number), 42201 (batch closed or in progress), 42276 (read before, without `again`)
 */
export async function uploadFile(ctx: ActorContext, input: In<'finance.Recon/uploadFile'>) {
  await checkTarget(ctx, input);
  const stored = await findFile(ctx.db, input.fileId);
  if (stored?.scene !== 'statement' || stored.createdBy !== ctx.actor.accountId) {
    throw invalid([{ field: 'fileId', rule: 'requiredUpload', message: fieldMessage('requiredUpload', ctx.locale) }]);
  }
  const { id } = await takeBatch(ctx, input, input.again ?? false);
  follow(ctx, id, true, async () => ({
    bytes: await ctx.ports.files.get(fileKey('statement', stored.id, stored.contentType)),
    name: stored.name,
    sha1: null,
  }));
  return accepted(await answer(ctx, id));
}

/** Locks a batch in one of the states `from`. @throws Refusal 40302 (limited data scope), 40401 (unknown id), 42201 (other state) */
async function lockOwn(ctx: ActorContext, id: number, from: readonly BatchRow['state'][]): Promise<BatchRow> {
  assertWhole(ctx);
  const batch = await lockBatch(ctx.db, id);
  if (!batch) throw refuse(40401);
  ctx.audit({ objectId: id, objectNo: batch.no, before: { state: batch.state } });
  if (!from.includes(batch.state)) throw refuse(42201, { state: batchLifecycle.states[batch.state].text });
  return batch;
}

/**
 * Compares a statement with the books once more. The statement is compared after the commit; a fault then becomes the answer.
 *
 * @throws Refusal 40302 (limited data scope), 40401 (unknown id), 42201 (wrong state), 42273 (too many differences)
 */
export async function compareAgain(ctx: ActorContext, id: number) {
  const batch = await lockOwn(ctx, id, batchLifecycle.transition('compare').from);
  await moveBatch(ctx.db, id, REPLACED, { state: 'comparing', started_at: ctx.clock.now() });
  ctx.followUp(async (db) => {
    const fault = await runComparison({ ...ctx, db }, batch);
    if (fault) throw refusalOf(ctx, fault, false);
    return answer({ ...ctx, db }, id);
  });
  return accepted(await answer(ctx, id));
}

/**
 * Closes a statement without open differences.
 *
 * @throws Refusal 40302 (limited data scope), 40401 (unknown id), 40901 (changed meanwhile), 42201 (wrong state), 42274 (open differences)
 */
export async function closeBatch(ctx: ActorContext, { id, version }: In<'finance.Recon/closeBatch'>) {
  const batch = await lockOwn(ctx, id, batchLifecycle.transition('closeBatch').from);
  if (batch.version !== version)
    throw conflict({ version: batch.version, state: batch.state }, null, batch.finished_at);
  const n = await countOpen(ctx.db, id);
  if (n > 0) throw refuse(42274, { n });
  await moveBatch(ctx.db, id, REPLACED, {
    state: 'closed',
    closed_by: ctx.actor.accountId,
    finished_at: ctx.clock.now(),
  });
  ctx.audit({ objectId: id, objectNo: batch.no, before: { state: batch.state }, after: { state: 'closed' } });
  return answer(ctx, id);
}
