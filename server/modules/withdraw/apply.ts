import { ACCOUNTS } from '../../../contract/ledger';
import { text } from '../../../contract/text';
import { WITHDRAW, type WithdrawApplicant, type WithdrawChannel } from '../../../contract/withdraw.settings';
import type { WithdrawState } from '../../../contract/withdraw.states';
import { holdKeyedLock } from '../../core/database/locks';
import { inTransaction } from '../../core/database/transaction';
import { refuse } from '../../core/http/refusal';
import { yuanText } from '../../core/money/amounts';
import { momentOf } from '../../core/money/days';
import { businessNo } from '../../core/money/numbers';
import { AVAILABLE, balancesOf, lockAccount, post, withdrawFreeze } from '../ledger';
import { notify } from '../notice';
import { ridersById } from '../people';
import { franchisee } from '../reference';
import { currentSetting } from '../setting';
import { presentOf } from '../site';
import { teamNames } from '../team';
import { applications } from './decide';
import { applicationFault, applicationFee, isAutomatic, riskTagsOf } from './limits';
import { unfreeze } from './money';
import { noticeRecord } from './scope';
import { findPayee, insertApply, lockApply, moveApply, type Owner, openLosses, pastOf, type Tools } from './store';

/**
 * This module submits and cancels withdrawal applications (DOMAIN §4.4) for the applicant's app, or for staff on the applicant's behalf.
 * The console has no endpoint for these actions (docs/decisions/0049).
 */

interface Application {
  readonly subject: WithdrawApplicant;
  readonly subjectId: number;
  readonly amountFen: number;
  readonly payeeId: number;
  /** `true` if the amount is paid outside the platform. The payee account's channel is then ignored. */
  readonly isOffline?: boolean;
  /** The account that submits the application. `null` means that the applicant's own app submits it. */
  readonly applicant: { readonly accountId: number; readonly name: string } | null;
  /** `true` for demo data: the reviewers get no notice. */
  readonly isQuiet?: boolean;
}

const WORDS = {
  waitsTitle: text(
    '提现待审核：{no}',
    'Withdrawal pending review: {no}',
    'Saque aguardando revisão: {no}',
    '提現待審核：{no}',
  ),
  waitsText: text(
    '{name} 申请提现 {x} 元。',
    '{name} applied to withdraw ¥{x}.',
    '{name} solicitou um saque de ¥{x}.',
    '{name} 申請提現 {x} 元。',
  ),
};

interface Subject {
  readonly name: string;
  readonly teamId: number | null;
  readonly isRealName: boolean;
}

/** Loads the applicant's name and station, and whether the real name is verified. @throws Refusal 40401 (unknown applicant) */
async function subjectOf({ db }: Pick<Tools, 'db'>, { subject, id }: Owner): Promise<Subject> {
  if (subject === 'team') {
    const name = (await teamNames(db, [id])).get(id);
    if (name === undefined) throw refuse(40401);
    return { name, teamId: id, isRealName: true };
  }
  if (subject === 'franchisee') {
    const found = await franchisee(db, id);
    if (!found) throw refuse(40401);
    return { name: found.name, teamId: null, isRealName: true };
  }
  if (subject === 'merchant') {
    const found = await db.selectFrom('merchant').select(['name', 'team_id']).where('id', '=', id).executeTakeFirst();
    if (!found) throw refuse(40401);
    return { name: found.name, teamId: found.team_id, isRealName: true };
  }
  const [rider] = await ridersById(db, [id]);
  if (!rider) throw refuse(40401);
  const { state } = await db
    .selectFrom('rider')
    .select('real_name_state as state')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { name: rider.name, teamId: rider.teamId, isRealName: state === 'passed' };
}

/** Reads the applicant's available balance in fen. */
async function readAvailable(db: Tools['db'], { subject, id }: Owner): Promise<number> {
  const code = AVAILABLE[subject];
  // A late refund may make a merchant's balance negative, but an application may not. The check therefore needs a locked balance.
  if (ACCOUNTS[code].floor === 'none') await lockAccount(db, code, id);
  return (await balancesOf(db, [code], [id])).get(`${code}:${id}`) ?? 0;
}

/** Notifies the reviewers that an application waits for their review. */
async function notifyReviewers(
  tools: Tools,
  { subjectId, amountFen }: Application,
  { id, no, who }: { readonly id: number; readonly no: string; readonly who: Subject },
): Promise<void> {
  await notify(tools, {
    event: 'withdrawPending',
    ...noticeRecord(who.teamId, subjectId),
    title: WORDS.waitsTitle,
    content: WORDS.waitsText,
    params: { no, name: who.name, x: yuanText(amountFen) },
    link: `/financial/apply?open=${id}`,
  });
}

/**
 * Creates an application and freezes its amount.
 *
 * @throws Refusal 40401 (unknown applicant or payee), 42201 (open food-loss case), 42241 (insufficient balance), 42242 (frozen account),
 * 42250–42257 (a rule of the configuration), 42330 (channel not enabled)
 */
export function applyWithdrawal(
  tools: Tools,
  application: Application,
): Promise<{ id: number; no: string; state: WithdrawState }> {
  return inTransaction(tools, (own) => applyIn(own, application));
}

async function applyIn(tools: Tools, application: Application) {
  const { db, ids, clock } = tools;
  const { subject, subjectId, amountFen, payeeId, applicant } = application;
  const owner: Owner = { subject, id: subjectId };
  await holdKeyedLock(db, 'withdrawSubject', subjectId);
  const { at, day, wall, timeZone } = await presentOf({ db, clock });
  const { values: config, version } = await currentSetting(
    db,
    WITHDRAW.groups[subject === 'merchant' ? 'team' : subject],
  );
  const who = await subjectOf(tools, owner);
  const payee = await findPayee(db, payeeId);
  if (!payee || payee.owner_type !== subject || payee.owner_id !== subjectId) throw refuse(40401);
  const channel: WithdrawChannel = application.isOffline ? 'offline' : payee.channel;
  const availableFen = await readAvailable(db, owner);
  const past = await pastOf(db, owner, {
    today: momentOf(day, 0, timeZone),
    month: momentOf(`${day.slice(0, 8)}01`, 0, timeZone),
    payeeId,
  });
  const asked = {
    amountFen,
    availableFen,
    channel,
    payee: { verifiedAt: payee.verified_at, changedAt: payee.changed_at, isActive: payee.status === 'active' },
    isRealName: who.isRealName,
    openLosses: await openLosses(db, owner),
    past,
    now: at,
    wall,
  };
  const fault = applicationFault(config, asked);
  if (fault) throw fault;
  const fee = applicationFee(config, amountFen, past);
  const riskTags = riskTagsOf(config, asked);
  const state = isAutomatic(config, amountFen, riskTags) ? ('approved' as const) : ('pendingReview' as const);
  const id = ids.next();
  const no = businessNo('WD', day, id);
  const on = { bizNo: no, teamId: who.teamId ?? 0, at, day, operatorId: applicant?.accountId ?? 0 };
  const { txNo } = await post(tools, withdrawFreeze(on, owner, amountFen));
  await insertApply(db, {
    id,
    created_at: at,
    no,
    subject_type: subject,
    subject_id: subjectId,
    subject_name: who.name,
    team_id: who.teamId,
    amount_fen: amountFen,
    fee_fen: fee.feeFen,
    net_fen: fee.netFen,
    fee_free: fee.free,
    fee_mode: config.feeMode,
    config_version: version,
    is_dual: amountFen >= config.dualControlFen,
    channel,
    payee_id: payeeId,
    payee_name: payee.name,
    risk_tags: JSON.stringify(riskTags),
    balance_after_fen: availableFen - amountFen,
    state,
    maker_id: applicant?.accountId ?? 0,
    maker_name: applicant?.name ?? who.name,
    checker_id: null,
    checker_name: null,
    decided_at: state === 'approved' ? at : null,
    payer_id: null,
    payer_name: null,
    pay_started_at: null,
    finished_at: null,
    note: null,
  });
  const by = applicant ? { actor: applicant } : {};
  await applications.addStep({ db, ids, clock, ...by }, id, 'submit', { amountFen, txNo });
  if (state === 'approved') await applications.addStep({ db, ids, clock }, id, 'approve');
  if (state === 'pendingReview' && !application.isQuiet) await notifyReviewers(tools, application, { id, no, who });
  return { id, no, state };
}

/**
 * Cancels an application on behalf of the applicant, before its review.
 *
 * @throws Refusal 40401 (unknown id), 42201 (already reviewed or cancelled)
 */
export function cancelWithdrawal(tools: Tools, id: number): Promise<void> {
  return inTransaction(tools, async (own) => {
    const row = await lockApply(own.db, id);
    if (!row) throw refuse(40401);
    if (!applications.type.allowed(row.state, 'cancel'))
      throw refuse(42201, { state: applications.type.states[row.state].text });
    const txNo = await unfreeze(own, row);
    await moveApply(own.db, row, { state: 'cancelled', finishedAt: own.clock.now() });
    await applications.addStep(own, id, 'cancel', { amountFen: row.amount_fen, txNo });
  });
}
