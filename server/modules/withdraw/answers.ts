import { sql } from 'kysely';
import type { DataOf } from '../../../contract/endpoint';
import { ENTRY_TYPES } from '../../../contract/ledger.entries';
import { PAYOUT_CHANNELS } from '../../../contract/payment.payout';
import { RULE } from '../../../contract/rule-ids';
import { DAY_MS } from '../../../contract/units';
import type { withdrawEndpoints } from '../../../contract/withdraw';
import {
  IN_FLIGHT,
  PAYOUT_STATE_TEXT,
  RISK_TAG_TEXT,
  WITHDRAW_SUBJECT_TEXT,
  WITHDRAWAL,
  type WithdrawState,
  withdrawCase,
} from '../../../contract/withdraw.states';
import { forReveal } from '../../core/access/access';
import { maskAccount } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { viewerOf } from '../case';
import { filesOf, fileUrl } from '../file';
import { AVAILABLE, balancesOf, FROZEN } from '../ledger';
import { isApi } from './channels';
import { applications } from './decide';
import { incomeSince, numberNames, transactionsOf } from './detail-store';
import { UNMASK } from './filter';
import { type ApplyRecord, applyPage, countByState } from './list-store';
import { reasonText } from './outcome';
import { assertInScope, inScope } from './scope';
import {
  findPayee,
  type Owner,
  openLosses,
  otherApplications,
  type PayoutRow,
  payeePlace,
  payeesOf,
  payoutsOf,
} from './store';

/** This module builds the API answers about withdrawal applications. */

export type ApplyAnswer = DataOf<(typeof withdrawEndpoints)['finance.Withdraw/getList']>['list'][number];
const QUERY_RULE = 3604;

/**
 * Lists the actions that state and permissions allow. "Pay" needs an online channel, "Query" a payout that is not finished. Under dual
 * control, the reviewer may not pay.
 */
function actionsOf(ctx: ActorContext, row: ApplyRecord): string[] {
  const viewer = viewerOf(ctx);
  const facts = {
    state: row.state,
    expireAt: null,
    makerId: row.maker_id,
    makerIsOwner: false,
    amountFen: row.amount_fen,
  };
  const isOwnReview = row.is_dual && row.checker_id === ctx.actor.accountId;
  const taken = withdrawCase.actionsFor(facts, viewer, ctx.clock.now()).filter((action) => {
    if (action === 'pay' && !isApi(row.channel)) return false;
    return !(isOwnReview && (action === 'pay' || action === 'payOffline' || action === 'retry'));
  });
  const isAsked = IN_FLIGHT.some((state) => state === row.state) && viewer.can(QUERY_RULE);
  return [...taken, ...(isAsked ? ['query'] : [])];
}

function shownReason(ctx: ActorContext, kept: string | null): string | null {
  const words = kept === null ? null : reasonText(kept);
  return words === null || typeof words === 'string' ? words : ctx.t(words);
}

export function applyAnswers(ctx: ActorContext, rows: readonly ApplyRecord[]): ApplyAnswer[] {
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    wdNo: row.no,
    subjectType: row.subject_type,
    subjectTypeText: ctx.t(WITHDRAW_SUBJECT_TEXT[row.subject_type]),
    subjectId: row.subject_id,
    subjectName: row.subject_name,
    teamId: row.team_id,
    teamName: row.team_name,
    amountFen: row.amount_fen,
    feeFen: row.fee_fen,
    netFen: row.net_fen,
    feeFree: row.fee_free,
    channel: row.channel,
    channelText: ctx.t(PAYOUT_CHANNELS[row.channel]),
    payeeName: row.payee_name,
    payeeLast4: row.last4 ?? '',
    balanceAfterFen: row.balance_after_fen,
    riskTags: row.risk_tags,
    riskTexts: row.risk_tags.map((tag) => ctx.t(RISK_TAG_TEXT[tag])),
    state: row.state,
    stateText: withdrawCase.stateText(row.state, ctx.locale),
    appliedAt: row.created_at.toISOString(),
    reviewerName: row.checker_name,
    reviewedAt: row.decided_at?.toISOString() ?? null,
    payerName: row.payer_name,
    payStartedAt: row.pay_started_at?.toISOString() ?? null,
    finishedAt: row.finished_at?.toISOString() ?? null,
    reason: shownReason(ctx, row.note),
    actions: actionsOf(ctx, row),
  }));
}

/** Loads an application and checks that it is in the caller's scope. @throws Refusal 40401 (unknown id), 40302 (out of scope) */
async function recordOf(ctx: ActorContext, id: number): Promise<ApplyRecord> {
  const one = { sort: 'appliedAt', order: 'desc', offset: 0, limit: 1 } as const;
  const [row] = await applyPage(ctx.db, { inScope: sql`true`, id, seesPhones: false }, one);
  if (!row) throw refuse(40401);
  await assertInScope(ctx, row);
  return row;
}

async function payoutAnswers(ctx: ActorContext, payouts: readonly PayoutRow[]) {
  const names = await numberNames(
    ctx.db,
    payouts.map(({ merchant_number_id: id }) => id),
  );
  const files = await filesOf(
    ctx.db,
    payouts.flatMap(({ voucher_id: id }) => (id === null ? [] : [id])),
  );
  return payouts.map((payout) => {
    const voucher = payout.voucher_id === null ? undefined : files.get(payout.voucher_id);
    return {
      key: String(payout.id),
      poNo: payout.po_no,
      attempt: payout.attempt,
      channelText: ctx.t(PAYOUT_CHANNELS[payout.channel]),
      merchantNumber: names.get(payout.merchant_number_id) ?? '',
      amountFen: payout.amount_fen,
      state: payout.state,
      stateText: ctx.t(PAYOUT_STATE_TEXT[payout.state]),
      channelNo: payout.channel_no,
      error: shownReason(ctx, payout.error_text),
      createdAt: payout.created_at.toISOString(),
      finishedAt: payout.finished_at?.toISOString() ?? null,
      queryAt: payout.query_at?.toISOString() ?? null,
      voucher: voucher
        ? { fileId: voucher.id, name: voucher.name, url: fileUrl(ctx.ports.secrets, ctx.clock, voucher.id) }
        : null,
    };
  });
}

const stateOf = (ctx: ActorContext, state: WithdrawState) => withdrawCase.stateText(state, ctx.locale);

async function moneyOf(ctx: ActorContext, { subject, id }: Owner) {
  const [available, frozen] = [AVAILABLE[subject], FROZEN[subject]];
  const since = new Date(ctx.clock.now().getTime() - WITHDRAWAL.incomeDays * DAY_MS);
  const [balances, incomeFen] = await Promise.all([
    balancesOf(ctx.db, [available, frozen], [id]),
    incomeSince(ctx.db, available, id, since),
  ]);
  return {
    availableFen: balances.get(`${available}:${id}`) ?? 0,
    frozenFen: balances.get(`${frozen}:${id}`) ?? 0,
    incomeFen,
  };
}

export async function detailOf(ctx: ActorContext, id: number) {
  const row = await recordOf(ctx, id);
  const [answer] = applyAnswers(ctx, [row]);
  if (!answer) throw refuse(40401);
  const { db } = ctx;
  const owner = { subject: row.subject_type, id: row.subject_id };
  const payee = await findPayee(db, row.payee_id);
  const payees = await payeesOf(db, owner);
  const earlier = await otherApplications(db, owner, id, WITHDRAWAL.earlier, inScope(ctx));
  const entries = await transactionsOf(db, row.team_id ?? 0, row.no);
  return {
    ...answer,
    bankName: payee?.bank_name ?? null,
    payeeAccount: payee ? maskAccount(`****${payee.last4}`) : '',
    payeeChangedAt: payee?.changed_at.toISOString() ?? null,
    configVersion: row.config_version,
    isDualControl: row.is_dual,
    ...(await moneyOf(ctx, owner)),
    openLosses: await openLosses(db, owner),
    payees: payees.map((one) => ({
      key: String(one.id),
      channelText: ctx.t(PAYOUT_CHANNELS[one.channel]),
      name: one.name,
      last4: one.last4,
      changedAt: one.changed_at.toISOString(),
      verifiedAt: one.verified_at?.toISOString() ?? null,
      isActive: one.status === 'active',
    })),
    payouts: await payoutAnswers(ctx, await payoutsOf(db, [id])),
    entries: entries.map(({ id: key, txNo, bizType, at, amountFen }) => ({
      key: String(key),
      txNo,
      typeText: ctx.t(ENTRY_TYPES[bizType].text),
      amountFen,
      at: at.toISOString(),
    })),
    earlier: earlier.map((one) => ({
      id: one.id,
      wdNo: one.no,
      amountFen: one.amount_fen,
      state: one.state,
      stateText: stateOf(ctx, one.state),
      appliedAt: one.created_at.toISOString(),
    })),
    steps: (await applications.history(ctx, id)).map((step) => ({ ...step, note: shownReason(ctx, step.note) ?? '' })),
  };
}

/**
 * Reveals the full account number of the payee.
 * @throws Refusal 40301 (no permission), 40302 (out of scope), 40401 (unknown application or payee)
 */
export async function revealPayeeAccount(ctx: ActorContext, id: number): Promise<{ value: string; no: string }> {
  const row = await recordOf(forReveal(ctx, UNMASK, 'bankCard'), id);
  const payee = await findPayee(ctx.db, row.payee_id);
  if (!payee) throw refuse(40401);
  return { value: ctx.ports.secrets.open(payee.account_no, payeePlace(payee.id)), no: row.no };
}

/**
 * Counts the applications in the caller's scope per state. @param teamIds stations whose applications are counted; `null` means all
 */
export function openWithdrawals(ctx: ActorContext, teamIds: readonly number[] | null) {
  const actor = { ...ctx.actor, scope: ctx.actor.scopeOf(RULE['financial.apply']) };
  return countByState(ctx.db, inScope({ db: ctx.db, actor }), teamIds);
}
