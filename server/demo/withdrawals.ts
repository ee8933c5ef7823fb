import { sql } from 'kysely';
import { HOUR_MS } from '../../contract/units';
import type { WithdrawApplicant } from '../../contract/withdraw.settings';
import type { WithdrawState } from '../../contract/withdraw.states';
import { fixedClock } from '../core/clock';
import { Refusal } from '../core/http/refusal';
import { addDays, momentOf, wallTime } from '../core/money/days';
import type { Ports } from '../core/platforms/ports';
import { applyWithdrawal, cancelWithdrawal, payeePlace, settlePayout, withdrawHandlers } from '../modules/withdraw';
import { act, type Stage } from './acting';
import { peopleWith, storeProof } from './fundAudits';
import { ZONE } from './world';

/**
 * Creates withdrawals of the last days in every state (DOMAIN §7). The product's functions apply for, review and pay the withdrawals.
 * The channels' answers are invented, because nothing is really sent.
 */

type Whole = Stage & { readonly ports: Ports };

/** Intended number of withdrawals in each state. */
const ENDS: readonly (readonly [WithdrawState, number])[] = [
  ['paid', 18],
  ['pendingReview', 10],
  ['approved', 6],
  ['awaitPayee', 6],
  ['unknown', 5],
  ['payFailed', 4],
  ['rejected', 4],
  ['paying', 3],
  ['cancelled', 2],
  ['returned', 2],
];
/** Number of days over which the applications are distributed. */
const DAYS = 6;
const TEN_MINUTES = 10;
const WX_APP = 'wx0123456789abcdef';

interface Applicant {
  readonly subject: WithdrawApplicant;
  readonly id: number;
  readonly name: string;
  readonly fen: number;
}

/** Finds riders, stations, franchisees and merchants whose balance is enough for a withdrawal. */
async function applicants({ db }: Stage): Promise<Applicant[]> {
  const { rows } = await sql<Applicant>`
    (select 'rider' as subject, r.id, r.name, a.balance_fen as fen from rider r
      join ledger_account a on a.code = 'RIDER_AVAILABLE' and a.owner_id = r.id
      where r.status = 'active' and r.real_name_state = 'passed' and a.balance_fen >= 6000
        and not exists (select from rider_fund_audit f where f.rider_id = r.id and f.state in ('pending', 'owing'))
      order by r.id limit 52)
    union all
    (select 'team', t.id, t.name, a.balance_fen from team t
      join ledger_account a on a.code = 'TEAM_AVAILABLE' and a.owner_id = t.id and not a.frozen
      where t.status = 'operating' and a.balance_fen >= 30000 order by t.id limit 10)
    union all
    (select 'franchisee', f.id, f.name, a.balance_fen from franchisee f
      join ledger_account a on a.code = 'FRANCHISEE_AVAILABLE' and a.owner_id = f.id
      where a.balance_fen >= 20000 order by f.id limit 4)
    union all
    (select 'merchant', m.id, m.name, a.balance_fen from merchant m
      join ledger_account a on a.code = 'MERCHANT_PAYABLE' and a.owner_id = m.id
      where m.status = 'active' and a.balance_fen >= 30000 order by m.id limit 4)`.execute(db);
  // We mix companies and riders, so that most states have both. States that depend on a channel's answer have only riders.
  const riders = rows.filter(({ subject }) => subject === 'rider');
  const companies = rows.filter(({ subject }) => subject !== 'rider');
  const every = Math.max(1, Math.floor(riders.length / Math.max(1, companies.length)));
  const mixed = riders.flatMap((rider, at) => (at % every === 0 ? [rider, ...companies.splice(0, 1)] : [rider]));
  return [...mixed, ...companies];
}

async function payeeOf({ db, ids, ports }: Whole, { subject, id, name }: Applicant, at: Date, now: Date) {
  const payeeId = ids.next();
  const isRider = subject === 'rider';
  const channel = !isRider ? ('bank' as const) : id % 3 === 0 ? ('alipay' as const) : ('wechat' as const);
  const digits = String(id % 10_000).padStart(4, '0');
  const account = { bank: `99999900000000${digits}`, alipay: `demo${digits}@example.com`, wechat: `o-demo-${id}` }[
    channel
  ];
  await db
    .insertInto('payee_account')
    .values({
      ...{ id: payeeId, owner_type: subject, owner_id: id, channel, last4: account.slice(-4) },
      account_no: ports.secrets.seal(account, payeePlace(payeeId)),
      name: isRider ? name.slice(0, 30) : '示例餐饮配送有限公司',
      bank_name: channel === 'bank' ? '示例银行城东支行' : null,
      ...(channel === 'wechat' && { open_id: account, app_id: WX_APP }),
      verified_at: new Date(at.getTime() - 20 * 24 * HOUR_MS),
      changed_at: new Date(now.getTime() - 30 * 24 * HOUR_MS),
    })
    .execute();
  return { payeeId, channel };
}

/** Computes the time of an application: between 10:00 and 17:00 of a working day. A higher index means the same or an earlier day. */
function momentAt(index: number, count: number, now: Date): Date {
  const { day: today } = wallTime(now, ZONE);
  const back = Math.floor((index * DAYS) / count);
  let day = addDays(today, -back - 1);
  while ([0, 6].includes(wallTime(momentOf(day, 0, ZONE), ZONE).weekday)) day = addDays(day, -1);
  return momentOf(day, 10 * 60 + ((index * 7) % 420), ZONE);
}

/** Stores an invented payment receipt as an upload of the account `by`. @returns the file's id */
export const proofOf = ({ db, ids, ports }: Whole, by: number, at: Date): Promise<number> =>
  storeProof({ db, ids, files: ports.files }, { by, at, name: '示例回单.pdf' });

interface People {
  readonly reviewer: number;
  readonly payer: number;
  readonly bank: number;
}

/** Runs the actions that lead a new application to its intended state. */
async function lead(stage: Whole, id: number, to: WithdrawState, at: Date, people: People): Promise<void> {
  const { db, ids } = stage;
  const later = (steps: number) => new Date(at.getTime() + steps * TEN_MINUTES * 60_000);
  const byReviewer = { who: people.reviewer, at: later(1) };
  if (to === 'pendingReview') return;
  if (to === 'cancelled') return cancelWithdrawal({ db, ids, clock: fixedClock(later(1).toISOString()) }, id);
  if (to === 'rejected') {
    const input = { id, version: 1, reason: '收款人与申请人姓名不一致' };
    await act(stage, withdrawHandlers, 'finance.Withdraw/reject', { ...byReviewer, input });
    return;
  }
  await act(stage, withdrawHandlers, 'finance.Withdraw/approve', { ...byReviewer, input: { id, version: 1 } });
  if (to === 'approved') return;
  const { channel } = await db
    .selectFrom('withdraw_apply')
    .select('channel')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const byPayer = { who: people.payer, at: later(2) };
  if (channel === 'bank') {
    const voucher = await proofOf(stage, people.payer, later(2));
    const paid = { merchantNumberId: people.bank, paidAt: later(2).toISOString(), voucherNo: `HD${id}`, voucher };
    const input = { id, version: 2, ...paid };
    await act(stage, withdrawHandlers, 'finance.Withdraw/payOffline', { ...byPayer, input });
  } else {
    await act(stage, withdrawHandlers, 'finance.Withdraw/pay', { ...byPayer, input: { id, version: 2 } });
    await answer(stage, id, to, later(3));
  }
  if (to !== 'returned') return;
  const { version } = await db
    .selectFrom('withdraw_apply')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const input = { id, version, reason: '收款账户已销户，款项退回', voucherNo: `TP${id}` };
  await act(stage, withdrawHandlers, 'finance.Withdraw/recordReturn', { who: people.payer, at: later(9), input });
}

/** Simulates the channel's answer about the payout. */
async function answer({ db, ids }: Whole, applyId: number, to: WithdrawState, at: Date): Promise<void> {
  const { id, po_no: poNo } = await db
    .selectFrom('payout')
    .select(['id', 'po_no'])
    .where('apply_id', '=', applyId)
    .executeTakeFirstOrThrow();
  const channelNo = `13300${poNo.slice(2)}`;
  const tools = { db, ids, clock: fixedClock(at.toISOString()) };
  const outcomes = {
    paid: { kind: 'paid', channelNo, amountFen: null },
    returned: { kind: 'paid', channelNo, amountFen: null },
    paying: { kind: 'accepted', channelNo },
    awaitPayee: { kind: 'await', channelNo, packageInfo: 'ZGVtbw==' },
    unknown: { kind: 'unknown', text: '渠道没有应答' },
    payFailed: { kind: 'failed', code: 'PAYEE_USER_INFO_ERROR', text: '收款账号和姓名不匹配，请确认姓名是否正确' },
  } as const;
  const outcome = outcomes[to as keyof typeof outcomes];
  if (outcome) await settlePayout(tools, id, outcome);
}

/** Creates the withdrawals. @param now the latest time of any action */
export async function makeWithdrawals(stage: Whole, now: Date): Promise<void> {
  const { db, ids } = stage;
  const [reviewer] = await peopleWith(db, 'financeReviewer');
  const [payer] = await peopleWith(db, 'financePayer');
  const bank = await db.selectFrom('merchant_number').select('id').where('channel', '=', 'bank').executeTakeFirst();
  if (!reviewer || !payer || !bank) return;
  const people = { reviewer: reviewer.id, payer: payer.id, bank: bank.id };
  const ends = ENDS.flatMap(([state, count]) => Array<WithdrawState>(count).fill(state));
  const who = (await applicants(stage)).slice(0, ends.length);
  // We create the oldest application first, because limits count earlier applications.
  for (const [index, applicant] of [...who.entries()].reverse()) {
    // The factor 7 distributes the states over the days.
    const to = ends[(index * 7) % ends.length] ?? 'pendingReview';
    const at = momentAt(index, who.length, now);
    const { payeeId, channel } = await payeeOf(stage, applicant, at, now);
    const step = applicant.subject === 'rider' ? 1_000 : 10_000;
    const most = applicant.subject === 'rider' ? 300_000 : 2_500_000;
    const amountFen = Math.min(most, Math.floor(applicant.fen / (2 * step)) * step);
    const application = {
      subject: applicant.subject,
      subjectId: applicant.id,
      amountFen,
      payeeId,
      applicant: null,
      isQuiet: true,
    };
    try {
      await db.transaction().execute(async (transaction) => {
        const clock = fixedClock(at.toISOString());
        const { id } = await applyWithdrawal({ db: transaction, ids, clock }, application);
        // A bank sends no answer. For withdrawals to banks, states that depend on an answer are therefore replaced by `paid`.
        const isWaiting = ['awaitPayee', 'unknown', 'payFailed', 'paying'].includes(to);
        const end = channel === 'bank' && isWaiting ? 'paid' : to;
        await lead({ ...stage, db: transaction }, id, end, at, people);
      });
    } catch (error) {
      // The product refuses applications beyond the limits. The demo skips them.
      if (!(error instanceof Refusal)) throw error;
    }
  }
  // The running demo queries the payouts without a final result one hour after `now`.
  await db
    .updateTable('payout')
    .set({ query_at: new Date(now.getTime() + HOUR_MS) })
    .where('query_at', 'is not', null)
    .execute();
}
