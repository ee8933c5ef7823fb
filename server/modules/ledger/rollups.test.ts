import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { AccountCode } from '../../../contract/ledger';
import { ENTRY_TYPES, type EntryType } from '../../../contract/ledger.entries';
import { HOUR_MS } from '../../../contract/units';
import { addDays } from '../../core/money/days';
import { closeDay, nextToClose, reopenDay, trialBalance } from './closing';
import { flowsBetween, flowsByKey, flowsUpTo, moneyOfTeams } from './figures';
import { reverse } from './lines';
import { movementPage, movementSums, openingOf } from './movements';
import { countOpenDays } from './open-days';
import { credit, debit, type Entry } from './rules';
import { flowSums, movedByDay, stationAccounts } from './station-flow';
import { postAll } from './store';
import { createTestLedger, type TestLedger } from './testing';

/** Tests that sums from roll-ups equal the sums of postings while days are closed and reopened at random. */

/**
 * The two times of postings. Some sums include the last day only up to MORNING. The date has no effect, because postings are assigned by
 * accounting day.
 */
const MORNING = new Date('2026-03-01T01:00:00Z');
const EVENING = new Date('2026-03-01T11:00:00Z');
const ZONE = 'Asia/Shanghai';
const FIRST = '2026-02-20';
const DAYS = Array.from({ length: 8 }, (_, n) => addDays(FIRST, n));
const CODES: readonly AccountCode[] = ['TEAM_AVAILABLE', 'TEAM_HELD', 'TEAM_DEPOSIT'];

const AGAIN = { byId: 3, reason: 'a bill came late' };
let l: TestLedger;
before(async () => {
  l = await createTestLedger();
  // The later channel fees need these balances at the payment platforms.
  await postAll(
    l.tools,
    [1, 2, 3].map((id) => ({
      ...l.occasion(0),
      bizType: 'FRANCHISE_IN' as const,
      day: FIRST,
      lines: [debit('CHANNEL', 90_000_000, id), credit('FRANCHISE_FEE', 90_000_000)],
    })),
  );
});
after(async () => {
  await l.mustBeSound();
  await l.database.close();
});

interface Step {
  readonly kind: 'give' | 'hold' | 'deposit' | 'channel' | 'undo' | 'close' | 'reopen' | 'count';
  readonly day: number;
  readonly fen: number;
  readonly pick: number;
}
const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom(
      'give',
      'give',
      'hold',
      'deposit',
      'channel',
      'undo',
      'close',
      'close',
      'reopen',
      'count',
      'count',
    ),
    day: fc.nat(DAYS.length - 1),
    fen: fc.integer({ min: 1, max: 9_000 }),
    pick: fc.nat(1_000),
  }),
  { minLength: 10, maxLength: 40 },
);

/** Executes the steps on two stations: postings, reversals, and the closing, reopening and counting of days. Skips refused steps. */
async function live(team: number, history: readonly Step[]): Promise<void> {
  const posted: { teamId: number; id: number }[] = [];
  for (const { kind, day: at, fen, pick } of history) {
    const day = DAYS[at] ?? FIRST;
    const teamId = team + (pick % 2);
    const on = { ...l.occasion(teamId), day, at: fen % 2 === 0 ? MORNING : EVENING };
    const lines = {
      give: ['MANUAL_IN', debit('ADJUSTMENT', fen), credit('TEAM_AVAILABLE', fen, teamId)],
      hold: ['FUND_HOLD', debit('TEAM_AVAILABLE', fen, teamId), credit('TEAM_HELD', fen, teamId)],
      deposit: ['DEPOSIT_IN', debit('CHANNEL', fen, 1 + (pick % 3)), credit('TEAM_DEPOSIT', fen, teamId)],
      channel: ['CHANNEL_FEE', debit('CHANNEL_COST', fen), credit('CHANNEL', fen, 1 + (pick % 3))],
    } as const;
    try {
      if (kind === 'close') await closeDay(l.tools, (await nextToClose(l.tools.db)) ?? day, ZONE, 3);
      else if (kind === 'reopen') await reopenDay(l.tools, day, AGAIN);
      else if (kind === 'count') {
        // After an hour, all earlier postings are old enough for the stored sums.
        l.clock.advance(HOUR_MS);
        await countOpenDays(l.tools);
      } else if (kind === 'undo') {
        const original = posted[pick % Math.max(1, posted.length)];
        if (original) await reverse(l.tools, original, { ...on, remark: 'wrong', operatorId: 0 });
      } else {
        const [bizType, ...both] = lines[kind];
        const entry: Entry = { ...on, bizType, lines: both };
        const [done] = await postAll(l.tools, [entry]);
        if (done) posted.push({ teamId, id: done.id });
      }
    } catch (error) {
      // Ignore refused steps: the day is closed, the balance is too low, or the transaction is already reversed.
      if (!(error instanceof Error) || !('code' in error)) throw error;
    }
  }
}

interface Posting {
  readonly teamId: number;
  readonly txnId: number;
  readonly code: AccountCode;
  readonly ownerId: number;
  readonly type: EntryType;
  readonly isReversal: boolean;
  readonly day: string;
  readonly isEarly: boolean;
  readonly dc: 'D' | 'C';
  readonly fen: number;
}
async function postingsOf(team: number): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    select p.team_id as "teamId", p.txn_id as "txnId", a.code, a.owner_id as "ownerId", coalesce(o.biz_type, t.biz_type) as type,
      o.id is not null as "isReversal", p.day::text as day,
      p.at <= ${MORNING} as "isEarly", p.dc, p.amount_fen as fen
    from ledger_posting p join ledger_account a on a.id = p.account_id
    join ledger_txn t on t.team_id = p.team_id and t.id = p.txn_id
    left join ledger_txn o on o.team_id = t.team_id and o.id = t.reverses_id
    where p.team_id in (${team}, ${team + 1})`.execute(l.tools.db);
  return rows;
}
const sum = (rows: readonly Posting[], dc: 'D' | 'C') =>
  rows.reduce((all, row) => all + (row.dc === dc ? row.fen : 0), 0);

let team = 100;

test('flows and movements equal the sums of their postings, whichever days are closed', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.nat(DAYS.length - 1),
      fc.nat(DAYS.length - 1),
      fc.subarray(['MANUAL_IN', 'FUND_HOLD', 'DEPOSIT_IN', 'CHANNEL_FEE', 'REVERSAL'] as EntryType[]),
      fc.constantFrom(undefined, 'in' as const, 'out' as const),
      fc.subarray([...CODES]),
      async (history, one, other, type, direction, some) => {
        team += 2;
        for (const day of DAYS) await reopenDay(l.tools, day, AGAIN).catch(() => undefined);
        await live(team, history);
        const all = await postingsOf(team);
        const [from = FIRST, to = FIRST] = [DAYS[Math.min(one, other)], DAYS[Math.max(one, other)]];
        const isIn = ({ day }: Posting) => day >= from && day <= to;

        /* movements of one station's accounts */
        const codes = some.length > 0 ? some : CODES;
        const accounts = await stationAccounts(l.tools.db, team, codes);
        const own = all.filter(
          ({ teamId, code, ownerId }) => teamId === team && ownerId === team && codes.includes(code),
        );
        const asked = own
          .filter(isIn)
          .filter(
            (row) => type.length === 0 || type.includes(row.type) || (row.isReversal && type.includes('REVERSAL')),
          )
          .filter(({ dc }) => direction === undefined || (dc === 'C') === (direction === 'in'));
        const sums = await flowSums(l.tools.db, team, accounts, { from, to, type, direction });
        assert.deepEqual([sums.rows, sums.inFen, sums.outFen], [asked.length, sum(asked, 'C'), sum(asked, 'D')]);
        const whole = await flowSums(l.tools.db, team, accounts, { from, to });
        const balance = (rows: readonly Posting[]) => sum(rows, 'C') - sum(rows, 'D');
        assert.deepEqual(
          [whole.beforeFen, whole.afterFen, whole.balanceFen],
          [balance(own.filter(({ day }) => day < from)), balance(own.filter(({ day }) => day > to)), balance(own)],
        );
        /* the same sums up to MORNING of the last day */
        const until = MORNING;
        const isSoFar = (row: Posting) => row.day < to || row.isEarly;
        const part = await flowSums(l.tools.db, team, accounts, { from, to, until });
        const soFar = own.filter(isIn).filter(isSoFar);
        assert.deepEqual([part.rows, part.inFen, part.outFen], [soFar.length, sum(soFar, 'C'), sum(soFar, 'D')]);
        assert.equal(part.beforeFen + part.inFen - part.outFen, part.balanceFen - part.afterFen);
        const typed = await flowSums(l.tools.db, team, accounts, { from, to, until, type, direction });
        const askedSoFar = asked.filter(isSoFar);
        assert.deepEqual([typed.rows, typed.inFen], [askedSoFar.length, sum(askedSoFar, 'C')]);
        const trial = await trialBalance(l.tools.db, to, [team], until);
        for (const code of CODES) {
          const upTo = all.filter((row) => row.teamId === team && row.code === code && row.day <= to && isSoFar(row));
          assert.equal(trial.find((row) => row.code === code)?.closingFen ?? 0, balance(upTo), code);
        }

        /* figures of each station, and of all stations together */
        const ofStations = await flowsBetween(l.tools.db, { from, to, teams: [team, team + 1] }, 'team');
        for (const teamId of [team, team + 1]) {
          for (const code of CODES) {
            const rows = (flowsByKey(ofStations).get(String(teamId)) ?? []).filter((row) => row.code === code);
            const here = all.filter((row) => row.teamId === teamId && row.code === code).filter(isIn);
            const told = [rows.reduce((n, row) => n + row.debitFen, 0), rows.reduce((n, row) => n + row.creditFen, 0)];
            assert.deepEqual(told, [sum(here, 'D'), sum(here, 'C')], `${teamId} ${code}`);
          }
        }
        const [together, byTeams] = await Promise.all(
          (['all', 'team'] as const).map((by) => flowsBetween(l.tools.db, { from, to, teams: null }, by)),
        );
        const total = (rows: typeof together = []) => rows.reduce((n, row) => n + row.debitFen * 3 + row.creditFen, 0);
        assert.equal(total(together), total(byTeams));
        const held = await moneyOfTeams(l.tools.db, to, [team, team + 1]);
        for (const teamId of [team, team + 1]) {
          const there = all.filter((row) => row.teamId === teamId && row.code.startsWith('TEAM_') && row.day <= to);
          assert.equal(held.get(teamId) ?? 0, balance(there), `${teamId}`);
        }
        const [trialOfAll, trialOfParts] = await Promise.all([
          trialBalance(l.tools.db, to, 0),
          trialBalance(l.tools.db, to, [...Array(team + 2).keys()].slice(1)),
        ]);
        // These accounts belong only to stations, so the selected stations have the whole balance.
        for (const code of CODES) {
          const [one, other] = [trialOfAll, trialOfParts].map((trial) => trial.find((row) => row.code === code));
          assert.equal(one?.closingFen ?? 0, other?.closingFen ?? 0, code);
        }

        const byDay = await movedByDay(l.tools.db, team, from);
        const available = all.filter(({ teamId, code }) => teamId === team && code === 'TEAM_AVAILABLE');
        for (const day of DAYS.filter((one) => one >= from)) {
          assert.equal(byDay.get(day) ?? 0, balance(available.filter((row) => row.day === day)), day);
        }

        /* movements of the first station, and of both stations */
        const types: EntryType[] = type.filter((one) => one !== 'REVERSAL');
        for (const teams of [[team], [team, team + 1]]) {
          const filter = { codes, types: types.length > 0 ? types : null, teams, from, to };
          const found = all
            .filter(isIn)
            .filter((row) => teams.includes(row.teamId) && codes.includes(row.code))
            .filter((row) => types.length === 0 || types.includes(row.type));
          const told = await movementSums(l.tools.db, filter);
          const ids = new Set(found.map(({ txnId }) => txnId));
          assert.deepEqual([told.debitFen, told.creditFen, told.count], [sum(found, 'D'), sum(found, 'C'), ids.size]);
          const toldSoFar = await movementSums(l.tools.db, { ...filter, until });
          const foundSoFar = found.filter(isSoFar);
          assert.deepEqual(
            [toldSoFar.debitFen, toldSoFar.creditFen, toldSoFar.count],
            [sum(foundSoFar, 'D'), sum(foundSoFar, 'C'), new Set(foundSoFar.map(({ txnId }) => txnId)).size],
          );
          // A page has the same rows, whether it scans transactions or sums postings.
          const page = { order: 'desc', offset: 1, limit: 5 } as const;
          const pages = await Promise.all(
            [false, true].map((isMany) => movementPage(l.tools.db, filter, page, { ...told, isMany })),
          );
          assert.deepEqual(pages[0], pages[1]);
          assert.equal(pages[0]?.length, Math.max(0, Math.min(5, ids.size - 1)));
        }
        const [opening, parts] = await Promise.all(
          [null, [...Array(team + 2).keys()]].map((teams) =>
            openingOf(l.tools.db, { codes: ['CHANNEL'], types: null, teams, ownerIds: [1], from, to }),
          ),
        );
        assert.equal(opening, parts);
      },
    ),
    { numRuns: 15 },
  );
});

test('an entry that moves another station’s money is refused', async () => {
  const on = { ...l.occasion(7), day: '2026-03-01' };
  const lines = [debit('ADJUSTMENT', 5), credit('TEAM_AVAILABLE', 5, 8)];
  await assert.rejects(postAll(l.tools, [{ ...on, bizType: 'MANUAL_IN', lines }]), /42243|balance/);
  assert.ok(ENTRY_TYPES.MANUAL_IN);
});

test('flows, trial balance and movements up to a moment include the postings of that moment', async () => {
  const team = 9_001;
  const on = { ...l.occasion(team), at: MORNING };
  const lines = [debit('ADJUSTMENT', 500), credit('TEAM_AVAILABLE', 500, team)];
  await postAll(l.tools, [{ ...on, bizType: 'MANUAL_IN', lines }]);
  const code = 'TEAM_AVAILABLE';
  const credited = async (until: Date) => {
    const { db } = l.tools;
    const flows = await flowsUpTo(db, { day: on.day, until, teams: [team] });
    const trial = await trialBalance(db, on.day, [team], until);
    const days = { from: on.day, to: on.day, until };
    const { creditFen } = await movementSums(db, { codes: [code], types: null, teams: [team], ...days });
    const sums = [flows, trial].map((rows) => rows.find((row) => row.code === code)?.creditFen ?? 0);
    return [...sums, creditFen];
  };
  assert.deepEqual(await credited(MORNING), [500, 500, 500]);
  assert.deepEqual(await credited(new Date(MORNING.getTime() - 1)), [0, 0, 0]);
});
