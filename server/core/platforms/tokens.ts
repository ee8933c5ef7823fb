import type { Kysely } from 'kysely';
import { MINUTE_MS, SECOND_MS } from '../../../contract/units';
import type { SealedColumn } from '../access/rotation';
import type { Clock } from '../clock';
import { holdKeyedLock, keyOfName } from '../database/locks';
import { PREPARED } from '../database/prepared-statements';
import type { Database } from '../database/schema';
import { sqlState } from '../database/transaction';
import { UpstreamFailure } from './outbound';
import type { FetchedToken, PlatformsPort, SecretBox, TokenName } from './ports';

type Db = Kysely<Database>;

/**
 * We fetch a new token this many milliseconds before the expiry of the stored token, or `EARLY_SHARE` of the token's validity before the
 * expiry if that time is shorter.
 */
const EARLY_MS = 10 * MINUTE_MS;
const EARLY_SHARE = 0.1;

/** A row of `platform_token` and its decrypted token. */
interface Kept {
  readonly token: string;
  readonly sealed: Buffer;
  readonly fetchedAt: Date;
  readonly expireAt: Date;
}

const accountOf = ({ environment, account }: TokenName): string => `${environment}/${account}`;
const placeIn = (platform: string, account: string, kind: string): string =>
  `platform_token/${platform}/${account}/${kind}`;
const placeOf = (name: TokenName): string => placeIn(name.platform, accountOf(name), name.kind);

export const tokenColumn: SealedColumn = {
  table: 'platform_token',
  column: 'sealed',
  key: ['platform', 'account', 'kind'],
  // The server gets access tokens by other secrets, but refresh tokens only once from the platform.
  isRenewed: ({ kind }) => kind !== 'refresh',
  place: ({ platform, account, kind }) => placeIn(String(platform), String(account), String(kind)),
};

function isFresh({ fetchedAt, expireAt }: Kept, now: Date): boolean {
  const life = expireAt.getTime() - fetchedAt.getTime();
  return now.getTime() < expireAt.getTime() - Math.min(EARLY_MS, life * EARLY_SHARE);
}

/** Creates functions that read and write the encrypted tokens in the table `platform_token`. */
function tokenTable(secrets: SecretBox) {
  const ofName = (on: Db, name: TokenName) =>
    on
      .selectFrom('platform_token')
      .where('platform', '=', name.platform)
      .where('account', '=', accountOf(name))
      .where('kind', '=', name.kind);

  async function read(on: Db, name: TokenName): Promise<Kept | null> {
    const row = await ofName(on, name)
      .select(['sealed', 'fetched_at as fetchedAt', 'expire_at as expireAt'])
      .modifyEnd(PREPARED)
      .executeTakeFirst();
    if (!row) return null;
    try {
      return { ...row, token: secrets.open(row.sealed, placeOf(name)) };
    } catch {
      // The token cannot be decrypted, for example because its key is no longer available. The caller then fetches a new token.
      return null;
    }
  }

  async function keep(
    on: Db,
    name: TokenName,
    { token, expiresInSeconds }: FetchedToken,
    askedAt: Date,
  ): Promise<void> {
    const values = {
      sealed: secrets.seal(token, placeOf(name)),
      fetched_at: askedAt,
      expire_at: new Date(askedAt.getTime() + expiresInSeconds * SECOND_MS),
    };
    await on
      .insertInto('platform_token')
      .values({ platform: name.platform, account: accountOf(name), kind: name.kind, ...values })
      .onConflict((conflict) => conflict.columns(['platform', 'account', 'kind']).doUpdateSet(values))
      .execute();
  }

  /** Deletes a token, unless another process has replaced it with a newer token. */
  async function forget(on: Db, name: TokenName, { sealed }: Kept): Promise<void> {
    await on
      .deleteFrom('platform_token')
      .where('platform', '=', name.platform)
      .where('account', '=', accountOf(name))
      .where('kind', '=', name.kind)
      .where('sealed', '=', sealed)
      .execute();
  }

  return { read, keep, forget };
}

/**
 * Creates the store of access tokens, which encrypts them in the table `platform_token`.
 *
 * @param tools.db a separate connection pool; each fetch occupies a connection while it waits for the platform
 */
export function createTokens(tools: {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}): Pick<PlatformsPort, 'accessToken' | 'invalidateToken'> {
  const { db, clock, secrets } = tools;
  /**
   * Fetches that run in this process, by token. Further callers wait for the running fetch and occupy no connection while they wait.
   */
  const fetching = new Map<string, Promise<string>>();

  const { read, keep, forget } = tokenTable(secrets);

  /**
   * Fetches a token under a lock, unless the stored token is fresh. If the fetch fails, it returns the stored token as long as that token
   * is valid. The lock ends with the transaction, even if the process is killed before it stores the token.
   */
  function fetchAlone(name: TokenName, fetchNew: () => Promise<FetchedToken>): Promise<string> {
    return db.transaction().execute(async (transaction) => {
      await holdKeyedLock(transaction, 'platformToken', keyOfName(placeOf(name)));
      const kept = await read(transaction, name);
      const askedAt = clock.now();
      if (kept && isFresh(kept, askedAt)) return kept.token;
      try {
        const fetched = await fetchNew();
        await keep(transaction, name, fetched, askedAt);
        return fetched.token;
      } catch (error) {
        if (kept && sqlState(error) === '' && clock.now() < kept.expireAt) return kept.token;
        throw error;
      }
    });
  }

  return {
    async accessToken(name, fetchNew) {
      const kept = await read(db, name);
      if (kept && isFresh(kept, clock.now())) return kept.token;
      const place = placeOf(name);
      const running = fetching.get(place);
      if (running) return running;
      const fetched = fetchAlone(name, fetchNew)
        .catch((error: unknown) => {
          // Another process has had the lock for longer than the statement timeout.
          if (sqlState(error) === '57014') throw new UpstreamFailure('the access token is being fetched elsewhere');
          throw error;
        })
        .finally(() => fetching.delete(place));
      fetching.set(place, fetched);
      return fetched;
    },
    async invalidateToken(name, token) {
      const kept = await read(db, name);
      if (kept?.token !== token) return;
      await forget(db, name, kept);
    },
  };
}

/** Stores a token that a platform has pushed to us, for example a ticket. It becomes the current token of this name. */
export async function keepToken(
  platforms: Pick<PlatformsPort, 'accessToken' | 'invalidateToken'>,
  name: TokenName,
  sent: FetchedToken,
): Promise<void> {
  const kept = await platforms.accessToken(name, async () => sent);
  if (kept === sent.token) return;
  await platforms.invalidateToken(name, kept);
  await platforms.accessToken(name, async () => sent);
}
