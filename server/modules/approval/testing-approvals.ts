import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { withParents } from '../../../contract/permissions';
import { type Fixture, nextSerial, type Stage } from './testing-fixture';

/** Kinds with the usual approval: one person submits, another person approves or rejects, and undecided documents expire. */

export interface ApprovalFixture extends Fixture {
  readonly otherRules: readonly number[];
  /** The code that the user with {@link otherRules} receives when reading the document. */
  readonly readWithoutRule: 100 | 40401;
  /** The expected content of the drawer: changed fields, facts, and the note of the first history line. */
  readonly shows: { readonly changes: readonly string[]; readonly facts: readonly string[]; readonly note: string };
  /** The actions that are offered to a user who may decide a pending document. */
  readonly decisions: readonly string[];
}

const withToken = ({ people: { maker } }: Stage) => ({ token: maker.token, ticket: maker.ticket });
const isDecided = (state: string): boolean => state === 'approved' || state === 'rejected';

interface Submitted {
  /** Submits a document. @returns the document's id */
  submit(stage: Stage): Promise<number>;
  /** Builds the columns that a document must also have in a state. */
  columnsOf?(state: string, checkerId: number): Readonly<Record<string, unknown>>;
}

/** Creates a function that creates a document with a call and then sets the document's state directly in the table. */
const submitted =
  ({ table, stateColumn }: Pick<Fixture, 'table' | 'stateColumn'>, { submit, columnsOf = () => ({}) }: Submitted) =>
  async (stage: Stage, state: string): Promise<number> => {
    const id = await submit(stage);
    const set = Object.entries({ [stateColumn]: state, ...columnsOf(state, stage.people.holder.id) });
    const columns = set.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    await sql`update ${sql.table(table)} set ${sql.join(columns)} where id = ${id}`.execute(stage.t.db);
    return id;
  };

/** Builds additional columns of documents whose approval posts money. */
const postedColumns = (state: string, checkerId: number) => ({
  checker_id: isDecided(state) ? checkerId : null,
  tx_no: state === 'approved' ? 'TX1' : null,
});

const ADJUST = { table: 'fund_adjust', stateColumn: 'state' } as const;
const PROPOSAL = { table: 'proposal', stateColumn: 'status' } as const;
const SHARE = { table: 'franchisee_adjust', stateColumn: 'state' } as const;
const AUDIT = { table: 'rider_fund_audit', stateColumn: 'state' } as const;
const TERMS = { table: 'team_terms', stateColumn: 'state' } as const;
const REWARD = { kind: 'reward', amountFen: 100, fundedBy: 'platform', reason: 'Best of the week' } as const;

/** Finds an active franchisee without a station in the scope of the user `outside`. */
async function franchiseeElsewhere({ t, otherTeamId }: Stage): Promise<number> {
  const { id } = await t.db
    .selectFrom('franchisee as f')
    .select('f.id')
    .where('f.status', '=', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('team')
            .select('team.id')
            .whereRef('team.franchisee_id', '=', 'f.id')
            .where('team.id', '=', otherTeamId),
        ),
      ),
    )
    .orderBy('f.id')
    .executeTakeFirstOrThrow();
  return id;
}

export const APPROVALS: Readonly<Record<string, ApprovalFixture>> = {
  fundAdjust: {
    ...ADJUST,
    rules: [33, 34, 3306, 3307],
    otherRules: [33, 34],
    // The user with `otherRules` may read the list of adjustments, so reading the document succeeds.
    readWithoutRule: 100,
    shows: { changes: [], facts: ['station', 'account', 'direction', 'category', 'reason'], note: 'Counted twice' },
    decisions: ['approve', 'reject'],
    make: submitted(ADJUST, {
      async submit(stage) {
        const answer = await stage.t.call(
          'finance.TeamFund/submitAdjust',
          { teamId: stage.teamId, direction: 'in', amountFen: 100, category: 'correction', reason: 'Counted twice' },
          withToken(stage),
        );
        assert.equal(answer.code, 100, answer.msg);
        return answer.data.id;
      },
      columnsOf: postedColumns,
    }),
  },
  franchiseeAdjust: {
    ...SHARE,
    rules: [42, 4208, 4209],
    otherRules: [42],
    // The user with `otherRules` may read the franchisee, so reading the document succeeds.
    readWithoutRule: 100,
    shows: { changes: [], facts: ['franchisee', 'account', 'direction', 'category', 'reason'], note: 'Counted twice' },
    decisions: ['approve', 'reject'],
    make: submitted(SHARE, {
      async submit(stage) {
        const input = { direction: 'in', amountFen: 100, category: 'correction', reason: 'Counted twice' } as const;
        const id = await franchiseeElsewhere(stage);
        const answer = await stage.t.call('franchise.Franchisee/adjustFund', { id, ...input }, withToken(stage));
        assert.equal(answer.code, 100, answer.msg);
        return answer.data.id;
      },
      columnsOf: postedColumns,
    }),
  },
  proposal: {
    ...PROPOSAL,
    rules: [8101, 8102, 8106, 3602, 1107],
    otherRules: [33, 34],
    readWithoutRule: 40401,
    shows: { changes: ['name', 'type', 'ruleIds', 'dataScope'], facts: [], note: '' },
    decisions: ['approve', 'reject'],
    make: submitted(PROPOSAL, {
      async submit(stage) {
        const input = {
          name: `Payer ${nextSerial()}`,
          type: 'hq' as const,
          description: '',
          ruleIds: withParents([3602]),
          dataScope: { kind: 'all' as const, ids: [] },
          fieldRules: [],
          loginHours: null,
          ipAllowList: [],
          need2v: false,
        };
        const answer = await stage.t.call('rights.Identity/save', input, withToken(stage));
        assert.equal(answer.code, 110, answer.msg);
        // The proposal gets a station, so that we can test users who do not have this station in their scope.
        const { id } = answer.data;
        await stage.t.db.updateTable('proposal').set({ team_id: stage.teamId }).where('id', '=', id).execute();
        return id;
      },
    }),
  },
  fundAudit: {
    ...AUDIT,
    rules: [2, 65, 6506, 6507],
    otherRules: [2, 65],
    // The user with `otherRules` may read the list of entries, so reading the document succeeds.
    readWithoutRule: 100,
    shows: {
      changes: [],
      facts: ['rider', 'station', 'kind', 'direction', 'fundedBy', 'reason'],
      note: REWARD.reason,
    },
    decisions: ['approve', 'return', 'reject'],
    make: submitted(AUDIT, {
      async submit(stage) {
        const { id: riderId } = await stage.t.db
          .selectFrom('rider')
          .select('id')
          .where('team_id', '=', stage.teamId)
          .where('status', '=', 'active')
          .orderBy('id')
          .executeTakeFirstOrThrow();
        const answer = await stage.t.call('fundAudit.Rider/create', { ...REWARD, riderId }, withToken(stage));
        assert.equal(answer.code, 100, answer.msg);
        return answer.data.id;
      },
      columnsOf: (state, checkerId) => ({
        checker_id: ['owing', 'effective', 'waived', 'rejected', 'returned'].includes(state) ? checkerId : null,
        ...((state === 'owing' || state === 'waived') && { direction: 'out', allow_instalment: true }),
        ...(state === 'effective' && { tx_nos: '["TX1"]' }),
      }),
    }),
    inputs: { resubmit: REWARD },
  },
  teamTerms: {
    ...TERMS,
    rules: [11, 1102, 3311],
    otherRules: [11],
    // The user with `otherRules` may read the station, so reading the document succeeds.
    readWithoutRule: 100,
    shows: {
      changes: ['riderShareBp'],
      facts: ['station', 'effectiveAt', 'reason', 'effectMonth', 'effectStation', 'effectRider', 'effectPlatform'],
      note: 'As agreed',
    },
    decisions: ['approve', 'reject'],
    make: submitted(TERMS, {
      async submit(stage) {
        const values = { riderShareBp: 5_000 + nextSerial() };
        const input = { teamId: stage.teamId, values, reason: 'As agreed' };
        const answer = await stage.t.call('team.Terms/propose', input, withToken(stage));
        assert.equal(answer.code, 100, answer.msg);
        return answer.data.id;
      },
      columnsOf: (state, checkerId) => ({ checker_id: isDecided(state) ? checkerId : null }),
    }),
  },
};
