import type { UserEvent } from '../../../contract/user.intake';
import { NOTHING, type Traffic } from './traffic';

/** The users' app: sign-ins, and now and then a new user. */

const SIGN_INS = 5;
const MODELS = ['P60', 'Mate 50', 'Redmi K70', 'iPhone 15'] as const;

export const userTraffic: Traffic = async ({ db, send, chance, now, newId }) => {
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'home_team_id as teamId'])
    .where('status', '=', 'normal')
    .orderBy('last_active_at', 'desc')
    .limit(500)
    .execute();
  if (users.length === 0) return NOTHING;
  const at = now.toISOString();
  const events: UserEvent[] = [];
  if (chance.chance(0.3)) {
    const userId = newId();
    const { teamId } = chance.pick(users);
    events.push({
      ...{ event: 'registered', no: `r${userId}`, userId, at, tel: null, nickname: `新用户${userId % 10_000}` },
      ...{ source: 'wx', teamId },
    });
  }
  for (const { id: userId } of chance.shuffled(users).slice(0, SIGN_INS)) {
    events.push({
      ...{ event: 'signedIn', no: `s${newId()}`, userId, at, deviceKey: `sim-device-${userId}`, platform: 'android' },
      ...{ model: MODELS[userId % MODELS.length] ?? 'P60', appVersion: '3.2.0', ip: '203.0.113.20' },
    });
  }
  return send('user.Intake/push', { events });
};
