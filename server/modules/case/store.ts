import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RuleId } from '../../../contract/permissions';
import { LEFT_NICKNAME, LEFT_TEXT } from '../../../contract/user.states';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import { scopeTeams } from '../team';

/** SQL common to all documents. Their tables have an id, a version, a maker, a state and a decider; {@link CaseTable} has the names. */

type Db = Kysely<Database>;
export type NewStep = Insertable<Database['case_step']>;

/** The table of a document and its column names. */
export interface CaseTable {
  readonly name: keyof Database & string;
  readonly state: 'state' | 'status';
  readonly decidedBy: 'checker_id' | 'decided_by';
  readonly decidedName: 'checker_name' | 'decided_name';
  /** The station of the document; null in a row: the platform. */
  readonly team: 'team_id' | 'owner_id';
  /** The value of the note for a decision without one. */
  readonly emptyNote: '' | null;
  /** `decided_at` stays empty for expired documents. */
  readonly expiryIsUndated?: true;
  /** The table has no column `expire_at`: documents never expire. */
  readonly neverExpires?: true;
}

/** The columns of most documents. */
const USUAL = {
  state: 'state',
  decidedBy: 'checker_id',
  decidedName: 'checker_name',
  team: 'team_id',
  emptyNote: null,
} as const satisfies Omit<CaseTable, 'name'>;

/** Describes a table of documents. @param differs what is not as in most tables */
export const caseTable = (name: CaseTable['name'], differs: Partial<Omit<CaseTable, 'name'>> = {}): CaseTable => ({
  name,
  ...USUAL,
  ...differs,
});

const nameOf = ({ name }: CaseTable) => sql.table(name);
const column = (table: CaseTable, name: string) => sql.ref(`${table.name}.${name}`);
const stateIn = (table: CaseTable, states: readonly string[]) =>
  sql<SqlBool>`${column(table, table.state)} = any(${sql.val([...states])}::text[])`;

/** Finds a document and locks it until the transaction ends. */
export async function lockCase<R>(db: Db, table: CaseTable, id: number): Promise<R | undefined> {
  const { rows } = await sql<R>`select * from ${nameOf(table)} where id = ${id} for update`.execute(db);
  return rows[0];
}

export async function readCases<R>(db: Db, table: CaseTable, ids: readonly number[]): Promise<R[]> {
  const { rows } = await sql<R>`
    select * from ${nameOf(table)} where id = any(${sql.val([...ids])}::bigint[])`.execute(db);
  return rows;
}

/**
 * Changes a document from the state and version that were checked to the next state.
 *
 * @param change.decision null: the last decider, time and reason stay
 * @param change.set further columns
 * @returns its new version
 */
export async function decideCase(
  db: Db,
  table: CaseTable,
  seen: { readonly id: number; readonly state: string; readonly version: number },
  change: {
    readonly state: string;
    readonly decision: {
      readonly by: number;
      readonly name: string;
      readonly at: Date;
      readonly note: string;
    } | null;
    readonly set: Readonly<Record<string, unknown>>;
  },
): Promise<number> {
  const { state, decision, set } = change;
  const values = {
    [table.state]: state,
    ...(decision && {
      [table.decidedBy]: decision.by,
      [table.decidedName]: decision.name,
      decided_at: decision.at,
      note: decision.note || table.emptyNote,
    }),
    ...set,
  };
  const assignments = Object.entries(values).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  const { rows } = await sql<{ version: number }>`
    update ${nameOf(table)} set ${sql.join(assignments)}, version = version + 1
    where id = ${seen.id} and ${sql.ref(table.state)} = ${seen.state} and version = ${seen.version}
    returning version`.execute(db);
  const [changed] = rows;
  if (!changed) throw new Error(`${table.name} ${seen.id} changed though it was locked`);
  return changed.version;
}

/** Expires overdue documents. @param to.among only these */
export async function expireCases<R>(
  db: Db,
  table: CaseTable,
  to: {
    readonly from: readonly string[];
    readonly state: string;
    readonly now: Date;
    readonly among?: RawBuilder<SqlBool> | undefined;
  },
): Promise<R[]> {
  const dated = table.expiryIsUndated ? sql`` : sql`decided_at = ${to.now},`;
  const { rows } = await sql<R>`
    update ${nameOf(table)} set ${sql.ref(table.state)} = ${to.state}, ${dated} version = version + 1
    where ${stateIn(table, to.from)} and expire_at <= ${to.now} and ${to.among ?? sql`true`}
    returning *`.execute(db);
  return rows;
}

/** Condition: documents of other makers about stations where the person holds the rule. */
export function decidableByRule(
  db: Db,
  actor: Actor,
  { table, rule }: { readonly table: CaseTable; readonly rule: RuleId },
): RawBuilder<SqlBool> {
  if (actor.accountType !== 'owner' && !actor.rules.has(rule)) return sql<SqlBool>`false`;
  const stations = scopeTeams(db.selectFrom('team').select('team.id'), actor.scopeOf(rule));
  return sql<SqlBool>`(${column(table, 'maker_id')} <> ${actor.accountId} and ${column(table, table.team)} in ${stations})`;
}

/** Returns the state to show: an overdue document has expired even before the job has stored that. */
export function shownState<S extends string>(
  table: CaseTable,
  { waiting }: { readonly waiting: readonly S[] },
  now: Date,
): RawBuilder<S> {
  const state = column(table, table.state);
  return sql<S>`case when ${stateIn(table, waiting)} and ${column(table, 'expire_at')} <= ${now} then 'expired' else ${state} end`;
}

export async function addSteps(db: Db, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return;
  await db
    .insertInto('case_step')
    .values([...steps])
    .execute();
}

/** Reads the history of a document, oldest first. */
export function stepsOf(db: Db, caseType: string, caseId: number) {
  return db
    .selectFrom('case_step')
    .selectAll()
    .where('case_type', '=', caseType)
    .where('case_id', '=', caseId)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/**
 * Removes the notes of steps, and the names of people without an account.
 *
 * @param steps a query for `case_id` and `id`
 */
export async function blankSteps(db: Db, caseType: string, steps: RawBuilder<unknown>): Promise<void> {
  await sql`
    update case_step s set note = case when s.note is null then null else ${LEFT_TEXT} end,
      by_name = case when s.by_id = 0 and s.by_name <> '' then ${LEFT_NICKNAME} else s.by_name end
    from (${steps}) found where s.case_type = ${caseType} and s.case_id = found.case_id and s.id = found.id`.execute(
    db,
  );
}

/** A reference to a document of any kind. */
export interface CaseRef {
  readonly caseType: string;
  readonly id: number;
  readonly createdAt: Date;
}

/** Boxes: pending for the person · made by them · made by them and pending · decided documents that they may decide. */
export type Box = 'forMe' | 'byMe' | 'openByMe' | 'decided';

/**
 * Selects the documents of one kind in a box as {@link CaseRef}.
 *
 * @param of.decidable condition for documents that the person may decide
 * @param of.teamIds only these stations; absent: all stations and the platform
 */
export function caseBox(
  table: CaseTable,
  box: Box,
  of: {
    readonly caseType: string;
    readonly waiting: readonly string[];
    readonly decidable: RawBuilder<SqlBool>;
    readonly accountId: number;
    readonly teamIds: readonly number[] | undefined;
    readonly now: Date;
  },
): RawBuilder<CaseRef> {
  const isInTime = table.neverExpires ? sql`true` : sql`${column(table, 'expire_at')} > ${of.now}`;
  const isWaiting = sql<SqlBool>`(${stateIn(table, of.waiting)} and ${isInTime})`;
  const isMine = sql<SqlBool>`${column(table, 'maker_id')} = ${of.accountId}`;
  const where = {
    forMe: sql<SqlBool>`${isWaiting} and not ${isMine} and ${of.decidable}`,
    byMe: isMine,
    openByMe: sql<SqlBool>`${isWaiting} and ${isMine}`,
    decided: sql<SqlBool>`not ${stateIn(table, of.waiting)} and ${of.decidable}`,
  }[box];
  const ofStations = of.teamIds
    ? sql` and ${column(table, table.team)} = any(${sql.val([...of.teamIds])}::bigint[])`
    : sql``;
  return sql<CaseRef>`
    select ${of.caseType}::text as "caseType", ${column(table, 'id')} as id, ${column(table, 'created_at')} as "createdAt"
    from ${nameOf(table)} where ${where}${ofStations}`;
}

/** Whether a person may decide a document. */
export async function mayDecide(
  db: Db,
  table: CaseTable,
  id: number,
  decidable: RawBuilder<SqlBool>,
): Promise<boolean> {
  return (await countCases(db, sql`select from ${nameOf(table)} where id = ${id} and ${decidable}`)) > 0;
}

/** Reads one page of documents of several kinds, with their number up to a cap. */
export async function casePage(
  db: Db,
  boxes: readonly RawBuilder<CaseRef>[],
  page: { readonly offset: number; readonly limit: number; readonly order: 'asc' | 'desc'; readonly cap: number },
): Promise<{ rows: CaseRef[]; total: number }> {
  const all = sql.join(boxes, sql` union all `);
  const order = page.order === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<CaseRef>`
    select * from (${all}) as found order by "createdAt" ${order}, id ${order}
    offset ${page.offset} limit ${page.limit}`.execute(db);
  return { rows, total: await countCases(db, sql`select * from (${all}) as found limit ${page.cap + 1}`) };
}

/** Counts the documents of each box by kind, in one statement. Kinds without documents are missing. */
export async function countByKind(db: Db, boxes: readonly RawBuilder<CaseRef>[]): Promise<ReadonlyMap<string, number>> {
  if (boxes.length === 0) return new Map();
  const { rows } = await sql<{ caseType: string; n: number }>`
    select "caseType", count(*)::int as n from (${sql.join(boxes, sql` union all `)}) as found group by 1`.execute(db);
  return new Map(rows.map(({ caseType, n }) => [caseType, n]));
}

async function countCases(db: Db, box: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${box}) as found`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
