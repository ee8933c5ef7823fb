import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { Ids } from '../ids';
import type { SmsPort } from './ports';

/** Milliseconds for which the local outbox stores messages. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const LONGEST_TEXT = 500;

/**
 * Creates a simulator that writes messages into the table `sms_outbox` instead of sending them. The sign-in page reads this table. A
 * message with a number (`no`) that is already stored only increases the counter of calls. Messages older than `KEPT_MS` are deleted.
 */
export function createSmsSimulator(db: Kysely<Database>, clock: Clock, ids: Ids): SmsPort {
  return {
    isSimulated: async () => true,
    repeats: async () => true,
    async send({ tel, scene, text, locale, no = null }) {
      const at = clock.now();
      await db
        .deleteFrom('sms_outbox')
        .where('at', '<', new Date(at.getTime() - KEPT_MS))
        .execute();
      await db
        .insertInto('sms_outbox')
        .values({ id: ids.next(), at, tel, scene, text: text.slice(0, LONGEST_TEXT), locale, no })
        .onConflict((conflict) =>
          conflict
            .column('no')
            .where('no', 'is not', null)
            .doUpdateSet((eb) => ({ calls: eb('sms_outbox.calls', '+', 1) })),
        )
        .execute();
    },
    quotaLeft: async () => null,
  };
}

/** Reads the newest messages, the newest message first. */
export async function readOutbox(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('sms_outbox')
    .select(['at', 'tel', 'scene', 'text'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
