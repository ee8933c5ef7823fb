import type { RuleId } from '../../../contract/permissions';
import { withParents } from '../../../contract/permissions';
import type { Database } from '../../core/database/schema';
import type { TestApp } from '../../testing';

/** Creates documents of each kind for the tests of each step from each state by each user (cases.test.ts). */

export interface Person {
  readonly id: number;
  readonly token: string;
  readonly ticket: string;
}
/** The users who try each step. `withoutRule` has all permissions of the kind except the permission for this step. */
export const ACTORS = ['maker', 'holder', 'owner', 'outside', 'withoutRule'] as const;
export type ActorName = (typeof ACTORS)[number];
export type People = Readonly<Record<Exclude<ActorName, 'withoutRule'>, Person>>;

/** The stations and the people for the documents of one kind. */
export interface Stage {
  readonly t: TestApp;
  readonly teamId: number;
  /** The only station in the scope of the user `outside`. */
  readonly otherTeamId: number;
  readonly people: People;
}

/** What the tests need to create documents of a kind and to run their steps. */
export interface Fixture {
  readonly table: keyof Database & string;
  readonly stateColumn: 'state' | 'status';
  /** Permission ids of the users except the owner. The user `withoutRule` lacks the permission for the step. */
  readonly rules: readonly number[];
  /** Permission ids of a user who may run no step. Used for steps that have no permission id. */
  readonly otherRules?: readonly number[];
  /** Creates a document in `state`. Its station and maker, if any, are `stage.teamId` and `stage.people.maker`. @returns its id */
  make(stage: Stage, state: string): Promise<number>;
  /** Input of each step in addition to document, version and reason. */
  readonly inputs?: Readonly<Record<string, object | ((stage: Stage, by: Person) => object | Promise<object>)>>;
  /** By step: the state after the step as a function of the state before. Used when a step's effect sets a state that is not declared. */
  readonly ends?: Readonly<Record<string, (before: string) => string>>;
  /** Four-eyes steps that need no additional person, because two people have already acted on the document. */
  readonly complete?: readonly string[];
  /** By step and user: the code with which the step's effect refuses, although the state allows the step. */
  readonly refusals?: Readonly<Record<string, Partial<Readonly<Record<ActorName, number>>>>>;
}

let serial = 0;
/** Returns a number that is unique in this process. */
export function nextSerial(): number {
  serial += 1;
  return serial;
}

/** Creates and signs in a user. @param teamIds the user's scope; the default is all stations */
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

/** Creates the users for a kind of document at the first two stations of the demo. */
export async function stageFor(t: TestApp, { rules }: Pick<Fixture, 'rules'>): Promise<Stage> {
  const [teamId = 0, otherTeamId = 0] = await stations(t);
  const [maker, holder, outside] = [
    await person(t, rules),
    await person(t, rules),
    await person(t, rules, [otherTeamId]),
  ];
  return { t, teamId, otherTeamId, people: { maker, holder, outside, owner: await owner(t) } };
}

/** Reads the ids of the demo's operating stations. */
export async function stations(t: TestApp): Promise<number[]> {
  const rows = await t.db.selectFrom('team').select('id').where('status', '=', 'operating').orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** Finds an enabled merchant number of the demo. */
export async function merchantNumberId({ db }: TestApp): Promise<number> {
  const numbers = db.selectFrom('merchant_number').select('id').where('enabled', '=', true).orderBy('id');
  return (await numbers.executeTakeFirstOrThrow()).id;
}

/**
 * Returns the permission ids of a user who has all permissions of a kind of document, except the permission `rule` of one step. If the step
 * needs no permission (`rule` is undefined), returns the ids of a user who may run no step.
 */
export const rulesWithout = ({ rules, otherRules = [] }: Fixture, rule: RuleId | undefined): readonly number[] =>
  rule === undefined ? otherRules : rules.filter((id) => id !== rule);

/** Builds the columns that most tables of documents have. */
export const madeBy = ({ people, t }: Stage, prefix: string) => {
  const id = t.ids.next();
  return { id, created_at: t.clock.now(), no: `${prefix}${id}`, maker_id: people.maker.id, maker_name: 'Maker' };
};
