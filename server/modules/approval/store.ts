import { type Insertable, type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { type ProposableAddress, proposalCase, WHOLE_PROPOSALS } from '../../../contract/approval.states';
import { LEFT_TEXT } from '../../../contract/user.states';
import type { Actor } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import { blankSteps, caseTable } from '../case';
import { scopesOfTeam, scopeTeams } from '../team';
import { type Reaches, rulesByScope } from './rules';

type Db = Kysely<Database>;
export type Proposal = Selectable<Database['proposal']>;

export const PROPOSAL_TABLE = caseTable('proposal', {
  state: 'status',
  decidedBy: 'decided_by',
  decidedName: 'decided_name',
  emptyNote: '',
});

export async function insertProposal(db: Db, row: Insertable<Database['proposal']>): Promise<void> {
  await db.insertInto('proposal').values(row).execute();
}

/** The endpoint whose proposals concern users. */
const OF_USERS: ProposableAddress = 'user.User/adjustBalance';

/** Replaces reasons and notes of proposals about users whose accounts are deleted. Pending proposals expire. */
export async function forgetProposalReasons(db: Db, userIds: readonly number[], now: Date): Promise<void> {
  const among = sql`p.address = ${OF_USERS} and p.object_id = any(${sql.val([...userIds])}::bigint[])`;
  const blank = JSON.stringify({ reason: LEFT_TEXT, evidence: [] });
  await sql`
    update proposal p set payload = p.payload || ${blank}::jsonb, after = p.after || ${blank}::jsonb,
      note = case when p.note = '' then '' else ${LEFT_TEXT} end,
      expire_at = case when p.status = 'pending' then least(p.expire_at, ${now}) else p.expire_at end
    where ${among}`.execute(db);
  await blankSteps(
    db,
    proposalCase.key,
    sql`select s.case_id, s.id from proposal p join case_step s on s.case_type = ${proposalCase.key} and s.case_id = p.id
      where ${among}`,
  );
}

/** Finds active and locked accounts, except the maker's, that have one of these permissions. The owner has all permissions. */
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

/**
 * Creates the check whether a data scope contains this station.
 *
 * @param teamId `null` means a platform-wide proposal, which every data scope contains
 */
async function stationPlaces(db: Db, teamId: number | null): Promise<Reaches> {
  if (teamId === null) return () => true;
  const team = await scopesOfTeam(db, teamId);
  return (scope) => scope.kind === 'all' || (team?.seenBy(scope) ?? false);
}

/** Creates the check whether a data scope contains a proposal. */
export async function proposalPlaces(
  db: Db,
  { address, team_id: teamId }: Pick<Proposal, 'address' | 'team_id'>,
): Promise<Reaches> {
  return WHOLE_PROPOSALS.includes(address) ? ({ kind }) => kind === 'all' : stationPlaces(db, teamId);
}

/**
 * Builds the condition for proposals that a person may decide: the person has one of the proposal's permissions for the proposal's station.
 * A proposal without a station needs only the permission; one of {@link WHOLE_PROPOSALS} needs it for all stations. The owner may decide
 * all proposals.
 */
export function decidable(db: Db, actor: Actor): RawBuilder<SqlBool> {
  if (actor.accountType === 'owner') return sql<boolean>`true`;
  const ways = rulesByScope(actor).map(({ scope, rules }) => {
    const holds = sql<boolean>`exists (
      select 1 from jsonb_array_elements_text(proposal.rules) as rule
      where rule::int = any(${sql.val([...rules])}::int[])
    )`;
    if (scope.kind === 'all') return holds;
    const stations = scopeTeams(db.selectFrom('team').select('team.id'), scope);
    return sql<boolean>`(${holds} and proposal.address <> all(${sql.val([...WHOLE_PROPOSALS])}::text[])
      and (proposal.team_id is null or proposal.team_id in ${stations}))`;
  });
  return ways.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(ways, sql` or `)})`;
}
