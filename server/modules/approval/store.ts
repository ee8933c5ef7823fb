import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { ProposalBox } from '../../../contract/approval';
import { LIST_LIMITS } from '../../../contract/limits';
import type { Database } from '../../core/database/schema';
import type { DataScope } from '../../core/http/context';
import { scopesOfTeam, scopeTeams } from '../team';
import type { Reaches } from './rules';

type Db = Kysely<Database>;
export type Proposal = Selectable<Database['proposal']>;

export async function insertProposal(db: Db, row: Insertable<Database['proposal']>): Promise<void> {
  await db.insertInto('proposal').values(row).execute();
}

/** Living accounts besides one that hold one of these rules, over whatever rows; the owner always does. */
export async function holdersOf(db: Db, rules: readonly number[], makerId: number): Promise<number[]> {
  const holds = sql<boolean>`exists (
    select 1 from account_identity
    join identity on identity.id = account_identity.identity_id
    where account_identity.account_id = account.id and identity.status = 'on' and identity.deleted_at is null
      and exists (
        select 1 from jsonb_array_elements_text(identity.rule_ids) as rule
        where rule::int = any(${sql.val([...rules])}::int[])
      )
  )`;
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', '!=', makerId)
    .where('deleted_at', 'is', null)
    .where('status', 'in', ['active', 'locked'])
    .where((eb) => eb.or([eb('account_type', '=', 'owner'), holds]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Which data scopes reach a proposal about this station; null: all of them. What is about the platform only the widest. */
export async function stationPlaces(db: Db, teamId: number | null): Promise<Reaches> {
  if (teamId === null) return () => true;
  const team = await scopesOfTeam(db, teamId);
  return (scope) => scope.kind === 'all' || (team?.seenBy(scope) ?? false);
}

/** One proposal, locked until the transaction ends. */
export function lockProposal(db: Db, id: number): Promise<Proposal | undefined> {
  return db.selectFrom('proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

interface Reader {
  readonly accountId: number;
  readonly isOwner: boolean;
  /** His rules with the rows that they reach. */
  readonly grants: readonly { readonly scope: DataScope; readonly rules: readonly number[] }[];
}

/** The condition that leaves the proposals about which a person may decide: one of the rules, over the station. */
function decidable(db: Db, { isOwner, grants }: Reader) {
  if (isOwner) return sql<boolean>`true`;
  const ways = grants.map(({ scope, rules }) => {
    const holds = sql<boolean>`exists (
      select 1 from jsonb_array_elements_text(proposal.rules) as rule
      where rule::int = any(${sql.val([...rules])}::int[])
    )`;
    if (scope.kind === 'all') return holds;
    const stations = scopeTeams(db.selectFrom('team').select('team.id'), scope);
    return sql<boolean>`(${holds} and (proposal.team_id is null or proposal.team_id in ${stations}))`;
  });
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ways, sql` or `)})`;
}

/** What a person may see of a box. */
function boxOf(db: Db, box: ProposalBox, reader: Reader, now: Date) {
  const { accountId } = reader;
  const all = db.selectFrom('proposal');
  if (box === 'byMe') return all.where('maker_id', '=', accountId);
  const mayDecide = decidable(db, reader);
  if (box === 'forMe') {
    return all
      .where('status', '=', 'pending')
      .where('expire_at', '>', now)
      .where('maker_id', '!=', accountId)
      .where(mayDecide);
  }
  return all.where('status', '!=', 'pending').where(mayDecide);
}

/** One page of a box, newest first. */
export async function proposalPage(
  db: Db,
  wanted: { box: ProposalBox; reader: Reader; now: Date; offset: number; limit: number; order: 'asc' | 'desc' },
): Promise<{ rows: Proposal[]; total: number }> {
  const { box, reader, now, offset, limit, order } = wanted;
  const [rows, counted] = await Promise.all([
    boxOf(db, box, reader, now)
      .selectAll()
      .orderBy('created_at', order)
      .orderBy('id', order)
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom(
        boxOf(db, box, reader, now)
          .select('id')
          .limit(LIST_LIMITS.countCap + 1)
          .as('found'),
      )
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, total: Number(counted.n) };
}

/** How many wait for the reader, and how many of his own wait. */
export async function waitingCounts(db: Db, reader: Reader, now: Date): Promise<{ forMe: number; byMe: number }> {
  const count = async (box: ProposalBox) => {
    const { n } = await boxOf(db, box, reader, now)
      .where('status', '=', 'pending')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const [forMe, byMe] = await Promise.all([count('forMe'), count('byMe')]);
  return { forMe, byMe };
}

/** Ends a pending proposal. */
export async function decideProposal(
  db: Db,
  id: number,
  decision: { status: 'approved' | 'rejected' | 'withdrawn'; by: number; name: string; at: Date; note: string },
): Promise<number> {
  const { version } = await db
    .updateTable('proposal')
    .set({
      status: decision.status,
      decided_by: decision.by,
      decided_name: decision.name,
      decided_at: decision.at,
      note: decision.note,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}
