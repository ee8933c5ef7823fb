import type { Kysely } from 'kysely';
import { LOOK_PREFERENCE, PREFERENCES } from '../../../contract/limits';
import { type LookPreference, lookPreference } from '../../../contract/site';
import { text } from '../../../contract/text';
import type { Database } from '../../core/database/schema';
import type { ActorContext } from '../../core/http/context';
import { refuse } from '../../core/http/refusal';
import { countOthers, preferenceOf, writePreference } from './store';

/** Personal preferences of accounts, by key. Any module may read them. */
export { preferencesOf } from './store';

/** Reads the look (外观) that an account chose. @returns `undefined` if there is no choice or the stored value is invalid */
export async function lookOf(db: Kysely<Database>, accountId: number): Promise<LookPreference | undefined> {
  const stored = await preferenceOf(db, accountId, LOOK_PREFERENCE);
  return lookPreference.safeParse(stored).data;
}

const TOO_MANY = text(
  '最多保存 {n} 项个人设置',
  'At most {n} personal settings are kept',
  'São guardadas no máximo {n} preferências',
  '最多儲存 {n} 項個人設定',
);
const TOO_LARGE = text(
  '一项个人设置最多 {n} KB',
  'A personal setting has at most {n} KB',
  'Uma preferência tem no máximo {n} KB',
  '一項個人設定最多 {n} KB',
);

/** Stores a preference of the caller. `null` deletes it. @throws Refusal 40001 (the value is too large, or the caller has too many) */
export async function keepPreference(ctx: ActorContext, key: string, value: unknown): Promise<void> {
  const refused = (field: 'key' | 'value', message: string) =>
    refuse(40001, {}, { errors: [{ field, rule: 'max', message }] }, message);
  if (Buffer.byteLength(JSON.stringify(value)) > PREFERENCES.bytes) {
    throw refused('value', ctx.t(TOO_LARGE, { n: PREFERENCES.bytes / 1024 }));
  }
  const { accountId } = ctx.actor;
  if (value !== null && (await countOthers(ctx.db, accountId, key)) >= PREFERENCES.keys) {
    throw refused('key', ctx.t(TOO_MANY, { n: PREFERENCES.keys }));
  }
  await writePreference(ctx.db, accountId, key, value, ctx.clock.now());
}
