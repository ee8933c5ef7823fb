import type { Kysely } from 'kysely';
import type { UserEvent } from '../../../contract/user.intake';
import type { Database } from '../../core/database/schema';
import { violatedConstraint } from '../../core/database/transaction';
import { refuse } from '../../core/http/refusal';
import { messageText } from '../../core/texts';
import { reportedTeam } from '../team';
import { changeUser, type StoredUser } from './store';

/** This module applies changes of users' profiles that the ordering system reports. For each field the latest event decides. */

type Db = Kysely<Database>;
type ProfileChanged = Extract<UserEvent, { event: 'profileChanged' }>;

const COLUMNS = {
  tel: 'tel',
  nickname: 'nickname',
  level: 'level',
  points: 'points',
  teamId: 'home_team_id',
} as const;
const FIELDS = Object.keys(COLUMNS) as (keyof typeof COLUMNS)[];

/** Builds refusal 40903 for a phone that another user already has. */
export const phoneTaken = () => refuse(40903, { field: messageText('user.tel') });

/**
 * Changes the profile of a locked user. A field that a later event has already set stays unchanged.
 *
 * @throws Refusal 40401 when the station does not exist · 40903 when another user has this phone
 */
export async function changeProfile(db: Db, user: StoredUser, event: ProfileChanged, at: Date): Promise<void> {
  if (event.teamId) await reportedTeam(db, event.teamId);
  const times = user.profile_at ?? {};
  const latest = (field: keyof typeof COLUMNS) => new Date(times[field] ?? user.created_at);
  const fields = FIELDS.filter((field) => event[field] !== undefined && at >= latest(field));
  if (fields.length === 0) return;
  const values = Object.fromEntries(fields.map((field) => [COLUMNS[field], event[field]]));
  const moments = Object.fromEntries(fields.map((field) => [field, at.toISOString()]));
  const set = { ...values, profile_at: JSON.stringify({ ...times, ...moments }) };
  await changeUser(db, user, set, { at, accountId: 0 }).catch((error: unknown) => {
    if (violatedConstraint(error) === 'app_user_tel') throw phoneTaken();
    throw error;
  });
}
