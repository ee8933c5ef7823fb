import type { BlacklistState } from '../../../contract/userBlacklist.states';
import { type Fixture, nextSerial, type Stage } from './testing-fixture';

/** Fixtures for entries of the blacklist. */

/** Inserts a user of the station. @returns the user's id */
async function insertUser({ t, teamId }: Stage, isBlacklisted: boolean): Promise<number> {
  const id = t.ids.next();
  const at = t.clock.now();
  const serial = nextSerial();
  await t.db
    .insertInto('app_user')
    .values({
      ...{ id, created_at: at, updated_at: at, tel: `1394000${String(serial).padStart(4, '0')}`, source: 'app' },
      ...{ nickname: `User ${serial}`, home_team_id: teamId, status: isBlacklisted ? 'blacklisted' : 'normal' },
      first_login_at: at,
    })
    .execute();
  return id;
}

const userBlacklist: Fixture = {
  table: 'user_black_record',
  stateColumn: 'state',
  rules: [21, 22, 2108],
  async make(stage, name) {
    const state = name as BlacklistState;
    const { t, teamId, people } = stage;
    const id = t.ids.next();
    const at = t.clock.now();
    await t.db
      .insertInto('user_black_record')
      .values({
        ...{ id, created_at: at, user_id: await insertUser(stage, state === 'open'), team_id: teamId, state },
        ...{ scope: 'all', team_ids: '[]', reason_type: 'other', reason: 'Threatened a rider', evidence: '[]' },
        ...{ until: null, maker_id: people.maker.id, maker_name: 'Maker' },
        ...(state !== 'open' && { decided_at: at, checker_id: 0, checker_name: '' }),
      })
      .execute();
    return id;
  },
};

export const USER_FIXTURES: Readonly<Record<string, Fixture>> = { userBlacklist };
