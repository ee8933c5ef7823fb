import { type Insertable, type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../core/database/schema';

/** SQL that all documents share. Their tables have an id, a version, a maker, a state, and who decided: {@link CaseTable} names them. */

type Db = Kysely<Database>;
export type NewStep = Insertable<Database['case_step']>;

/** A document's table, and what its columns are called. */
export interface CaseTable {
  readonly name: keyof Database & string;
  readonly state: 'state' | 'status';
  readonly decidedBy: 'checker_id' | 'decided_by';
  readonly decidedName: 'checker_name' | 'decided_name';
  /** The note of a decision that needs none. */
  readonly emptyNote: '' | null;
}

const nameOf = ({ name }: CaseTable) => sql.table(name);
const column = (table: CaseTable, name: string) => sql.ref(`${table.name}.${name}`);
const stateIn = (table: CaseTable, states: readonly string[]) =>
  sql<SqlBool>`${column(table, table.state)} = any(${sql.val([...states])}::text[])`;

/** One document, locked until the transaction ends. */
export async function lockCase<R>(db: Db, table: CaseTable, id: number): Promise<R | undefined> {
  const { rows } = await sql<R>`select * from ${nameOf(table)} where id = ${id} for update`.execute(db);
  return rows[0];
}

export async function readCases<R>(db: Db, table: CaseTable, ids: readonly number[]): Promise<R[]> {
  const { rows } = await sql<R>`
    select * from ${nameOf(table)} where id = any(${sql.val([...ids])}::bigint[])`.execute(db);
  return rows;
}

/** Takes a document from the state and version that were checked to the next. @returns its new version */
export async function decideCase(
  db: Db,
  table: CaseTable,
  seen: { readonly id: number; readonly state: string; readonly version: number },
  decision: {
    readonly state: string;
    readonly by: number;
    readonly name: string;
    readonly at: Date;
    readonly note: string;
    /** Further columns. */
    readonly set: Readonly<Record<string, unknown>>;
  },
): Promise<number> {
  const { state, by, name, at, note, set } = decision;
  const values = {
    [table.state]: state,
    [table.decidedBy]: by,
    [table.decidedName]: name,
    decided_at: at,
    note: note || table.emptyNote,
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

/** Ends those whose day is over. @returns their ids */
export async function expireCases(
  db: Db,
  table: CaseTable,
  to: { readonly from: readonly string[]; readonly state: string; readonly now: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${nameOf(table)} set ${sql.ref(table.state)} = ${to.state}, decided_at = ${to.now}, version = version + 1
    where ${stateIn(table, to.from)} and expire_at <= ${to.now}
    returning id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function addSteps(db: Db, steps: readonly NewStep[]): Promise<void> {
  if (steps.length === 0) return;
  await db
    .insertInto('case_step')
    .values([...steps])
    .execute();
}

/** The history of a document, oldest first. */
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

/** A document among those of other kinds. */
export interface CaseRef {
  readonly caseType: string;
  readonly id: number;
  readonly createdAt: Date;
}

/** Which documents: waiting for the person · made by them · made by them and waiting · decided, of those that they may decide. */
export type Box = 'forMe' | 'byMe' | 'openByMe' | 'decided';

/** The documents of one kind in a box, as a select of {@link CaseRef}. @param decidable those that the person may decide */
export function caseBox(
  table: CaseTable,
  box: Box,
  of: {
    readonly caseType: string;
    readonly waiting: readonly string[];
    readonly decidable: RawBuilder<SqlBool>;
    readonly accountId: number;
    readonly now: Date;
  },
): RawBuilder<CaseRef> {
  const isWaiting = sql<SqlBool>`(${stateIn(table, of.waiting)} and ${column(table, 'expire_at')} > ${of.now})`;
  const isMine = sql<SqlBool>`${column(table, 'maker_id')} = ${of.accountId}`;
  const where = {
    forMe: sql<SqlBool>`${isWaiting} and not ${isMine} and ${of.decidable}`,
    byMe: isMine,
    openByMe: sql<SqlBool>`${isWaiting} and ${isMine}`,
    decided: sql<SqlBool>`not ${stateIn(table, of.waiting)} and ${of.decidable}`,
  }[box];
  return sql<CaseRef>`
    select ${of.caseType}::text as "caseType", ${column(table, 'id')} as id, ${column(table, 'created_at')} as "createdAt"
    from ${nameOf(table)} where ${where}`;
}

/** Whether a document is among those that a person may decide. */
export async function mayDecide(
  db: Db,
  table: CaseTable,
  id: number,
  decidable: RawBuilder<SqlBool>,
): Promise<boolean> {
  return (await countCases(db, sql`select from ${nameOf(table)} where id = ${id} and ${decidable}`)) > 0;
}

/** One page of the documents of several kinds, and how many there are, counted up to a cap. */
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

export async function countCases(db: Db, box: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${box}) as found`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
