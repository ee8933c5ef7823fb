import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { RuleId } from '../../../contract/permissions';
import { LEFT_NICKNAME, LEFT_TEXT } from '../../../contract/user.states';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import { scopeTeams } from '../team';

/** SQL for documents of all kinds. {@link CaseTable} contains the column names that differ between the tables: state, decider, station. */

type Db = Kysely<Database>;
export type NewStep = Insertable<Database['case_step']>;

/** The table of a kind of document, with its column names. */
export interface CaseTable {
  readonly name: keyof Database & string;
  readonly state: 'state' | 'status';
  readonly decidedBy: 'checker_id' | 'decided_by';
  readonly decidedName: 'checker_name' | 'decided_name';
  /** Column of the document's station. `null` in a row means that the document belongs to the platform. */
  readonly team: 'team_id' | 'owner_id';
  /** Value of the column `note` for a decision without a note. */
  readonly emptyNote: '' | null;
  /** The expiry of a document leaves `decided_at` empty. */
  readonly expiryIsUndated?: true;
  /** The table has no column `expire_at`, because its documents never expire. */
  readonly neverExpires?: true;
}

/** Column names that most tables of documents use. */
const USUAL = {
  state: 'state',
  decidedBy: 'checker_id',
  decidedName: 'checker_name',
  team: 'team_id',
  emptyNote: null,
} as const satisfies Omit<CaseTable, 'name'>;

/** Describes a table of documents. @param differs properties that differ from most tables */
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
 * Changes a document to its next state, if it still has the state and version that were checked.
 *
 * @param change.decision `null` leaves the last decider, time and reason unchanged
 * @param change.set values of further columns
 * @returns the document's new version
 * @throws Error when the document has another state or version
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

/** Expires overdue documents. @param to.among limits the expiry to these documents */
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

/** Builds the condition for documents of other makers that concern stations where the actor has the permission. */
export function decidableByRule(
  db: Db,
  actor: Actor,
  { table, rule }: { readonly table: CaseTable; readonly rule: RuleId },
): RawBuilder<SqlBool> {
  if (actor.accountType !== 'owner' && !actor.rules.has(rule)) return sql<SqlBool>`false`;
  const stations = scopeTeams(db.selectFrom('team').select('team.id'), actor.scopeOf(rule));
  return sql<SqlBool>`(${column(table, 'maker_id')} <> ${actor.accountId} and ${column(table, table.team)} in ${stations})`;
}

/** Builds the SQL expression for the state to show. An overdue document is shown as expired even before the job has stored its expiry. */
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

/** Reads the history of a document. The oldest step is the first. */
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
 * Replaces the notes of steps, and the names of people without an account, by placeholders.
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

/**
 * Boxes of a person:
 * - `forMe`: pending documents of other people that the person may decide
 * - `byMe`: documents that the person made
 * - `openByMe`: pending documents that the person made
 * - `decided`: documents that are no longer pending and meet the condition `of.decidable` of {@link caseBox}
 *
 * An overdue document is no longer pending, even before the job has stored its expiry.
 */
export type Box = 'forMe' | 'byMe' | 'openByMe' | 'decided';

/**
 * Selects the documents of one kind in a box as {@link CaseRef}.
 *
 * @param of.decidable condition for documents that the person may decide
 * @param of.teamIds limits the documents to these stations; `undefined` includes all stations and the platform
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
    decided: sql<SqlBool>`not ${isWaiting} and ${of.decidable}`,
  }[box];
  const ofStations = of.teamIds
    ? sql` and ${column(table, table.team)} = any(${sql.val([...of.teamIds])}::bigint[])`
    : sql``;
  return sql<CaseRef>`
    select ${of.caseType}::text as "caseType", ${column(table, 'id')} as id, ${column(table, 'created_at')} as "createdAt"
    from ${nameOf(table)} where ${where}${ofStations}`;
}

/** Checks whether a person may decide a document. @param decidable condition for documents that the person may decide */
export async function mayDecide(
  db: Db,
  table: CaseTable,
  id: number,
  decidable: RawBuilder<SqlBool>,
): Promise<boolean> {
  return (await countCases(db, sql`select from ${nameOf(table)} where id = ${id} and ${decidable}`)) > 0;
}

/** Reads one page of documents of several kinds, and counts all of them up to `cap` + 1. */
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

/** Counts the documents in the boxes by kind, in one statement. The result has no entry for kinds without documents. */
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
