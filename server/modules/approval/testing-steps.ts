import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { CaseStep } from '../../../contract/case';
import type { RuleId } from '../../../contract/permissions';
import { LOCALES } from '../../../contract/text';
import type { TestApp } from '../../testing';
import type { Case } from '../case';
import { findOffences } from '../ledger';
import {
  ACTORS,
  type ActorName,
  type Fixture,
  type Person,
  person,
  rulesWithout,
  type Stage,
  stageFor,
} from './testing-fixture';

/**
 * Tests each step of one kind of document, from each state and by each user. A permitted step succeeds with the declared state, one history
 * line and one operation record. Every other step is refused with the declared code and changes nothing. The ledger remains balanced.
 */

export const withToken = ({ token, ticket }: Person) => ({ token, ticket });

/** Returns the expected refusal code. `null` means that the step succeeds. */
function refusalOf(type: Case['type'], action: string, state: string, actor: ActorName, fixture: Fixture) {
  const step: CaseStep = type.steps[action] as CaseStep;
  // A step without a permission id is open to the people who see the document. The user `withoutRule` does not see it.
  if (actor === 'withoutRule') return step.rule === undefined ? 40401 : 40301;
  if (actor === 'outside') return 40302;
  if (actor === 'maker' && step.by === 'notMaker') return 40305;
  if (actor !== 'maker' && step.by === 'maker') return type.foreignCode;
  if (step.from.includes(state)) return fixture.refusals?.[action]?.[actor] ?? null;
  return state === 'expired' && step.from.includes('pending') ? type.expiredCode : 42201;
}

interface Footprint {
  readonly row: Readonly<Record<string, unknown>> & { readonly version: number };
  readonly history: readonly { readonly case_type: string; readonly step: string; readonly by_id: number }[];
  readonly transactions: number;
}

/** Reads the document, its history and the number of ledger transactions, which the tests compare. One query is faster than three. */
export async function footprintOf(t: TestApp, { table }: Pick<Fixture, 'table'>, id: number): Promise<Footprint> {
  const { rows } = await sql<Footprint>`
    select to_jsonb(document) as row,
      (select coalesce(jsonb_agg(to_jsonb(s) order by s.id), '[]') from case_step s where s.case_id = document.id) as history,
      (select count(*)::int from ledger_txn) as transactions
    from ${sql.table(table)} as document where id = ${id}`.execute(t.db);
  const [found] = rows;
  assert.ok(found);
  return found;
}

/** Asserts that the history describes the step in every language and does not repeat the button's text. */
async function saysWhatHappened({ t, people }: Stage, id: number, { text: label }: CaseStep): Promise<void> {
  for (const locale of LOCALES) {
    const { data } = await t.call('approval.Case/getDetail', { id }, { ...withToken(people.owner), locale });
    const texts = data.history.map((line) => line.text);
    assert.ok(texts.length > 0 && !texts.includes(label[locale]), `${texts.join()} holds ${label[locale]}`);
  }
}

/** A user's attempt to run a step. */
interface Attempt {
  readonly type: Case['type'];
  readonly fixture: Fixture;
  readonly stage: Stage;
  readonly id: number;
  readonly action: string;
  readonly state: string;
  readonly actor: ActorName;
  readonly by: Person;
}

/** Runs a step and checks the result. @returns the step if it succeeded, or `null` if it was refused as declared and changed nothing */
async function attempt({ type, fixture, stage, id, action, state, actor, by }: Attempt): Promise<CaseStep | null> {
  const { t, people } = stage;
  const step: CaseStep = type.steps[action] as CaseStep;
  const cell = `${action} from ${state} by ${actor}`;
  const untouched = await footprintOf(t, fixture, id);
  const more = fixture.inputs?.[action];
  const input = {
    id,
    version: untouched.row.version,
    ...(step.reason && { reason: 'Not as agreed', note: 'Not as agreed' }),
    ...(typeof more === 'function' ? await more(stage, by) : more),
  };
  const answer = await t.raw(step.address ?? '', input, withToken(by));
  const refusal = refusalOf(type, action, state, actor, fixture);
  const isKept = step.risk === 'fourEyes' && !fixture.complete?.includes(action);
  const passes = isKept ? 110 : 100;
  assert.equal(answer.code, refusal ?? passes, `${cell}: ${answer.msg} ${JSON.stringify(answer.data)}`);
  if (refusal !== null) {
    assert.deepEqual(await footprintOf(t, fixture, id), untouched, cell);
    return null;
  }
  if (isKept) {
    assert.deepEqual(await footprintOf(t, fixture, id), untouched, `${cell}: kept until another person agrees`);
    const { data: kept } = answer as { data: { id: number; version: number } };
    const other = actor === 'owner' ? people.holder : people.owner;
    const agreed = await t.call('approval.Proposal/approve', kept, withToken(other));
    assert.equal(agreed.code, 100, cell);
  }
  const changed = await footprintOf(t, fixture, id);
  const end = fixture.ends?.[action]?.(state) ?? step.to;
  assert.deepEqual([changed.row[fixture.stateColumn], changed.row.version], [end, untouched.row.version + 1], cell);
  // The system may add further lines, which have no author.
  const lines = changed.history.slice(untouched.history.length).filter(({ by_id: byId }) => byId !== 0);
  assert.deepEqual(
    lines.map((line) => [line.case_type, line.step, line.by_id]),
    [[type.key, action, by.id]],
    cell,
  );
  const record = await t.db
    .selectFrom('operation_record')
    .select(['module', 'object_id', 'result_code'])
    .where('request_id', '=', answer.requestId)
    .executeTakeFirstOrThrow();
  assert.deepEqual(record, { module: type.module, object_id: id, result_code: passes }, cell);
  return step;
}

export function testSteps(type: Case['type'], fixture: Fixture, app: () => TestApp): void {
  describe(`${type.key}: each step from each state by each user`, () => {
    let stage: Stage;
    before(async () => {
      stage = await stageFor(app(), fixture);
    });
    after(async () => {
      assert.deepEqual(await findOffences(app().db), []);
    });

    const lacking = new Map<number | undefined, Promise<Person>>();
    const personOf = (actor: ActorName, rule: RuleId | undefined): Promise<Person> | Person => {
      if (actor !== 'withoutRule') return stage.people[actor];
      const known = lacking.get(rule) ?? person(app(), rulesWithout(fixture, rule));
      lacking.set(rule, known);
      return known;
    };
    /** Steps whose history text was already checked. */
    const read = new Set<string>();

    for (const state of Object.keys(type.states)) {
      /** A document in this state that a refused step did not change. The next attempt uses this document. */
      let spare: number | undefined;
      for (const [action, { address, rule }] of Object.entries(type.steps)) {
        if (address === undefined) continue;
        it(`${action} from ${state}`, async () => {
          for (const actor of ACTORS) {
            const id = spare ?? (await fixture.make(stage, state));
            spare = undefined;
            const by = await personOf(actor, rule);
            const taken = await attempt({ type, fixture, stage, id, action, state, actor, by });
            if (!taken) spare = id;
            else if (!read.has(action)) await saysWhatHappened(stage, id, taken);
            if (taken) read.add(action);
          }
        });
      }
    }
  });
}
