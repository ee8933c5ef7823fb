import { type Kysely, sql } from 'kysely';
import type { Clock } from '../core/clock';
import { holdKeyedLock, keyOfName } from '../core/database/locks';
import type { Database } from '../core/database/schema';
import { withTransaction } from '../core/database/transaction';
import type { Ids } from '../core/ids';
import type { SimulatorParts, SimulatorStore } from './simulator';

type Db = Kysely<Database>;

/**
 * Creates a simulator's store in the table `simulated_value`, which all processes share.
 *
 * @param db the database; if it is a transaction, `alone` runs inside this transaction
 * @param platform name of the simulator
 */
export function databaseStore(db: Db, platform: string): SimulatorStore {
  const ofKind = (kind: string) =>
    db.selectFrom('simulated_value').where('platform', '=', platform).where('kind', '=', kind);
  let last: Promise<unknown> = Promise.resolve();
  return {
    async get<T>(kind: string, key: string) {
      const row = await ofKind(kind).where('key', '=', key).select('content').executeTakeFirst();
      return (row?.content ?? null) as T | null;
    },
    async put(kind, key, value) {
      const written = { content: JSON.stringify(value), updated_at: sql<Date>`now()` };
      await db
        .insertInto('simulated_value')
        .values({ platform, kind, key, ...written })
        .onConflict((conflict) => conflict.columns(['platform', 'kind', 'key']).doUpdateSet(written))
        .execute();
    },
    async remove(kind, key) {
      await db
        .deleteFrom('simulated_value')
        .where('platform', '=', platform)
        .where('kind', '=', kind)
        .where('key', '=', key)
        .execute();
    },
    async list<T>(kind: string) {
      const rows = await ofKind(kind).select(['key', 'content']).orderBy('key').execute();
      return rows.map(({ key, content }) => ({ key, value: content as T }));
    },
    alone(work) {
      const inside = async (transaction: Db) => {
        await holdKeyedLock(transaction, 'simulator', keyOfName(platform));
        return work(databaseStore(transaction, platform));
      };
      if (db.isTransaction) return inside(db);
      // Callers in this process wait here for their turn, not in the database. In the database, each waiting caller would occupy a
      // connection. The caller with the lock may need a second connection.
      const turn = last.then(() => withTransaction(db, inside));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** Returns a function that creates a simulator's tools by name. The simulator's data and waiting callbacks are stored in the database. */
export function databaseParts(tools: {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}): (name: string) => SimulatorParts {
  const { db, clock, ids } = tools;
  return (name) => ({
    clock,
    store: databaseStore(db, name),
    async callBack({ method = 'POST', url, headers, body, dueAt }) {
      await db
        .insertInto('simulated_callback')
        .values({
          id: ids.next(),
          platform: name,
          method,
          url,
          headers: JSON.stringify(headers),
          body,
          due_at: dueAt,
          last_answer: null,
        })
        .execute();
    },
  });
}
