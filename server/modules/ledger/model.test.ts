import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { withTransaction } from '../../core/database/transaction';
import { Refusal } from '../../core/http/refusal';
import { balancesOf, setCredit } from './accounts';
import { addSettleLines, reverse } from './lines';
import { History } from './model-history';
import { NUMBER, steps, type Target } from './model-steps';
import { addReceivables, collectionsFrom, noteCollections, receivableRows, waiveReceivable } from './receivables';
import type { Entry } from './rules';
import { postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';

/**
 * Tests with random histories (QUALITY C.3 21, 22). The first test applies them to the rules in memory and checks the model after each step.
 * The second test also applies histories to the ledger in the database and compares the end states. `LEDGER_HISTORIES` is the number of
 * histories of the second test (full run: 2,000).
 */
const PURE = 2_000;
const STORED = Number(process.env.LEDGER_HISTORIES ?? 40);
const SEED = 20_260_301;
/** Number of histories between two checks of the whole database. A check is slower when the database has more rows. */
const LOOK_EVERY = Math.max(1, Math.floor(STORED / 40));

test(`${PURE} random histories of up to 60 steps keep every invariant after every step`, async () => {
  const at = new Date('2026-03-01T11:40:00+08:00');
  let entries = 0;
  await fc.assert(
    fc.asyncProperty(steps(60), async (history) => {
      const world = new History(1_000, null, () => at);
      for (const step of history) {
        await world.step(step);
        world.mustBeSound();
      }
      entries += world.book.journal.length;
    }),
    { numRuns: PURE, seed: SEED },
  );
  assert.ok(entries > PURE * 5, `only ${entries} transactions came about`);
});

let l: TestLedger;
before(async () => {
  l = await createTestLedger();
});
after(() => l.database.close());

/** Adapts the real ledger as a target. Refusals are returned as their codes. */
function stored(base: number): Target {
  const byBiz = new Map<string, number>();
  const keyOf = ({ bizType, bizNo, step = 1 }: Entry) => `${bizType} ${bizNo} ${step}`;
  const coded = async (work: (tools: TestLedger['tools']) => Promise<void>): Promise<number> => {
    try {
      await withTransaction(l.database.db, (db) => work({ ...l.tools, db }));
      return 0;
    } catch (error) {
      if (error instanceof Refusal) return error.code;
      throw error;
    }
  };
  const note = async (tools: TestLedger['tools'], entries: readonly Entry[]) => {
    const posted = await postAll(tools, entries);
    for (const [index, entry] of entries.entries()) byBiz.set(keyOf(entry), posted[index]?.id ?? 0);
    await addReceivables(tools, 'refund', entries, posted);
  };
  return {
    post: (entries, line) =>
      coded(async (tools) => {
        await note(tools, entries);
        const at = l.clock.now();
        if (line)
          await addSettleLines(tools, [{ teamId: base, orderNo: line.orderNo, amountFen: line.fen, dueAt: at, at }]);
      }),
    release: (entry, orderNo) =>
      coded(async (tools) => {
        const { at, day } = entry;
        const amountFen = entry.lines[0]?.amountFen ?? 0;
        const collections = await collectionsFrom(tools.db, [{ teamId: base, amountFen }], { at, day });
        await note(tools, [entry, ...collections.map((one) => one.entry)]);
        await noteCollections(tools.db, collections, at);
        await tools.db
          .updateTable('settle_line')
          .set({ state: 'released', released_at: l.clock.now() })
          .where('team_id', '=', base)
          .where('order_no', '=', orderNo)
          .execute();
      }),
    async waive(bizNo) {
      await coded(async (tools) => {
        const open = await receivableRows(tools.db)
          .where('receivable.team_id', '=', base)
          .where('receivable.biz_no', '=', bizNo)
          .where('receivable.state', '=', 'open')
          .orderBy('receivable.id')
          .executeTakeFirstOrThrow();
        const on = { at: l.clock.now(), day: '2026-03-01', operatorId: 1 };
        await waiveReceivable(tools, open, on, { remark: bizNo, reason: 'history' });
      });
    },
    reverse: (entry, on) =>
      coded(async (tools) => {
        await reverse(
          tools,
          { teamId: base, id: byBiz.get(keyOf(entry)) ?? 0 },
          { ...on, remark: 'history', operatorId: 1 },
        );
      }),
  };
}

test(`${STORED} random histories of up to 40 steps end in the same state in the database and in the model`, async () => {
  let base = 10_000;
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(steps(40), async (history) => {
      base += 10;
      assert.ok(await setCredit(l.tools, base, 500));
      const world = new History(base, stored(base), () => l.clock.now());
      for (const step of history) await world.step(step);
      await world.endTransfers();
      const own = [...world.book.balances].filter(
        ([key]) => Number(key.split(':')[1]) >= base && !key.endsWith(`:${NUMBER}`),
      );
      const codes = [...new Set(own.map(([key]) => key.split(':')[0] as 'TEAM_PENDING'))];
      const found = await balancesOf(l.database.db, codes, [...new Set(own.map(([key]) => Number(key.split(':')[1])))]);
      for (const [key, fen] of own) assert.equal(found.get(key) ?? 0, fen, key);
      histories += 1;
      if (histories % LOOK_EVERY === 0) await l.mustBeSound();
    }),
    { numRuns: STORED, seed: SEED, includeErrorInReport: true },
  );
  await l.mustBeSound();
});
