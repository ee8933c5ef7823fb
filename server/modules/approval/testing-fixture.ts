import type { RuleId } from '../../../contract/permissions';
import { withParents } from '../../../contract/permissions';
import type { Database } from '../../core/database/schema';
import type { TestApp } from '../../testing';

/** Documents of each kind for the tests of every state × step × user (cases.test.ts). */

export interface Person {
  readonly id: number;
  readonly token: string;
  readonly ticket: string;
}
/** The users who try each step. `withoutRule` has all rules of the kind but that of the step. */
export const ACTORS = ['maker', 'holder', 'owner', 'outside', 'withoutRule'] as const;
export type ActorName = (typeof ACTORS)[number];
export type People = Readonly<Record<Exclude<ActorName, 'withoutRule'>, Person>>;

/** The place and the people of the documents of one kind. */
export interface Stage {
  readonly t: TestApp;
  readonly teamId: number;
  /** The only station in the scope of `outside`. */
  readonly otherTeamId: number;
  readonly people: People;
}

/** What the tests need to make documents of a kind and to take their steps. */
export interface Fixture {
  readonly table: keyof Database & string;
  readonly stateColumn: 'state' | 'status';
  /** Rules of all users, except the rule of a step for the user without it. */
  readonly rules: readonly number[];
  /** Rules of a user who may take no step, for steps without a rule. */
  readonly otherRules?: readonly number[];
  /** Makes a document of the maker about the station, in this state. */
  make(stage: Stage, state: string): Promise<number>;
  /** Input of a step besides document, version and reason. */
  readonly inputs?: Readonly<Record<string, object | ((stage: Stage, by: Person) => object | Promise<object>)>>;
  /** States that the effect of a step sets instead of the declared one, by the state before. */
  readonly ends?: Readonly<Record<string, (before: string) => string>>;
  /** Steps of four eyes that need no further person, because two took part in the document. */
  readonly complete?: readonly string[];
  /** Refusals by the effect of a step, in states that allow the step. */
  readonly refusals?: Readonly<Record<string, Partial<Readonly<Record<ActorName, number>>>>>;
}

let serial = 0;
/** A number that is unique in the process. */
export function nextSerial(): number {
  serial += 1;
  return serial;
}

/** @param teamIds the scope; default: all stations */
export async function person(t: TestApp, rules: readonly number[], teamIds?: readonly number[]): Promise<Person> {
  const scope = teamIds && { scope: { kind: 'teams' as const, ids: teamIds } };
  const made = await t.account({ rules: withParents(rules), ...scope });
  const token = await t.signIn(made.account);
  return { id: made.id, token, ticket: await t.ticket(token) };
}

async function owner(t: TestApp): Promise<Person> {
  const token = await t.signIn();
  const { id } = await t.db.selectFrom('account').select('id').where('account', '=', 'owner').executeTakeFirstOrThrow();
  return { id, token, ticket: await t.ticket(token) };
}

/** Prepares the users of a kind at the first two stations of the demo. */
export async function stageFor(t: TestApp, { rules }: Pick<Fixture, 'rules'>): Promise<Stage> {
  const [teamId = 0, otherTeamId = 0] = await stations(t);
  const [maker, holder, outside] = [
    await person(t, rules),
    await person(t, rules),
    await person(t, rules, [otherTeamId]),
  ];
  return { t, teamId, otherTeamId, people: { maker, holder, outside, owner: await owner(t) } };
}

/** Operating stations of the demo. */
export async function stations(t: TestApp): Promise<number[]> {
  const rows = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** An enabled merchant number of the demo. */
export async function merchantNumberId({ db }: TestApp): Promise<number> {
  const numbers = db.selectFrom('merchant_number').select('id').where('enabled', '=', true).orderBy('id');
  return (await numbers.executeTakeFirstOrThrow()).id;
}

/** Rules of a user who may do everything with a kind but take this step. */
export const rulesWithout = ({ rules, otherRules = [] }: Fixture, rule: RuleId | undefined): readonly number[] =>
  rule === undefined ? otherRules : rules.filter((id) => id !== rule);

/** Columns of a document that most tables have. */
export const madeBy = ({ people, t }: Stage, prefix: string) => {
  const id = t.ids.next();
  return { id, created_at: t.clock.now(), no: `${prefix}${id}`, maker_id: people.maker.id, maker_name: 'Maker' };
};
