import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { type CaseStep, reasonOf } from '../../../contract/case';
import { CASE_TYPES } from '../../../contract/case-types';
import { endpoints } from '../../../contract/endpoints';
import { withParents } from '../../../contract/permissions';
import { LOCALES } from '../../../contract/text';
import { createTestApp, type TestApp } from '../../testing';
import { payingApplication } from '../../testing-withdrawals';
import type { Case } from '../case';
import { approvalJobs, CASES } from './inbox';

/**
 * Tests every kind of document: state × step × user. A permitted step succeeds with the declared state, a history line and an operation
 * record. Any other step is refused with the declared code and changes nothing. Each kind has a fixture.
 */

let t: TestApp;
let teams: number[];
/** A rider of the first station. */
let riderId: number;

interface Person {
  readonly id: number;
  readonly token: string;
  readonly ticket: string;
}
const ACTORS = ['maker', 'holder', 'owner', 'outside', 'withoutRule', 'system'] as const;
type ActorName = (typeof ACTORS)[number];
type People = Readonly<Record<Exclude<ActorName, 'system'>, Person>>;

/** What this test needs to create documents of a kind. */
interface Fixture {
  readonly table: 'fund_adjust' | 'proposal' | 'rider_fund_audit' | 'team_terms';
  readonly stateColumn: 'state' | 'status';
  /** Rules of the maker and the checkers, and rules of the user without permission. */
  readonly rules: readonly number[];
  readonly otherRules: readonly number[];
  /** Refusal for the user without the rule: by the access rule, or because they must not know of the document. */
  readonly withoutRule: 40301 | 40401;
  /** Code for the same user when reading the document. */
  readonly readWithoutRule: 100 | 40401;
  /** Content of the drawer: changed fields, facts, and the note of the first history line. */
  readonly shows: { readonly changes: readonly string[]; readonly facts: readonly string[]; readonly note: string };
  /** Creates a pending document about the first station. */
  make(maker: Person): Promise<number>;
  /** Further columns that a state needs. */
  columnsOf(state: string, checkerId: number): Readonly<Record<string, unknown>>;
  /** Actions offered to a user who may decide a pending document. */
  readonly decisions: readonly string[];
  /** Further input of a step besides document, version and reason. */
  readonly inputs?: Readonly<Record<string, object>>;
}

const withToken = ({ token, ticket }: Person) => ({ token, ticket });
let serial = 0;
const REWARD = { kind: 'reward', amountFen: 100, fundedBy: 'platform', reason: 'Best of the week' } as const;
const FIXTURES: Readonly<Record<string, Fixture>> = {
  fundAdjust: {
    table: 'fund_adjust',
    stateColumn: 'state',
    rules: [33, 34, 3306, 3307],
    otherRules: [33, 34],
    withoutRule: 40301,
    // This user may read the list of adjustments.
    readWithoutRule: 100,
    shows: { changes: [], facts: ['station', 'account', 'direction', 'category', 'reason'], note: 'Counted twice' },
    decisions: ['approve', 'reject'],
    async make(maker) {
      const answer = await t.call(
        'finance.TeamFund/submitAdjust',
        { teamId: teams[0] ?? 0, direction: 'in', amountFen: 100, category: 'correction', reason: 'Counted twice' },
        withToken(maker),
      );
      assert.equal(answer.code, 100, answer.msg);
      return answer.data.id;
    },
    columnsOf: (state, checkerId) => ({
      checker_id: state === 'approved' || state === 'rejected' ? checkerId : null,
      tx_no: state === 'approved' ? 'TX1' : null,
    }),
  },
  proposal: {
    table: 'proposal',
    stateColumn: 'status',
    rules: [8101, 8102, 8106, 3602, 1107],
    otherRules: [33, 34],
    withoutRule: 40401,
    readWithoutRule: 40401,
    shows: { changes: ['name', 'type', 'ruleIds', 'dataScope'], facts: [], note: '' },
    decisions: ['approve', 'reject'],
    async make(maker) {
      serial += 1;
      const input = {
        name: `Payer ${serial}`,
        type: 'hq' as const,
        description: '',
        ruleIds: withParents([3602]),
        dataScope: { kind: 'all' as const, ids: [] },
        fieldRules: [],
        loginHours: null,
        ipAllowList: [],
        need2v: false,
      };
      const answer = await t.call('rights.Identity/save', input, withToken(maker));
      assert.equal(answer.code, 110, answer.msg);
      // Treated as a proposal about a station, so that some accounts do not have it in scope.
      await t.db
        .updateTable('proposal')
        .set({ team_id: teams[0] ?? 0 })
        .where('id', '=', answer.data.id)
        .execute();
      return answer.data.id;
    },
    columnsOf: () => ({}),
  },
  fundAudit: {
    table: 'rider_fund_audit',
    stateColumn: 'state',
    rules: [2, 65, 6506, 6507],
    otherRules: [2, 65],
    withoutRule: 40301,
    // This user may read the list of entries.
    readWithoutRule: 100,
    shows: {
      changes: [],
      facts: ['rider', 'station', 'kind', 'direction', 'fundedBy', 'reason'],
      note: REWARD.reason,
    },
    decisions: ['approve', 'return', 'reject'],
    async make(maker) {
      const answer = await t.call('fundAudit.Rider/create', { ...REWARD, riderId }, withToken(maker));
      assert.equal(answer.code, 100, answer.msg);
      return answer.data.id;
    },
    columnsOf: (state, checkerId) => ({
      checker_id: ['owing', 'effective', 'waived', 'rejected', 'returned'].includes(state) ? checkerId : null,
      ...((state === 'owing' || state === 'waived') && { direction: 'out', allow_instalment: true }),
      ...(state === 'effective' && { tx_nos: '["TX1"]' }),
    }),
    inputs: { resubmit: REWARD },
  },
  teamTerms: {
    table: 'team_terms',
    stateColumn: 'state',
    rules: [11, 1102, 3311],
    otherRules: [11],
    withoutRule: 40301,
    // This user may read the station.
    readWithoutRule: 100,
    shows: {
      changes: ['riderShareBp'],
      facts: ['station', 'effectiveAt', 'reason', 'effectMonth', 'effectStation', 'effectRider', 'effectPlatform'],
      note: 'As agreed',
    },
    decisions: ['approve', 'reject'],
    async make(maker) {
      serial += 1;
      const answer = await t.call(
        'team.Terms/propose',
        { teamId: teams[0] ?? 0, values: { riderShareBp: 5_000 + serial }, reason: 'As agreed' },
        withToken(maker),
      );
      assert.equal(answer.code, 100, answer.msg);
      return answer.data.id;
    },
    columnsOf: (state, checkerId) => ({
      checker_id: state === 'approved' || state === 'rejected' ? checkerId : null,
    }),
  },
};

/** Kinds without an open document in the demo: they come from statements of platforms, from closed months, or after the seed. */
const WITHOUT_DOCUMENTS: readonly string[] = [
  'franchiseeAdjust',
  'insureClaim',
  'insurePolicy',
  'reconItem',
  'riderIdentity',
  'statement',
  'transfer',
  'userBlacklist',
];
/** Kinds whose steps are tested in their own module: they need an outside platform, or concern no station. */
const PROVEN_ELSEWHERE: readonly string[] = [
  'costRule',
  'insureClaim',
  'insurePolicy',
  'franchiseApply',
  'franchiseeAdjust',
  'foodLoss',
  'reconItem',
  'rider',
  'riderCertificate',
  'riderIdentity',
  'siteIncident',
  'siteInspection',
  'statement',
  'transfer',
  'userBlacklist',
  'withdraw',
];

async function person(rules: readonly number[], teamIds?: readonly number[]): Promise<Person> {
  const scope = teamIds && { scope: { kind: 'teams' as const, ids: teamIds } };
  const made = await t.account({ rules: withParents(rules), ...scope });
  const token = await t.signIn(made.account);
  return { id: made.id, token, ticket: await t.ticket(token) };
}

before(async () => {
  t = await createTestApp({ demo: true });
  const rows = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').execute();
  teams = rows.map(({ id }) => id);
  const rider = await t.db
    .selectFrom('rider')
    .select('id')
    .where('team_id', '=', teams[0] ?? 0)
    .where('status', '=', 'active')
    .executeTakeFirstOrThrow();
  riderId = rider.id;
});
after(async () => {
  assert.deepEqual(t.faults, []);
  await t.close();
});

it('every kind of document has a fixture and a browser declaration, and every step of a user has an endpoint', () => {
  assert.deepEqual(
    CASE_TYPES.map(({ key }) => key),
    CASES.map(({ type }) => type.key),
  );
  assert.deepEqual(CASES.map(({ type }) => type.key).sort(), [...Object.keys(FIXTURES), ...PROVEN_ELSEWHERE].sort());
  for (const { type } of CASES) {
    for (const step of Object.values(type.steps)) {
      const { address = '', by, bulk } = step;
      assert.equal(address in endpoints, by !== 'system', address);
      if (bulk) assert.ok(bulk.address in endpoints, bulk.address);
      const reason = reasonOf(step);
      if (!reason) continue;
      const { input } = endpoints[address as keyof typeof endpoints];
      const refused = (length: number) =>
        input
          .safeParse({ id: 1, version: 1, [reason.name]: 'x'.repeat(length) })
          .error?.issues.some(({ path }) => path[0] === reason.name) ?? false;
      assert.deepEqual([reason.min - 1, reason.min, reason.max, reason.max + 1].map(refused), [
        true,
        false,
        false,
        true,
      ]);
    }
  }
});

/** Returns the expected refusal code; null: the step succeeds. */
function refusalOf(type: Case['type'], step: CaseStep, state: string, actor: ActorName, fixture: Fixture) {
  if (actor === 'withoutRule') return fixture.withoutRule;
  if (actor === 'outside') return 40302;
  if (actor === 'maker' && step.by === 'notMaker') return 40305;
  if (actor !== 'maker' && step.by === 'maker') return type.foreignCode;
  if (step.from.includes(state)) return null;
  return state === 'expired' && step.from.includes('pending') ? type.expiredCode : 42201;
}

for (const { type } of CASES) {
  const fixture = FIXTURES[type.key];
  if (!fixture) continue;
  const states = Object.keys(type.states);

  describe(`${type.key}: each step from each state by each user`, () => {
    let people: People;
    before(async () => {
      const ownerToken = await t.signIn();
      people = {
        maker: await person(fixture.rules),
        holder: await person(fixture.rules),
        owner: { id: 0, token: ownerToken, ticket: await t.ticket(ownerToken) },
        outside: await person(fixture.rules, [teams[1] ?? 0]),
        withoutRule: await person(fixture.otherRules),
      };
    });

    const put = async (id: number, state: string) => {
      const set = Object.entries({ [fixture.stateColumn]: state, ...fixture.columnsOf(state, people.holder.id) });
      const columns = set.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
      await sql`update ${sql.table(fixture.table)} set ${sql.join(columns)} where id = ${id}`.execute(t.db);
    };
    const stored = async (id: number) => {
      const { rows } = await sql<Record<string, unknown> & { version: number }>`
        select * from ${sql.table(fixture.table)} where id = ${id}`.execute(t.db);
      const [row] = rows;
      assert.ok(row);
      return row;
    };
    const historyOf = (id: number) =>
      t.db.selectFrom('case_step').selectAll().where('case_id', '=', id).orderBy('id').execute();
    const transactions = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from ledger_txn`.execute(t.db)).rows[0]?.n;
    const footprint = async (id: number) => [await stored(id), await historyOf(id), await transactions()];

    for (const state of states) {
      for (const [action, step] of Object.entries(type.steps)) {
        if (step.address === undefined) continue;
        const address = step.address;
        it(`${action} from ${state}`, async () => {
          let id = 0;
          for (const actor of ACTORS) {
            if (actor === 'system') continue;
            if (id === 0) {
              id = await fixture.make(people.maker);
              await put(id, state);
            }
            const cell = `${action} from ${state} by ${actor}`;
            const stood = await footprint(id);
            const { version } = await stored(id);
            const input = {
              id,
              version,
              ...(step.reason && { reason: 'Not as agreed', note: 'Not as agreed' }),
              ...fixture.inputs?.[action],
            };
            const answer = await t.raw(address, input, withToken(people[actor]));
            const refusal = refusalOf(type, step, state, actor, fixture);
            const passes = step.risk === 'fourEyes' ? 110 : 100;
            assert.equal(answer.code, refusal ?? passes, cell);
            if (refusal !== null) {
              assert.deepEqual(await footprint(id), stood, cell);
              continue;
            }
            if (step.risk === 'fourEyes') {
              assert.deepEqual(await footprint(id), stood, `${cell}: kept until another person agrees`);
              const { data: kept } = answer as { data: { id: number; version: number } };
              const other = actor === 'owner' ? people.holder : people.owner;
              const agreed = await t.call('approval.Proposal/approve', kept, withToken(other));
              assert.equal(agreed.code, 100, cell);
            }
            const now = await stored(id);
            assert.deepEqual([now[fixture.stateColumn], now.version], [step.to, version + 1], cell);
            // Lines by the system may follow.
            const line = (await historyOf(id)).findLast(({ by_id: by }) => by > 0);
            await saysWhatHappened(id, step);
            assert.deepEqual([line?.case_type, line?.step], [type.key, action], cell);
            const record = await t.db
              .selectFrom('operation_record')
              .select(['module', 'object_id', 'result_code'])
              .where('request_id', '=', answer.requestId)
              .executeTakeFirstOrThrow();
            assert.deepEqual(record, { module: type.module, object_id: id, result_code: passes }, cell);
            id = 0;
          }
        });
      }

      it(`expiry by the job from ${state}`, async () => {
        const id = await fixture.make(people.maker);
        await put(id, state);
        const stood = await footprint(id);
        for (const job of approvalJobs) await job.run(t.db, t.clock, t.ids);
        assert.deepEqual(await footprint(id), stood, 'before its day');
        await sql`update ${sql.table(fixture.table)} set expire_at = ${t.clock.now()} where id = ${id}`.execute(t.db);
        for (const job of approvalJobs) await job.run(t.db, t.clock, t.ids);
        const isWaiting = type.waiting.includes(state);
        assert.equal((await stored(id))[fixture.stateColumn], isWaiting ? 'expired' : state);
        const line = (await historyOf(id)).at(-1);
        assert.deepEqual([line?.step, line?.by_id], isWaiting ? ['expire', 0] : ['submit', people.maker.id]);
      });
    }

    it('is refused after its expiry and with an outdated version', async () => {
      const id = await fixture.make(people.maker);
      const approve = (version: number) =>
        t.raw(type.steps.approve?.address ?? '', { id, version }, withToken(people.holder));
      const stood = await footprint(id);
      const answer = await approve(7);
      assert.equal(answer.code, 40901);
      assert.equal((answer.data as { current: { id: number } }).current.id, id);
      assert.deepEqual(await footprint(id), stood);
      await sql`update ${sql.table(fixture.table)} set expire_at = ${t.clock.now()} where id = ${id}`.execute(t.db);
      assert.equal((await approve(1)).code, type.expiredCode);
    });

    it('is in the inbox of only those who may decide it', async () => {
      const id = await fixture.make(people.maker);
      const waits = async (by: Person, box: 'forMe' | 'byMe') => {
        const input = { box, types: type.key, limit: 100 };
        const { data } = await t.raw('approval.Case/getList', input, withToken(by));
        return (data as { list: { id: number; actions: string[] }[] }).list.find((row) => row.id === id);
      };
      for (const by of [people.holder, people.owner])
        assert.deepEqual((await waits(by, 'forMe'))?.actions, fixture.decisions);
      for (const by of [people.maker, people.outside, people.withoutRule])
        assert.equal(await waits(by, 'forMe'), undefined);
      assert.equal((await waits(people.maker, 'byMe'))?.actions.length, 1);
    });

    it('can be read with its history only by its maker and by those who may decide it', async () => {
      const id = await fixture.make(people.maker);
      const read = (by: Person) => t.call('approval.Case/getDetail', { id }, withToken(by));
      const shapes: unknown[] = [];
      for (const by of [people.maker, people.holder, people.owner]) {
        const { code, data } = await read(by);
        assert.equal(code, 100);
        assert.deepEqual([data.id, data.type, data.state], [id, type.key, type.initial]);
        assert.equal(data.history[0]?.text, '已提交');
        assert.deepEqual(
          data.history.map(({ byName, note }) => [byName, note]),
          [[data.makerName, fixture.shows.note]],
        );
        for (const field of fixture.shows.changes)
          assert.ok(
            data.changes.some((change) => change.field === field),
            field,
          );
        assert.deepEqual(
          data.facts.map(({ key }) => key),
          fixture.shows.facts,
        );
        const { actions: _own, facts, ...same } = data;
        shapes.push({ ...same, facts: facts.map(({ link: _link, ...fact }) => fact) });
      }
      assert.deepEqual(shapes[1], shapes[0]);
      assert.deepEqual(shapes[2], shapes[0]);
      assert.equal((await read(people.outside)).code, 40302);
      assert.equal((await read(people.withoutRule)).code, fixture.readWithoutRule);
      const stranger = await person([2]);
      assert.equal((await read(stranger)).code, 40401);
      await put(id, 'rejected');
      assert.deepEqual((await read(people.maker)).data.actions, []);
    });
  });
}

/** Asserts that the history describes in every language what happened, and does not repeat the button's text. */
async function saysWhatHappened(id: number, { text: label }: CaseStep): Promise<void> {
  const token = await t.signIn();
  for (const locale of LOCALES) {
    const { data } = await t.call('approval.Case/getDetail', { id }, { token, locale });
    const texts = data.history.map((line) => line.text);
    assert.ok(!texts.includes(label[locale]), `${texts.join()} holds ${label[locale]}`);
  }
}

it('a document that does not exist is not found', async () => {
  assert.equal((await t.call('approval.Case/getDetail', { id: 1 }, { token: await t.signIn() })).code, 40401);
});

describe('the inbox', () => {
  before(async () => {
    const id = await payingApplication(t);
    const waiting = { state: 'pendingReview', team_id: teams[0] ?? 0, payer_id: null } as const;
    await t.db.updateTable('withdraw_apply').set(waiting).where('id', '=', id).execute();
  });

  it('has the same counts in cards, list and workbench', async () => {
    const rules = [2, 5, 33, 34, 3306, 3307, 8101, 8102];
    const owner = await t.signIn();
    const tokens = [owner, (await person(rules)).token, (await person(rules, [teams[0] ?? 0])).token];
    for (const token of tokens) {
      const { data: counts } = await t.call('approval.Case/getCounts', {}, { token });
      const { data: todo } = await t.call('dashboard.Index/getTodo', {}, { token });
      const todoOf = (code: string) => todo.list.find((one) => one.code === code)?.count;
      for (const { type, forMe } of counts.types) {
        const { data } = await t.call('approval.Case/getList', { types: [type] }, { token });
        assert.equal(data.total, forMe, type);
      }
      assert.equal(counts.forMe, (await t.call('approval.Case/getList', {}, { token })).data.total);
      // For the first station, and for one without documents, list, cards and to-do must agree.
      for (const teamIds of [teams.slice(0, 1), teams.slice(1, 2)]) {
        const ofStation = await t.call('approval.Case/getList', { teamIds }, { token });
        const chosen = await t.call('dashboard.Index/getTodo', { teamIds }, { token });
        if (chosen.code !== 100) continue;
        const line = chosen.data.list.find(({ code }) => code === 'approvals');
        assert.equal(ofStation.data.total, ofStation.data.summary.forMe);
        assert.equal(line?.count ?? 0, ofStation.data.total);
        if (line) assert.equal(line.link, `/dashboard/noticeManage?tab=approvals&teamIds=${teamIds.join()}`);
      }
      const { data: adjusts } = await t.call('finance.TeamFund/getAdjusts', { forMe: 'true' }, { token });
      const byType = new Map(counts.types.map(({ type, forMe }) => [type, forMe]));
      assert.deepEqual([adjusts.total, adjusts.summary.forMe], [byType.get('fundAdjust'), byType.get('fundAdjust')]);
      assert.equal(todoOf('fundAdjusts') ?? 0, byType.get('fundAdjust'));
      assert.equal(todoOf('approvals') ?? 0, counts.forMe);
    }
    const { data } = await t.call('approval.Case/getCounts', {}, { token: owner });
    assert.ok(data.types.every(({ type, forMe }) => forMe > 0 || WITHOUT_DOCUMENTS.includes(type)));
  });

  it('shows all kinds together, newest first, with kind, object and maker', async () => {
    const token = await t.signIn();
    const { data } = await t.call('approval.Case/getList', { limit: 100 }, { token });
    const times = data.list.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().toReversed());
    assert.deepEqual(
      [...new Set(data.list.map(({ type }) => type))].sort(),
      CASES.map(({ type }) => type.key)
        .filter((key) => !WITHOUT_DOCUMENTS.includes(key))
        .sort(),
    );
    assert.ok(data.list.every(({ title, object, makerName, link }) => title && object && makerName && link));
    assert.equal((await t.call('approval.Case/getList', { types: ['other'] }, { token })).data.total, 0);
  });
});
