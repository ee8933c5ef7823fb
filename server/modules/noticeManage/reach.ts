import type { Kysely } from 'kysely';
import { type NoticeEvent, noticeEvent } from '../../../contract/notice.events';
import { isInScope } from '../../core/access/scope';
import type { DataScope } from '../../core/actor';
import type { Database } from '../../core/database/schema';
import type { WaitingNotice } from '../notice';
import { franchisee, isFranchiseeInScope } from '../reference';
import { scopesOfTeam } from '../team';

type Db = Kysely<Database>;

/** Tests whether a receiver with this data scope may see the record of a notice. */
type Reach = (scope: DataScope) => boolean;

const isWhole: Reach = (scope) => scope.kind === 'all';

/**
 * Tests the wanted region of an application, like its list does. The module `franchise` imports this module, so its own test cannot be
 * imported here. Its other condition, the follower, is not needed: the follower gets each notice.
 */
async function ofApplication(db: Db, id: number): Promise<Reach> {
  const place = await db
    .selectFrom('franchise_apply')
    .select(['province_code as provinceCode', 'city_code as cityCode', 'district_code as districtCode'])
    .where('id', '=', id)
    .executeTakeFirst();
  return place ? (scope) => isInScope(scope, { ...place, id: null, franchiseeId: null }) : isWhole;
}

async function ofFranchisee(db: Db, id: number): Promise<Reach> {
  const found = await franchisee(db, id);
  return found ? (scope) => isFranchiseeInScope(scope, found) : isWhole;
}

/**
 * Finds the data scopes that contain the record of a notice: its station, application or franchisee. If the record is unknown, only the
 * scope "all" contains it.
 *
 * @returns `null` if the notice belongs to a station that does not exist any more
 */
export async function reachOf(
  db: Db,
  event: NoticeEvent,
  { teamId, objectId }: Pick<WaitingNotice, 'teamId' | 'objectId'>,
): Promise<Reach | null> {
  if (teamId !== null) return (await scopesOfTeam(db, teamId))?.seenBy ?? null;
  const { ofTeam, scope: needed } = noticeEvent(event);
  // Events about stations can also be about a franchisee, for example its withdrawals. Regions do not contain these (`withdraw/scope.ts`).
  if (ofTeam) return (scope) => isWhole(scope) || (scope.kind === 'franchisees' && scope.ids.includes(objectId ?? 0));
  if (needed === undefined) return () => true;
  if (needed === 'platform' || objectId === null) return isWhole;
  return needed === 'application' ? ofApplication(db, objectId) : ofFranchisee(db, objectId);
}
