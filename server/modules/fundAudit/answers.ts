import type { DataOf } from '../../../contract/endpoint';
import type { fundAuditEndpoints } from '../../../contract/fundAudit';
import {
  AUDIT_DIRECTION_TEXT,
  AUDIT_KIND_TEXT,
  AUDIT_SOURCE_TEXT,
  AUDIT_STEP_TEXT,
  type AuditStep,
  FUNDED_BY_TEXT,
  fundAuditCase,
} from '../../../contract/fundAudit.states';
import { forReveal } from '../../core/access/access';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { readRecord, stepsOf, viewerOf } from '../case';
import { balancesOf } from '../ledger';
import { assertTeamInScope } from '../team';
import { evidenceLinks } from '../teamFund';
import { type EntryRecord, entryPage } from './list-store';
import { appealFault, balanceAfter, type EntryFacts, UNMASK } from './rules';
import { appealsOf, type EntryRow, findEntry, owedByRider } from './store';

/** Entries of the rider fund audit in the form of the API. */

export type EntryAnswer = DataOf<(typeof fundAuditEndpoints)['fundAudit.Rider/getList']>['list'][number];

/** Returns the facts that determine whether the rider may appeal against an entry. */
export const appealFacts = (row: EntryRow, isAppealed: boolean): EntryFacts => ({
  state: row.state,
  direction: row.direction,
  amountFen: row.amount_fen,
  collectedFen: row.collected_fen,
  source: row.source,
  decidedAt: row.decided_at,
  isAppealed,
});

export async function entryAnswers(ctx: ActorContext, rows: readonly EntryRecord[]): Promise<EntryAnswer[]> {
  const now = ctx.clock.now();
  const viewer = viewerOf(ctx);
  const appeals = await appealsOf(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const record = readRecord(row);
    const state = fundAuditCase.stateAt(record, now);
    const mayAppeal = viewer.can(6506) && appealFault(appealFacts(row, appeals.has(row.id)), now) === null;
    const isOpen = state === 'pending' || state === 'returned';
    return {
      id: row.id,
      version: row.version,
      no: row.no,
      riderId: row.rider_id,
      riderName: row.rider_name,
      riderNo: row.rider_no,
      riderTel: maskTel(row.rider_tel),
      teamId: row.team_id,
      teamName: row.team_name,
      kind: row.kind,
      kindText: ctx.t(AUDIT_KIND_TEXT[row.kind]),
      direction: row.direction,
      directionText: ctx.t(AUDIT_DIRECTION_TEXT[row.direction]),
      amountFen: row.amount_fen,
      collectedFen: row.collected_fen,
      fundedBy: row.funded_by,
      fundedByText: ctx.t(FUNDED_BY_TEXT[row.funded_by]),
      source: row.source,
      sourceText: ctx.t(AUDIT_SOURCE_TEXT[row.source]),
      sourceNo: row.source_no,
      relatedNo: row.related_no,
      reason: row.reason,
      evidenceCount: row.evidence.length,
      allowInstalment: row.allow_instalment,
      balanceFen: row.balance_fen,
      afterFen: isOpen
        ? balanceAfter(
            { direction: row.direction, amountFen: row.amount_fen, allowInstalment: row.allow_instalment },
            row.balance_fen,
          )
        : null,
      makerName: row.maker_name,
      createdAt: row.created_at.toISOString(),
      expireAt: row.expire_at.toISOString(),
      state,
      stateText: fundAuditCase.stateText(state, ctx.locale),
      checkerName: row.checker_name,
      decidedAt: row.decided_at?.toISOString() ?? null,
      note: row.note,
      txNos: row.tx_nos,
      actions: [...fundAuditCase.actionsFor(record, viewer, now), ...(mayAppeal ? ['appeal'] : [])],
    };
  });
}

/** Finds an entry of a station in the caller's data scope. @throws Refusal 40302 (outside the data scope), 40401 (unknown id) */
export async function entryOf(ctx: ActorContext, id: number): Promise<{ row: EntryRecord; answer: EntryAnswer }> {
  const one = { sort: 'createdAt', order: 'desc', offset: 0, limit: 1 } as const;
  const [row] = await entryPage(ctx.db, { teamIds: null, id, seesPhones: false, now: ctx.clock.now() }, one);
  if (!row) throw refuse(40401);
  await assertTeamInScope(ctx, row.team_id);
  const [answer] = await entryAnswers(ctx, [row]);
  if (!answer) throw refuse(40401);
  return { row, answer };
}

/** Builds the link from an entry to its appeal, or from an appeal to its original entry. Returns `null` if there is no such entry. */
function linkOf(ctx: ActorContext, found: Pick<EntryRow, 'id' | 'no' | 'state' | 'expire_at'> | undefined) {
  if (!found) return null;
  const state = fundAuditCase.stateAt({ state: found.state, expireAt: found.expire_at }, ctx.clock.now());
  return { id: found.id, no: found.no, state, stateText: fundAuditCase.stateText(state, ctx.locale) };
}

/**
 * Reveals the full phone number of the entry's rider.
 *
 * @throws Refusal 40301 (no permission for phone numbers), 40302 (outside the data scope), 40401 (unknown id)
 */
export async function revealRiderTel(ctx: ActorContext, id: number): Promise<{ value: string; no: string }> {
  const { row } = await entryOf(forReveal(ctx, UNMASK, 'phone'), id);
  return { value: row.rider_tel, no: row.no };
}

export async function detailOf(ctx: ActorContext, id: number) {
  const { row, answer } = await entryOf(ctx, id);
  const [links, steps, appeals, owed, deposits, original] = await Promise.all([
    evidenceLinks(ctx, row.evidence),
    stepsOf(ctx.db, fundAuditCase.key, id),
    appealsOf(ctx.db, [id]),
    owedByRider(ctx.db, [row.rider_id]),
    balancesOf(ctx.db, ['RIDER_DEPOSIT'], [row.rider_id]),
    row.appeal_of_id === null ? undefined : findEntry(ctx.db, row.appeal_of_id),
  ]);
  return {
    ...answer,
    evidence: row.evidence.flatMap((fileId) => links.get(fileId) ?? []),
    depositFen: deposits.get(`RIDER_DEPOSIT:${row.rider_id}`) ?? 0,
    owedFen: owed.get(row.rider_id) ?? 0,
    steps: steps.map((step) => ({
      key: String(step.id),
      at: step.at.toISOString(),
      step: step.step as AuditStep,
      text: ctx.t(AUDIT_STEP_TEXT[step.step as AuditStep]),
      byName: step.by_name,
      note: step.note,
      amountFen: step.amount_fen,
      incomeDay: step.income_day,
      txNo: step.tx_no,
    })),
    appealOf: linkOf(ctx, original),
    appeal: linkOf(ctx, appeals.get(id)),
  };
}
