import assert from 'node:assert/strict';
import { type CostRuleState, INITIAL_TERMS } from '../../../contract/cost.states';
import type { StatementState } from '../../../contract/statement.states';
import { HOUR_MS } from '../../../contract/units';
import { storeFile } from '../../testing-files';
import { closeDay, closedUntil, freeAtNumber, nextToClose } from '../ledger';
import { type Fixture, madeBy, nextSerial, type Person, type Stage } from './testing-fixture';

/** Fixtures for fee rules, transfers between merchant numbers, and monthly statements. Fee rules and transfers belong to the platform. */

const DECIDED: readonly CostRuleState[] = ['published', 'disabled', 'expired'];

/**
 * A fee rule for the station, with a start in the future. Each rule of this fixture has a different priority, so that several can be
 * published.
 */
const costRule: Fixture = {
  table: 'cost_rule',
  stateColumn: 'state',
  rules: [37, 3702, 3706],
  async make({ t, teamId, people }, name) {
    const state = name as CostRuleState;
    const id = t.ids.next();
    const at = t.clock.now();
    const checker = DECIDED.includes(state) ? { checker_id: people.holder.id, checker_name: 'Holder' } : null;
    await t.db
      .insertInto('cost_rule')
      .values({
        ...{ id, created_at: at, rule_no: `CR${id}`, revision: 1, name: 'Delivery', kind: 'delivery', target: 'team' },
        ...{ scope_type: 'team', scope_ids: JSON.stringify([String(teamId)]), service_types: '[]', state },
        ...{ terms: JSON.stringify({ ...INITIAL_TERMS, rateBp: 100 }), priority: nextSerial() % 1_000, team_id: null },
        ...{ effective_from: new Date(at.getTime() + HOUR_MS), effective_to: null },
        ...{ maker_id: people.maker.id, maker_name: 'Maker', decided_at: checker && at, note: null },
        ...(checker ?? { checker_id: null, checker_name: null }),
        ...{ updated_at: at, updated_by: people.maker.id, updated_by_name: 'Maker' },
      })
      .execute();
    return id;
  },
};

const AMOUNT_FEN = 100;

/** Runs an action on a transfer and asserts that the action succeeds. */
async function act({ t }: Stage, by: Person, action: string, id: number, more: object = {}): Promise<void> {
  const { version } = await t.db
    .selectFrom('merchant_transfer')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { token, ticket } = by;
  const answer = await t.raw(`finance.Transfer/${action}`, { id, version, ...more }, { token, ticket });
  assert.equal(answer.code, 100, answer.msg);
}

const voucherNo = () => `V-${nextSerial()}`;
const sent = async ({ t }: Stage, by: Person) => ({ voucherNo: voucherNo(), voucher: await storeFile(t, by.id) });

/** Finds a merchant number that has money for a manual transfer, and a second merchant number. */
async function twoNumbers({ t }: Stage): Promise<{ fromId: number; toId: number }> {
  const numbers = await t.db
    .selectFrom('merchant_number')
    .select('id')
    .where('enabled', '=', true)
    .where('channel', '<>', 'alipay')
    .orderBy('id')
    .execute();
  for (const { id: fromId } of numbers) {
    const to = numbers.find(({ id }) => id !== fromId);
    if (to && (await freeAtNumber(t.db, fromId)) >= AMOUNT_FEN) return { fromId, toId: to.id };
  }
  throw new Error('no merchant number has money');
}

/** The actions that lead to each state. After `approve`, the fixture stores the channel's states (`processing`, `unknown`) directly. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  processing: ['approve'],
  byHand: ['approve'],
  unknown: ['approve'],
  inTransit: ['approve', 'bookOut'],
  done: ['approve', 'bookOut', 'bookIn'],
  failed: ['approve', 'abandon'],
  rejected: ['reject'],
};

const REASON = { reason: 'Not needed' };

/** A manual transfer. Most states need bills and postings, so the fixture reaches them with calls. */
const transfer: Fixture = {
  table: 'merchant_transfer',
  stateColumn: 'state',
  rules: [38, 3809, 3810],
  async make(stage, state) {
    const { t, people } = stage;
    const { token, ticket } = people.maker;
    const input = { ...(await twoNumbers(stage)), amountFen: AMOUNT_FEN, reason: 'Cover payouts' };
    const { code, msg, data } = await t.call('finance.Transfer/submit', input, { token, ticket });
    assert.equal(code, 100, msg);
    for (const action of WAYS[state] ?? []) {
      const more = action === 'bookOut' ? await sent(stage, people.holder) : { voucherNo: voucherNo(), ...REASON };
      await act(stage, people.holder, action, data.id, more);
    }
    const isAtChannel = state === 'processing' || state === 'unknown';
    if (isAtChannel || state === 'withdrawn' || state === 'expired') {
      await t.db
        .updateTable('merchant_transfer')
        .set({ state, query_at: isAtChannel ? t.clock.now() : null })
        .where('id', '=', data.id)
        .execute();
    }
    return data.id;
  },
  inputs: {
    bookOut: sent,
    bookIn: () => ({ voucherNo: voucherNo() }),
    bookReturn: () => ({ voucherNo: voucherNo() }),
  },
};

/** Returns a month that is long before the demo and that no other statement uses. */
function oldMonth(): string {
  const serial = nextSerial();
  return `${1800 + Math.floor(serial / 12)}-${String((serial % 12) + 1).padStart(2, '0')}`;
}

/** Closes the demo's first day if no day is closed. Closing a day also closes all earlier days. */
async function closeFirstDay({ t }: Stage): Promise<void> {
  if ((await closedUntil(t.db)) !== null) return;
  const day = await nextToClose(t.db);
  assert.ok(day);
  await closeDay({ db: t.db, ids: t.ids, clock: t.clock }, day, 'Asia/Shanghai', 1);
}

/** A statement of a closed month. The month has no movements, because it is long before the demo. */
const statement: Fixture = {
  table: 'statement',
  stateColumn: 'state',
  rules: [32, 3107],
  async make(stage, name) {
    const state = name as StatementState;
    await closeFirstDay(stage);
    const row = madeBy(stage, 'ST');
    await stage.t.db
      .insertInto('statement')
      .values({
        ...{ ...row, team_id: stage.teamId, month: oldMonth(), state, dispute_text: null, answer_text: null },
        sent_at: state === 'draft' ? null : row.created_at,
        confirm_by: state === 'pendingConfirm' ? row.created_at : null,
        confirmed_at: state === 'confirmed' ? row.created_at : null,
        ...{ checker_id: null, checker_name: null, decided_at: null, note: null },
      })
      .execute();
    return row.id;
  },
  inputs: { answer: { answer: 'Two orders added' } },
};

export const FINANCE_FIXTURES: Readonly<Record<string, Fixture>> = { costRule, transfer, statement };
