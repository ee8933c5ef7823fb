import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { BALANCE_FIGURES, type FigureSpec, FLOW_FIGURES } from '../../../contract/finance.figures';
import type { AccountCode } from '../../../contract/ledger';
import type { EntryType } from '../../../contract/ledger.entries';
import { STATEMENT_FEES } from '../../../contract/statement.states';
import { addDays } from '../../core/money/days';
import { createTestLedger, type TestLedger } from '../../testing-ledger';
import { closeDay, post, releaseDue, reopenDay, reverse } from '../ledger';
import { isBalanced } from './figures';
import { correctStatements, makeStatements, pursueStatements } from './make';
import { figuresIn, type RevisionRow, statementsIn } from './store';
import { chances, makeTeams, postHistory, StationHistory } from './testing';

/** These tests compare statement figures with sums over the postings, for 200 random stations. */

const STATIONS = 200;
const MONTH = '2026-02';
const [FROM, TO] = ['2026-02-01', '2026-02-28'];
const ZONE = 'Asia/Shanghai';
const TEAMS = Array.from({ length: STATIONS }, (_, n) => n + 1);

let l: TestLedger;
const histories: StationHistory[] = [];

before(async () => {
  l = await createTestLedger('2026-03-02T05:59:00+08:00');
  await makeTeams(l.tools, TEAMS);
  const entries = [];
  for (const teamId of TEAMS) {
    const chance = chances(teamId * 7_919);
    const history = new StationHistory(l.tools, teamId, chance);
    histories.push(history);
    // Every tenth station has only its opening entries.
    entries.push(...history.opening('2026-01-20'));
    const count = teamId % 10 === 0 ? 0 : 4 + chance(16);
    for (let n = 0; n < count; n += 1) {
      const day = addDays('2026-01-25', chance(34));
      entries.push(...(await history.happen(day)));
    }
  }
  await postHistory(
    l.tools,
    entries,
    histories.flatMap(({ lines }) => lines),
  );
  // Release all due settlement lines on one morning.
  while ((await releaseDue(l.tools, new Date('2026-02-25T04:00:00+08:00'), ZONE)) > 0);
});
after(async () => {
  await l.mustBeSound();
  await l.database.close();
});

interface Posting {
  readonly teamId: number;
  readonly day: string;
  readonly code: AccountCode;
  readonly type: EntryType;
  readonly fen: number;
  readonly goodsFen: number | null;
  readonly deliveryFen: number | null;
  readonly ruleName: string | null;
  readonly rateBp: string | null;
}

/** Reads every posting by station. Credits are positive, debits negative. */
async function allPostings(): Promise<Map<number, Posting[]>> {
  const { rows } = await sql<Posting>`
    select p.team_id as "teamId", p.day::text as day, a.code, coalesce(o.biz_type, t.biz_type) as type,
      case p.dc when 'C' then p.amount_fen else -p.amount_fen end as fen, c.goods_fen as "goodsFen",
      c.delivery_fen as "deliveryFen", c.cost_snapshot ->> 'planName' as "ruleName", c.cost_snapshot ->> 'rateBp' as "rateBp"
    from ledger_posting p join ledger_account a on a.id = p.account_id
    join ledger_txn t on t.id = p.txn_id left join ledger_txn o on o.id = t.reverses_id
    left join customer_order c on c.order_no = coalesce(o.biz_no, t.biz_no)`.execute(l.database.db);
  const byTeam = new Map<number, Posting[]>();
  for (const row of rows) byTeam.set(row.teamId, [...(byTeam.get(row.teamId) ?? []), row]);
  return byTeam;
}

const isOf = ({ codes, types }: FigureSpec, { code, type }: Posting) =>
  codes.includes(code) && (types === null || types.includes(type));
const sumOf = (postings: readonly Posting[]) => postings.reduce((sum, { fen }) => sum + fen, 0);

/** Computes the expected figures of the month's statement directly from the postings. */
function recompute(postings: readonly Posting[]) {
  const own: FigureSpec = BALANCE_FIGURES.teamMoney;
  const month = postings.filter(({ day }) => day >= FROM && day <= TO);
  const figure = (spec: FigureSpec) => {
    const fen = sumOf(month.filter((posting) => isOf(spec, posting)));
    return spec.side === 'C' ? fen : 0 - fen;
  };
  const settled = month.filter(({ code, type }) => code === 'ORDER_ESCROW' && type === 'ORDER_SETTLE');
  const signed = (pick: (posting: Posting) => number) =>
    settled.reduce((sum, posting) => sum - Math.sign(posting.fen) * pick(posting), 0);
  return {
    orders: signed(() => 1),
    goodsFen: signed(({ goodsFen }) => goodsFen ?? 0),
    deliveryFen: signed(({ deliveryFen }) => deliveryFen ?? 0),
    payableFen: figure(FLOW_FIGURES.net),
    creditedFen: figure({ ...own, codes: ['TEAM_AVAILABLE'], types: ['TEAM_RELEASE'] }),
    openingFen: sumOf(postings.filter((posting) => posting.day < FROM && isOf(own, posting))),
    closingFen: sumOf(postings.filter((posting) => posting.day <= TO && isOf(own, posting))),
    totals: {
      technicalFee: figure(FLOW_FIGURES.technicalFee),
      deliveryFee: figure(FLOW_FIGURES.deliveryFee),
      promotionFee: figure(FLOW_FIGURES.promotionFee),
      otherFees: figure(FLOW_FIGURES.otherFees),
      refunds: figure(FLOW_FIGURES.refunds),
      compensation: figure(FLOW_FIGURES.compensation),
      adjustments: figure(FLOW_FIGURES.adjustments),
    },
  };
}

const revisions = () =>
  l.database.db
    .selectFrom('statement_revision as r')
    .innerJoin('statement as s', 's.id', 'r.statement_id')
    .selectAll('r')
    .select('s.team_id')
    .orderBy('s.team_id')
    .orderBy('r.revision')
    .execute();
const said = (row: RevisionRow) => {
  const { movements, fees, corrections, correctedFen, ...figures } = figuresIn(row);
  return figures;
};
const states = async () =>
  new Map(
    (await statementsIn(l.database.db, { states: ['draft', 'pendingConfirm', 'revised', 'confirmed'] })).map((row) => [
      row.team_id,
      row,
    ]),
  );

async function closeUntil(last: string): Promise<void> {
  const { closed } = await l.database.db
    .selectFrom('ledger_watermark')
    .select('closed_until as closed')
    .executeTakeFirstOrThrow();
  for (let day = closed ? addDays(closed, 1) : '2026-01-20'; day <= last; day = addDays(day, 1)) {
    await closeDay(l.tools, day, ZONE, 1);
  }
}

test('drafts are made on day 2 at 06:00 and sent only after the last day of the month is closed', async () => {
  await makeStatements(l.tools);
  assert.equal((await states()).size, 0, 'one minute before');
  l.clock.set('2026-03-02T06:00:00+08:00');
  await makeStatements(l.tools);
  const made = await states();
  assert.equal(made.size, STATIONS);
  assert.ok([...made.values()].every(({ state, month }) => state === 'draft' && month === MONTH));
  await closeUntil('2026-02-27');
  await makeStatements(l.tools);
  assert.ok([...(await states()).values()].every(({ state }) => state === 'draft'));
  assert.ok((await revisions()).every(({ frozen }) => !frozen));
});

test('frozen figures equal the sums of the postings, for 200 random histories', async () => {
  await closeUntil(TO);
  await makeStatements(l.tools);
  assert.ok([...(await states()).values()].every(({ state }) => state === 'pendingConfirm'));
  const postings = await allPostings();
  const rows = await revisions();
  assert.equal(rows.length, STATIONS);
  let fees = 0;
  for (const row of rows) {
    const own = postings.get(row.team_id) ?? [];
    assert.equal(row.frozen, true);
    assert.deepEqual(said(row), recompute(own), `station ${row.team_id}`);
    assert.ok(isBalanced(figuresIn(row)), `station ${row.team_id}: opening + movements = closing`);
    for (const fee of STATEMENT_FEES) {
      const lines = row.fees.filter((line) => line.fee === fee);
      fees += lines.length;
      assert.equal(
        lines.reduce((sum, { fen }) => sum + fen, 0),
        row.totals[fee],
        `station ${row.team_id} ${fee}`,
      );
    }
    const bases = row.fees.filter(({ fee }) => fee === 'technicalFee').reduce((sum, { baseFen }) => sum + baseFen, 0);
    assert.equal(bases, row.goods_fen + row.delivery_fen, `station ${row.team_id}: the base is what the orders cost`);
  }
  assert.ok(fees > STATIONS, String(fees));
  const rules = new Set(rows.flatMap((row) => row.fees.map(({ ruleName, rateBp }) => `${ruleName} ${rateBp}`)));
  for (const rule of ['标准方案 600', '标准方案 550', 'null 350']) assert.ok(rules.has(rule), rule);
});

test('the figures of a sent statement can be neither changed nor deleted', async () => {
  const { db } = l.database;
  const refused = /the figures of a statement that was sent are kept/;
  await assert.rejects(db.updateTable('statement_revision').set({ payable_fen: 1 }).execute(), refused);
  await assert.rejects(db.deleteFrom('statement_revision').execute(), refused);
  await assert.rejects(sql`truncate statement_revision`.execute(db), refused);
});

test('later corrections make a revision after their day is closed, and the earlier figures stay unchanged', async () => {
  const before = await revisions();
  l.clock.set('2026-03-06T12:00:00+08:00');
  const expected = new Map<number, { fen: number; reasons: string[] }>();
  const note = (teamId: number, fen: number, reason: string) => {
    const known = expected.get(teamId) ?? { fen: 0, reasons: [] };
    expected.set(teamId, { fen: known.fen + fen, reasons: [...known.reasons, reason].sort() });
  };
  for (const history of histories.slice(0, 60)) {
    const { teamId } = history;
    const undone = history.manuals.find(({ day }) => day >= FROM && day <= TO);
    if (undone) {
      const { id } = await l.database.db
        .selectFrom('ledger_txn')
        .select('id')
        .where('team_id', '=', teamId)
        .where('biz_no', '=', undone.bizNo)
        .executeTakeFirstOrThrow();
      const on = { at: l.clock.now(), day: '2026-03-05', remark: 'typed wrongly', operatorId: 1 };
      await reverse(l.tools, { teamId, id }, on);
      const amountFen = undone.lines[0]?.amountFen ?? 0;
      note(teamId, undone.bizType === 'MANUAL_IN' ? -amountFen : amountFen, 'reversal');
    }
    if (teamId % 3 === 0) {
      const late = new Date('2026-02-28T10:00:00+08:00');
      const on = history.on('2026-03-03', undefined, late);
      await post(l.tools, {
        ...on,
        bizType: 'SERVICE_FEE',
        lines: [
          { account: 'TEAM_AVAILABLE', ownerId: teamId, dc: 'D', amountFen: 70 + teamId },
          { account: 'SERVICE_FEE', ownerId: 0, dc: 'C', amountFen: 70 + teamId },
        ],
      });
      note(teamId, -(70 + teamId), 'late');
    }
    // These entries happen in March and reverse nothing in February. They must not count as corrections of February.
    const known = history.lines.length;
    const entries = await history.happen('2026-03-04');
    await postHistory(l.tools, entries, history.lines.slice(known));
  }
  await correctStatements(l.tools);
  assert.deepEqual(await revisions(), before, 'their days are open');
  await closeUntil('2026-03-05');
  await correctStatements(l.tools);
  const afterwards = await revisions();
  assert.deepEqual(
    afterwards.filter(({ revision }) => revision === 1),
    before,
  );
  const second = afterwards.filter(({ revision }) => revision === 2);
  assert.deepEqual(
    second.map((row) => row.team_id).sort((one, other) => one - other),
    [...expected.keys()].sort((one, other) => one - other),
  );
  for (const row of second) {
    const { fen, reasons } = expected.get(row.team_id) ?? { fen: Number.NaN, reasons: [] };
    assert.equal(row.corrected_fen, fen, `station ${row.team_id}`);
    assert.deepEqual(row.corrections.map(({ reason }) => reason).sort(), reasons);
    const first = before.find(({ team_id: teamId }) => teamId === row.team_id) as (typeof before)[number];
    assert.deepEqual(said(row), said(first), 'the figures of the month itself stay');
  }
  assert.ok(second.length > 20, String(second.length));
  const after = await states();
  for (const teamId of expected.keys()) assert.equal(after.get(teamId)?.state, 'revised');
  await pursueStatements(l.tools);
  for (const teamId of expected.keys()) assert.equal((await states()).get(teamId)?.state, 'pendingConfirm');
  await correctStatements(l.tools);
  assert.deepEqual(await revisions(), afterwards, 'nothing new: no further revision');
});

test('a reopened day that is closed again with another entry makes a revision only for its station', async () => {
  const before = await revisions();
  const [history] = histories.slice(100);
  assert.ok(history);
  await reopenDay(l.tools, '2026-02-20', { byId: 1, reason: 'a bill came late' });
  await correctStatements(l.tools);
  assert.deepEqual(await revisions(), before, 'the month is open');
  await post(l.tools, {
    ...history.on('2026-02-20'),
    bizType: 'MANUAL_IN',
    lines: [
      { account: 'ADJUSTMENT', ownerId: 0, dc: 'D', amountFen: 4_321 },
      { account: 'TEAM_AVAILABLE', ownerId: history.teamId, dc: 'C', amountFen: 4_321 },
    ],
  });
  await closeUntil('2026-03-05');
  await correctStatements(l.tools);
  const added = (await revisions()).filter(
    (row) => !before.some((one) => one.statement_id === row.statement_id && one.revision === row.revision),
  );
  assert.deepEqual(
    added.map(({ team_id: teamId }) => teamId),
    [history.teamId],
  );
  const postings = await allPostings();
  assert.deepEqual(said(added[0] as RevisionRow), recompute(postings.get(history.teamId) ?? []));
});

test('an undisputed statement is confirmed after 7 days, and a confirmed statement keeps its figures', async () => {
  await pursueStatements(l.tools);
  l.clock.set('2026-03-13T12:00:00+08:00');
  await pursueStatements(l.tools);
  assert.ok([...(await states()).values()].every(({ state }) => state === 'confirmed'));
});
