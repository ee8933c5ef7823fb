import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { insureEndpoints } from '../../../contract/insure';
import { INSURE_RECON_LIST } from '../../../contract/insure.fields';
import { GAP_KINDS, GAP_STATES, type GapState, INSURE_RECON_STATES } from '../../../contract/insure.states';
import { STATEMENT_FAULTS } from '../../../contract/recon.faults';
import { RULE } from '../../../contract/rule-ids';
import { text } from '../../../contract/text';
import { assertWhole } from '../../core/access/whole-scope';
import type { ActorContext } from '../../core/http/context';
import { conflict, invalid, refuse } from '../../core/http/refusal';
import { fieldMessage } from '../../core/http/validation';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { StatementFault } from '../../core/statements/statement';
import { fileKey, findFile } from '../file';
import { presentOf } from '../site';
import { compareMonth } from './recon-compare';
import { readPremiums } from './recon-file';
import {
  countGaps,
  findMonth,
  lockMonth,
  type MonthRecord,
  monthGaps,
  monthPage,
  monthRemits,
  monthTotals,
} from './recon-store';
import { gapOf } from './rules';

/** Compares premiums with the insurer's monthly file (保费对账). Staff explain differences here; ./adjust posts adjustments for them. */

type In<A extends keyof typeof insureEndpoints> = ParsedOf<(typeof insureEndpoints)[A]>;
type MonthAnswer = DataOf<(typeof insureEndpoints)['safety.Insure/getRecon']>['list'][number];

const WORDS = {
  balanced: text(
    '{month} {insurer} 已平',
    '{month}, {insurer}: balanced',
    '{month}, {insurer}: conciliado',
    '{month} {insurer} 已平',
  ),
  gaps: text(
    '{month} {insurer} 有 {n} 笔差异',
    '{month}, {insurer}: {n, plural, one {# difference} other {# differences}}',
    '{month}, {insurer}: {n, plural, one {# diferença} other {# diferenças}}',
    '{month} {insurer} 有 {n} 筆差異',
  ),
  resolved: text('差异 {no} 已说明', 'Difference {no} explained', 'Diferença {no} explicada', '差異 {no} 已說明'),
} as const;

function monthAnswer(ctx: ActorContext, record: MonthRecord, day: string): MonthAnswer {
  const isOver = record.month < day.slice(0, 7);
  return {
    id: record.id,
    ...answerRow(ctx, INSURE_RECON_LIST, record, {
      gapFen: record.theirFen === null ? null : record.theirFen - record.ourFen,
    }),
    actions: [
      ...(ctx.can(RULE['safety.insure.edit']) ? ['uploadStatement'] : []),
      ...(ctx.can(RULE['safety.insure.remit']) && isOver && record.dueFen > 0 ? ['remit'] : []),
    ],
  } as MonthAnswer;
}

export function reconList(ctx: ActorContext, input: In<'safety.Insure/getRecon'>) {
  assertWhole(ctx);
  return paged(ctx, input, async (page) => {
    const { list, total } = await monthPage(ctx.db, { state: input.state, order: input.sortOrder ?? 'desc' }, page);
    const { day } = await presentOf(ctx);
    const rows = list.map((record) => monthAnswer(ctx, record, day));
    return { list: rows, total, summary: await monthTotals(ctx.db) };
  });
}

/**
 * Compares an insurer's uploaded file with a month.
 *
 * @throws Refusal 40001 (invalid file, or not an insurer file that the caller uploaded), 40302 (the data scope is limited),
 *   40401 (unknown month)
 */
export async function uploadStatement(ctx: ActorContext, { id, fileId }: In<'safety.Insure/uploadStatement'>) {
  assertWhole(ctx);
  const month = await lockMonth(ctx.db, id);
  if (!month) throw refuse(40401);
  const file = await findFile(ctx.db, fileId);
  if (file?.scene !== 'insurerFile' || file.createdBy !== ctx.actor.accountId)
    throw invalid([{ field: 'fileId', rule: 'requiredUpload', message: fieldMessage('requiredUpload', ctx.locale) }]);
  const found = await compareFile(
    ctx,
    month,
    await ctx.ports.files.get(fileKey(file.scene, file.id, file.contentType)),
  );
  const version = month.version + 1;
  await ctx.db
    .updateTable('insure_month')
    .set({
      ...{ version, their_count: found.count, their_fen: found.fen, file_name: file.name },
      ...{ uploaded_at: ctx.clock.now(), uploaded_by_name: ctx.actor.name },
    })
    .where('id', '=', id)
    .execute();
  const objectNo = `${month.month} ${month.insurerName}`;
  ctx.audit({ objectId: id, objectNo, after: { file: file.name, policies: found.count, gaps: found.gaps } });
  const state = found.gaps === 0 ? ('balanced' as const) : ('gaps' as const);
  const params = { month: month.month, insurer: month.insurerName, n: found.gaps };
  return {
    id,
    no: objectNo,
    state,
    stateText: ctx.t(INSURE_RECON_STATES[state].text),
    version,
    message: ctx.t(WORDS[state], params),
  };
}

async function compareFile(ctx: ActorContext, month: MonthRecord, bytes: Uint8Array) {
  try {
    return await compareMonth(ctx, month, readPremiums(bytes));
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error;
    const message = ctx.t(STATEMENT_FAULTS[error.key], { line: error.line ?? 0, ...error.params });
    throw invalid([{ field: 'fileId', rule: 'statement', message }]);
  }
}

/** Reads a month with its differences and remittances. @throws Refusal 40302 (the data scope is limited), 40401 (unknown id) */
export async function monthDetail(ctx: ActorContext, { id }: In<'safety.Insure/getMonth'>) {
  assertWhole(ctx);
  const month = await findMonth(ctx.db, id);
  if (!month) throw refuse(40401);
  const { day } = await presentOf(ctx);
  const isOver = month.month < day.slice(0, 7);
  const actionsOf = (state: GapState) =>
    [
      ...(ctx.can(RULE['safety.insure.edit']) ? ['resolveGap'] : []),
      ...(ctx.can(RULE['safety.insure.remit']) && isOver ? ['adjustGap'] : []),
    ].filter(() => state === 'open');
  const [gaps, remits] = [await monthGaps(ctx.db, id), await monthRemits(ctx.db, id)];
  return {
    ...monthAnswer(ctx, month, day),
    fileName: month.fileName,
    gaps: gaps.map((gap) => ({
      id: gap.id,
      version: gap.version,
      policyId: gap.policy_id,
      policyNo: gap.policy_no,
      insurerNo: gap.insurer_no,
      kindText: ctx.t(GAP_KINDS[gap.kind]),
      ourFen: gap.our_fen,
      theirFen: gap.their_fen,
      state: gap.state,
      stateText: ctx.t(GAP_STATES[gap.state].text),
      note: gap.note,
      gapFen: gapOf(gap),
      adjustFen: gap.adjust_fen,
      txNo: gap.tx_no,
      resolvedByName: gap.resolved_by_name,
      resolvedAt: gap.resolved_at?.toISOString() ?? null,
      actions: actionsOf(gap.state),
    })),
    remits: remits.map((remit) => ({
      no: remit.no,
      at: remit.created_at.toISOString(),
      policies: remit.policies,
      amountFen: remit.amount_fen,
      merchantNumber: `${remit.mchNo} ${remit.numberName}`,
      voucherNo: remit.voucher_no,
      txNo: remit.tx_no,
      byName: remit.by_name,
    })),
  };
}

/**
 * Finds and locks an open difference, with its display number.
 *
 * @throws Refusal 40401 (unknown id), 40901 (changed meanwhile), 42201 (the difference is not open)
 */
export async function lockOpenGap(ctx: ActorContext, { id, version, note }: In<'safety.Insure/resolveGap'>) {
  const gap = await ctx.db.selectFrom('insure_gap').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!gap) throw refuse(40401);
  const no = gap.policy_no ?? gap.insurer_no ?? '';
  ctx.audit({ objectId: id, objectNo: no, reason: note, before: { state: gap.state } });
  if (gap.version !== version) throw conflict({ version: gap.version }, null, gap.resolved_at);
  if (gap.state !== 'open') throw refuse(42201, { state: GAP_STATES[gap.state].text });
  return { gap, no };
}

/**
 * Marks a difference as explained by the user's note.
 *
 * @throws Refusal 40302 (the data scope is limited), and the codes of {@link lockOpenGap}
 */
export async function resolveGap(ctx: ActorContext, input: In<'safety.Insure/resolveGap'>) {
  assertWhole(ctx);
  const { id, version, note } = input;
  const { gap, no } = await lockOpenGap(ctx, input);
  await ctx.db
    .updateTable('insure_gap')
    .set({
      ...{ state: 'resolved', note, version: version + 1 },
      ...{ resolved_at: ctx.clock.now(), resolved_by_name: ctx.actor.name },
    })
    .where('id', '=', id)
    .execute();
  ctx.audit({
    objectId: id,
    objectNo: no,
    reason: note,
    before: { state: 'open' },
    after: { state: 'resolved', left: await countGaps(ctx.db, gap.month_id) },
  });
  return {
    id,
    no,
    state: 'resolved',
    stateText: ctx.t(GAP_STATES.resolved.text),
    version: version + 1,
    message: ctx.t(WORDS.resolved, { no }),
  };
}
