import type { CaseExtras } from '../../../contract/approval';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { teamFundEndpoints } from '../../../contract/teamFund';
import {
  ADJUST_ACCOUNT_TEXT,
  ADJUST_CATEGORY_TEXT,
  ADJUST_DIRECTION_TEXT,
  type AdjustAccount,
  adjustCase,
  FUND_PARTS,
} from '../../../contract/teamFund.states';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { businessNo } from '../../core/money/numbers';
import { defineCase, readRecord, viewerOf } from '../case';
import { manual, post, setCredit } from '../ledger';
import { notify } from '../notice';
import { presentOf } from '../site';
import { scopesOfTeam, teamNames } from '../team';
import { adjustExtras, adjustTitle, assertEvidence, pendingAdjust, waitsNotice } from './adjust-parts';
import { ADJUST_TABLE, type AdjustRow, approvable, insertAdjust } from './adjust-store';
import { ADJUST_WORDS } from './adjust-words';
import { stationOf } from './answers';
import { evidenceLinks } from './evidence';

/**
 * This module handles manual adjustments: one person proposes, another approves, then the money is posted (DOMAIN §3.5;
 * docs/decisions/0021).
 */

type In<A extends keyof typeof teamFundEndpoints> = ParsedOf<(typeof teamFundEndpoints)[A]>;
type AdjustAnswer = DataOf<(typeof teamFundEndpoints)['finance.TeamFund/getAdjusts']>['list'][number];

const FUND_PAGE = 33;
const FLOW_PAGE = 34;

const accountOf = (code: AdjustRow['account_code']): AdjustAccount =>
  code === 'TEAM_DEPOSIT' ? 'deposit' : 'available';
const linkTo = (no: string): string => `/financial/teamFunding?tab=adjusts&keyword=${no}`;

/** Workflow of adjustments: its effects, texts and permissions. */
export const adjusts = defineCase({
  type: adjustCase,
  table: ADJUST_TABLE,
  record: (row: AdjustRow) => readRecord(row),
  object: (ctx, row: AdjustRow) => stationOf(ctx, row.owner_id),
  conflict: async (ctx, row, team) => {
    const [current] = await adjustAnswers(ctx, [{ ...row, team_name: team.name }]);
    return { current, changedBy: row.maker_name, changedAt: row.created_at.toISOString() };
  },
  effects: {
    approve: async (ctx, { row, object: team }) => {
      const { at, day } = await presentOf(ctx);
      // `setCredit` opens missing accounts with their credit limit. An account that the posting opened would have no limit.
      await setCredit(ctx, team.id, team.creditLimitFen);
      const on = { bizNo: row.no, teamId: team.id, at, day, remark: row.reason, operatorId: ctx.actor.accountId };
      const { txNo } = await post(ctx, manual(on, row.account_code, team.id, row.direction, row.amount_fen));
      return { set: { tx_no: txNo }, txNo, amountFen: row.amount_fen };
    },
  },
  done: { approve: ADJUST_WORDS.approved, reject: ADJUST_WORDS.rejected, cancel: ADJUST_WORDS.cancelled },
  notice: ({ row, object: team, note }, state) => ({
    title: ADJUST_WORDS.decidedTitle,
    content: ADJUST_WORDS.decidedText,
    link: linkTo(row.no),
    params: {
      name: team.name,
      state: adjustCase.states[state].text,
      direction: ADJUST_DIRECTION_TEXT[row.direction],
      note,
    },
  }),
  recorded: ({ row, object: team }, state, { txNo }) => ({
    before: { state: row.state },
    after: { state, teamId: team.id, direction: row.direction, amountFen: row.amount_fen, ...(txNo && { txNo }) },
  }),
  decidable: approvable,
  detail: { admit: assertReads, extras },
  faces: async (ctx, rows) => {
    const names = await teamNames(
      ctx.db,
      rows.map(({ owner_id }) => owner_id),
    );
    return rows.map((row) => ({
      title: adjustTitle(ctx, row),
      object: names.get(row.owner_id) ?? '',
      link: linkTo(row.no),
    }));
  },
});

/**
 * Checks that the caller may read an adjustment.
 * @throws Refusal 40401 when the caller may open neither the list nor the station's page, 40302 when the station is out of scope
 */
async function assertReads(ctx: ActorContext, row: AdjustRow): Promise<void> {
  const pages = [FUND_PAGE, FLOW_PAGE].filter((rule) => ctx.can(rule));
  if (pages.length === 0) throw refuse(40401);
  const team = await scopesOfTeam(ctx.db, row.owner_id);
  if (!pages.some((rule) => team?.seenBy(ctx.actor.scopeOf(rule)))) throw refuse(40302);
}

/** Builds the details of a station's adjustment for the inbox drawer. */
async function extras(ctx: ActorContext, row: AdjustRow): Promise<CaseExtras> {
  const names = await teamNames(ctx.db, [row.owner_id]);
  const page = ctx.can(FLOW_PAGE) ? `/financial/teamFunding/detail?teamId=${row.owner_id}` : null;
  return adjustExtras(ctx, row, {
    owner: 'station',
    name: names.get(row.owner_id) ?? '',
    page,
    account: ADJUST_ACCOUNT_TEXT[accountOf(row.account_code)],
    txLink: page && `${page}&tx=${row.tx_no}`,
  });
}

/** Converts stored adjustments to API answers. */
export async function adjustAnswers(
  ctx: ActorContext,
  rows: readonly (AdjustRow & { readonly team_name: string })[],
): Promise<AdjustAnswer[]> {
  const links = await evidenceLinks(
    ctx,
    rows.flatMap(({ evidence }) => evidence),
  );
  const now = ctx.clock.now();
  const viewer = viewerOf(ctx);
  return rows.map((row) => {
    const account = accountOf(row.account_code);
    const facts = readRecord(row);
    const state = adjustCase.stateAt(facts, now);
    return {
      id: row.id,
      version: row.version,
      no: row.no,
      teamId: row.owner_id,
      teamName: row.team_name,
      account,
      accountText: ctx.t(ADJUST_ACCOUNT_TEXT[account]),
      direction: row.direction,
      directionText: ctx.t(ADJUST_DIRECTION_TEXT[row.direction]),
      amountFen: row.amount_fen,
      category: row.category,
      categoryText: ctx.t(ADJUST_CATEGORY_TEXT[row.category]),
      relatedNo: row.related_no,
      reason: row.reason,
      evidence: row.evidence.flatMap((fileId) => links.get(fileId) ?? []),
      makerName: row.maker_name,
      createdAt: row.created_at.toISOString(),
      expireAt: row.expire_at.toISOString(),
      state,
      stateText: adjustCase.stateText(state, ctx.locale),
      checkerName: row.checker_name,
      decidedAt: row.decided_at?.toISOString() ?? null,
      note: row.note,
      txNo: row.tx_no,
      needsOwner: state === 'pending' && adjustCase.needsOwner('approve', facts),
      actions: adjustCase.actionsFor(facts, viewer, now),
    };
  });
}

/**
 * Proposes an adjustment.
 *
 * @throws Refusal 40001 (evidence), 40302 (out of scope), 40401 (unknown station), 42241 (a debit exceeds balance plus credit)
 */
export async function submitAdjust(ctx: ActorContext, input: In<'finance.TeamFund/submitAdjust'>) {
  const team = await stationOf(ctx, input.teamId);
  ctx.audit({ objectNo: team.code, reason: input.reason });
  await assertEvidence(ctx, input);
  const balance = input.account === 'deposit' ? team.depositFen : team.availableFen;
  if (input.direction === 'out' && input.amountFen > balance + team.creditLimitFen) throw refuse(42241);
  const { at, day } = await presentOf(ctx);
  const id = ctx.ids.next();
  const no = businessNo('AD', day, id);
  await insertAdjust(ctx.db, {
    ...{ id, no, account_code: FUND_PARTS[input.account], owner_id: team.id, ...pendingAdjust(ctx, input, at) },
    ...{ checker_id: null, checker_name: null, decided_at: null, note: null, tx_no: null },
  });
  await adjusts.addStep(ctx, id, 'submit', { note: input.reason, amountFen: input.amountFen });
  await notify(ctx, {
    event: 'fundAdjustPending',
    teamId: team.id,
    ...waitsNotice(ctx, input, { name: team.name, no, account: ADJUST_ACCOUNT_TEXT[input.account] }),
    link: linkTo(no),
  });
  const { account, direction, amountFen, category, relatedNo, evidence } = input;
  ctx.audit({
    objectId: id,
    objectNo: no,
    after: { teamId: team.id, account, direction, amountFen, category, relatedNo, evidence },
    reason: input.reason,
  });
  return adjusts.answer(ctx, { id, no }, 'pending', 1, ADJUST_WORDS.submitted);
}
