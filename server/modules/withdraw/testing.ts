import assert from 'node:assert/strict';
import type { Input } from '../../../contract';
import type { WithdrawApplicant } from '../../../contract/withdraw.settings';
import type { WithdrawState } from '../../../contract/withdraw.states';
import { configurePayment } from '../../demo';
import { createOwnApp, type DeliveryOrder, deliverCallbacks } from '../../simulators/deliver';
import { createTestApp, type TestApp } from '../../testing';
import { AVAILABLE, balancesOf, type FROZEN, postAll, setCredit } from '../ledger';
import { applyWithdrawal } from './apply';
import { withdrawJobs } from './jobs';
import { type ApplyRow, payeePlace, payoutsOf } from './store';

/**
 * This module contains test helpers for withdrawals. They add merchant numbers and finance staff to the demo data and prepare its riders.
 */

export interface Person {
  readonly id: number;
  readonly account: string;
  readonly token: string;
  readonly ticket: string;
}
export const ALIPAY_NUMBER = '2088999900000001';
const RULES = [2, 36, 3601, 3602, 3603, 3604, 3605, 3607];

export async function openStage() {
  const t = await createTestApp({ demo: true, settings: { publicOrigin: 'https://console.operator.example' } });
  const { db, ids, clock, ports } = t;
  // Remove the demo's applications and debts: other tests cover them, and these riders must owe nothing.
  for (const table of ['payout', 'withdraw_apply', 'payee_account', 'rider_fund_audit'] as const)
    await db.deleteFrom(table).execute();
  await db.deleteFrom('bill').where('status', '<>', 'success').execute();
  await configurePayment({ db, clock, ids, ports });
  const numbers = new Map<string, number>();
  for (const [channel, mchNo] of [
    ['wechat', '1999990001'],
    ['alipay', ALIPAY_NUMBER],
    ['bank', '6222000000000001'],
  ] as const) {
    const row = { id: ids.next(), channel, mch_no: mchNo, name: channel, role: 'both' as const, enabled: true };
    const { id } = await db
      .insertInto('merchant_number')
      .values({ ...row, created_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['channel', 'mch_no']).doUpdateSet({ role: 'both' }))
      .returning('id')
      .executeTakeFirstOrThrow();
    numbers.set(channel, id);
  }
  // Remove the riders from open food-loss cases, because such a case prevents a withdrawal.
  await db.updateTable('food_loss').set({ rider_id: null }).where('closed_at', 'is', null).execute();
  const riders = await db
    .selectFrom('rider')
    .select(['id', 'team_id as teamId', 'name', 'tel'])
    .where('status', '=', 'active')
    .orderBy('id')
    .execute();
  await db.updateTable('rider').set({ real_name_state: 'passed' }).execute();
  return { ...t, stage: stageOf(t, numbers), numbers, riders };
}

function stageOf(t: TestApp, numbers: ReadonlyMap<string, number>) {
  const { db, ids, clock, ports } = t;
  const tools = { db, ids, clock };
  const day = () => new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  let serial = 0;
  const occasion = (teamId: number) => {
    serial += 1;
    return { bizNo: `T${serial}`, teamId, at: clock.now(), day: day() };
  };

  async function person(rules: readonly number[] | 'owner' = RULES, teamIds?: readonly number[]): Promise<Person> {
    const made =
      rules === 'owner'
        ? await t.account({ account: 'owner', type: 'owner' })
        : await t.account({ rules, ...(teamIds && { scope: { kind: 'teams' as const, ids: teamIds } }) });
    const token = await t.signIn(made.account);
    return { id: made.id, account: made.account, token, ticket: await t.ticket(token) };
  }

  /** Creates a payee account. `account` selects how the simulated payee behaves. */
  async function payee(
    owner: { readonly subject: WithdrawApplicant; readonly id: number },
    channel: 'wechat' | 'alipay' | 'bank',
    account: string,
    change: { readonly verified?: boolean; readonly changedAt?: Date } = {},
  ): Promise<number> {
    const id = ids.next();
    await db
      .insertInto('payee_account')
      .values({
        id,
        owner_type: owner.subject,
        owner_id: owner.id,
        channel,
        account_no: ports.secrets.seal(account, payeePlace(id)),
        last4: account.slice(-4),
        name: '张三',
        bank_name: channel === 'bank' ? '示例银行' : null,
        open_id: channel === 'wechat' ? account : null,
        app_id: channel === 'wechat' ? 'wx0123456789abcdef' : null,
        verified_at: change.verified === false ? null : new Date('2026-01-01T00:00:00Z'),
        changed_at: change.changedAt ?? new Date('2026-01-01T00:00:00Z'),
      })
      .execute();
    return id;
  }

  return {
    person,
    payee,
    tools,
    as: ({ token, ticket }: Person) => ({ token, ticket, locale: 'en-US' as const }),

    /** Increases an owner's available balance. A negative amount decreases the balance. The credit limit of a station becomes 0. */
    async earn(
      owner: {
        readonly subject: Exclude<WithdrawApplicant, 'franchisee'>;
        readonly id: number;
        readonly teamId: number;
      },
      fen: number,
      within = db,
    ) {
      if (owner.subject === 'team') await setCredit(tools, owner.id, 0);
      const amountFen = Math.abs(fen);
      const [dc, other, bizType] = fen > 0 ? (['D', 'C', 'MANUAL_IN'] as const) : (['C', 'D', 'MANUAL_OUT'] as const);
      const lines = [
        { account: 'ADJUSTMENT', ownerId: 0, dc, amountFen },
        { account: AVAILABLE[owner.subject], ownerId: owner.id, dc: other, amountFen },
      ] as const;
      await postAll({ ...tools, db: within }, [{ ...occasion(owner.teamId), bizType, lines }]);
    },

    /** Sets a merchant number's balance to exactly this amount. */
    async fund(channel: string, teamId: number, fen: number) {
      const id = numbers.get(channel) ?? 0;
      const { rows } = { rows: [...(await balancesOf(db, ['CHANNEL'], [id])).values()] };
      const difference = fen - (rows[0] ?? 0);
      if (difference === 0) return;
      const amountFen = Math.abs(difference);
      const [dc, other] = difference > 0 ? (['D', 'C'] as const) : (['C', 'D'] as const);
      const lines = [
        { account: 'CHANNEL', ownerId: id, dc, amountFen },
        { account: 'SUSPENSE', ownerId: id, dc: other, amountFen },
      ] as const;
      await postAll(tools, [{ ...occasion(teamId), bizType: 'RECON_SUSPEND', lines }]);
    },

    async apply(
      owner: { readonly subject: WithdrawApplicant; readonly id: number },
      payeeId: number,
      amountFen: number,
      more: { readonly isOffline?: boolean; readonly applicant?: { accountId: number; name: string } } = {},
    ): Promise<number> {
      const { subject, id: subjectId } = owner;
      const applicant = more.applicant ?? null;
      const application = { subject, subjectId, amountFen, payeeId, applicant };
      const { id } = await applyWithdrawal(tools, { ...application, ...(more.isOffline && { isOffline: true }) });
      return id;
    },

    row: (id: number): Promise<ApplyRow> =>
      db.selectFrom('withdraw_apply').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    payouts: (id: number) => payoutsOf(db, [id]),
    async state(id: number): Promise<WithdrawState> {
      const { state } = await db
        .selectFrom('withdraw_apply')
        .select('state')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      return state;
    },

    /** Runs a step with the application's present version. */
    async step(
      action: 'approve' | 'reject' | 'revoke' | 'pay' | 'retry' | 'closeFailed',
      id: number,
      by: Person,
      reason?: string,
    ) {
      const { version } = await db
        .selectFrom('withdraw_apply')
        .select('version')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const input = { id, version, ...(reason && { reason }) } as Input<'finance.Withdraw/reject'>;
      // Sign in again, because sessions expire when the clock moves.
      const token = await t.signIn(by.account);
      return t.call(`finance.Withdraw/${action}`, input, { token, ticket: await t.ticket(token), locale: 'en-US' });
    },

    async pursue() {
      for (const job of withdrawJobs(ports)) await job.run(db, clock, ids);
    },

    /** Delivers the simulators' due callbacks to the console. */
    async deliver(order?: DeliveryOrder) {
      const own = createOwnApp();
      own.attach(t.app.http);
      const { send } = own;
      assert.ok(send);
      return deliverCallbacks({ db, clock, simulators: ports.platforms.simulators, send }, order);
    },

    async balance(
      code: (typeof AVAILABLE)[WithdrawApplicant] | (typeof FROZEN)[WithdrawApplicant] | 'CHANNEL',
      id: number,
    ) {
      return (await balancesOf(db, [code], [id])).get(`${code}:${id}`) ?? 0;
    },
  };
}
