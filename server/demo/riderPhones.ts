import { sql } from 'kysely';
import { insertRows } from './insert';
import { demoPortrait } from './pictures';
import { random } from './random';
import { DAY_MS, daysAgo, type Making } from './world';

/** Creates the phones with which the demo's riders sign in, and photos of some riders. */

const MODELS = [
  ['android', 'Redmi Note 13'],
  ['android', 'Mate 60'],
  ['android', 'vivo Y78'],
  ['ios', 'iPhone 13'],
] as const;
/** Maximum number of riders with a photo. For other riders, lists show the first character of the name. */
const PHOTOS = 24;

interface Rider {
  readonly id: number;
  readonly name: string;
  readonly status: string;
}

/**
 * Creates the riders' devices. Every fourth rider also has a former phone. One rider in fifty uses the phone of the previous rider in the
 * list.
 */
export async function makeRiderPhones({ db, now }: Making, riders: readonly Rider[]): Promise<void> {
  const chance = random('rider phones');
  const rows = riders.flatMap(({ id, status }, index) => {
    const lastAt = status === 'active' || status === 'probation' ? daysAgo(now, chance.int(0, 2)) : daysAgo(now, 40);
    return Array.from({ length: index % 4 === 3 ? 2 : 1 }, (_, former) => {
      const [platform, model] = chance.pick(MODELS);
      const owner = former === 0 && index % 50 === 49 ? index - 1 : index;
      const until = new Date(lastAt.getTime() - former * 60 * DAY_MS);
      return {
        ...{ rider_id: id, device_key: `demo-rider-${owner}-${former}`, platform, model },
        ...{ app_version: former === 0 ? '5.2.0' : '5.0.1', first_at: new Date(until.getTime() - 50 * DAY_MS) },
        ...{ last_at: until, last_ip: `192.0.2.${chance.int(1, 254)}`, logins: chance.int(3, 60) },
      };
    });
  });
  await insertRows(db, 'rider_device', rows);
}

/** Creates photos of the first active riders. Without a file store it creates none. */
export async function makeRiderPhotos(making: Making, riders: readonly Rider[]): Promise<void> {
  if (!making.files) return;
  const working = riders.filter(({ status }) => status === 'active').slice(0, PHOTOS);
  const photos = [];
  for (const [index, { id, name }] of working.entries()) {
    photos.push({ id, photoFileId: await demoPortrait(making, `${name}.png`, index) });
  }
  await sql`update rider set photo_file_id = p."photoFileId"
    from json_to_recordset(${JSON.stringify(photos)}::json) as p(id bigint, "photoFileId" bigint)
    where rider.id = p.id`.execute(making.db);
}
