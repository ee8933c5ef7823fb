import { type Kysely, sql } from 'kysely';
import { CONSOLE_PEOPLE, PEOPLE_OF, type PersonType } from '../../../contract/announcement.states';
import { type Text, text } from '../../../contract/text';
import { MINUTE_MS } from '../../../contract/units';
import type { Clock } from '../../core/clock';
import type { Database } from '../../core/database/schema';
import { inTransaction, withTransaction } from '../../core/database/transaction';
import type { Ids } from '../../core/ids';
import { inEachLanguage } from '../information';
import { touchInboxes } from '../notice';
import { queueSms } from '../noticeManage';
import { pushToFollowers } from '../serviceNumber';
import { readSetting } from '../site';
import { type Addressee, newPeople, nextPeople } from './people';
import { type AnnouncementRecord, lockAnnouncement } from './store';

/**
 * Writes receipts (docs/decisions/0067). One transaction under the announcement's lock writes a batch of receipts, the number of receivers
 * and the position of the next batch. After a crash the job continues at this position. Each person has only one receipt of an
 * announcement.
 */

type Db = Kysely<Database>;
export interface Tools {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Number of receipts per transaction. */
const BATCH = 5_000;
/** Milliseconds after which a run begins no further batch, because a stopping server waits for the run to end. */
const RUN_MS = 3_000;
/** Milliseconds between two searches for people who joined an audience later. */
export const JOINED_EVERY_MS = MINUTE_MS;

export const PUSHED: Readonly<Record<'fresh' | 'again', Text>> = {
  fresh: text(
    '新公告，请登录查看。',
    'New announcement. Sign in to read it.',
    'Novo comunicado. Entre para ler.',
    '新公告，請登入查看。',
  ),
  again: text(
    '公告尚未阅读或确认，请登录查看。',
    'An announcement waits to be read or confirmed. Sign in to open it.',
    'Um comunicado aguarda leitura ou confirmação. Entre para abrir.',
    '公告尚未閱讀或確認，請登入查看。',
  ),
};

export const isConsolePerson = (type: PersonType): boolean => (CONSOLE_PEOPLE as readonly string[]).includes(type);

/** Returns the title in each language. Missing languages get the title in the fallback language. */
export const titleIn = ({ title }: Pick<AnnouncementRecord, 'title'>, fallback: keyof Text): Text =>
  inEachLanguage(title, fallback);

/** Notifies people by text message and, for console users, through the official account, if the announcement uses these channels. */
export async function tellOutside(
  tools: Tools,
  record: AnnouncementRecord,
  { type, people, words }: { readonly type: PersonType; readonly people: readonly Addressee[]; readonly words: Text },
): Promise<void> {
  const bySms = record.channels.includes('sms');
  const byAccount = record.channels.includes('officialAccount') && isConsolePerson(type);
  if (people.length === 0 || (!bySms && !byAccount)) return;
  const { defaultLocale: locale } = await readSetting(tools.db, 'locale');
  const title = titleIn(record, locale);
  const at = tools.clock.now();
  if (bySms) {
    const { siteName } = await readSetting(tools.db, 'identity');
    const to = people.map(({ personId, tel }) => ({ accountId: isConsolePerson(type) ? personId : 0, tel }));
    await queueSms(tools, { to, title, content: words, site: siteName, locale, at });
  }
  if (byAccount) {
    const accountIds = people.map(({ personId }) => personId);
    await pushToFollowers(tools, { accountIds, title, content: words, at, locale, dueAt: at });
  }
}

/**
 * Writes receipts for the people who have none yet, and notifies these people through the announcement's channels. All `people` are of one
 * type.
 *
 * @returns the number of new receipts
 */
async function writeReceipts(
  tools: Tools,
  record: AnnouncementRecord,
  type: PersonType,
  people: readonly Addressee[],
): Promise<number> {
  if (people.length === 0) return 0;
  const { rows } = await sql<{ personId: number }>`
    insert into announcement_receipt (id, announcement_id, person_type, person_id, team_id, created_at)
    select one.id, ${record.id}, ${type}, one.person_id, one.team_id, ${tools.clock.now()}
    from unnest(${sql.val(people.map(() => tools.ids.next()))}::bigint[],
      ${sql.val(people.map(({ personId }) => personId))}::bigint[],
      ${sql.val(people.map(({ teamId }) => teamId))}::bigint[]) as one (id, person_id, team_id)
    on conflict (announcement_id, person_type, person_id) do nothing
    returning person_id as "personId"`.execute(tools.db);
  const written = new Set(rows.map(({ personId }) => personId));
  const told = people.filter(({ personId }) => written.has(personId));
  if (isConsolePerson(type)) await touchInboxes(tools.db, [...written]);
  await tellOutside(tools, record, { type, people: told, words: PUSHED.fresh });
  return told.length;
}

/** Writes the next batch of an announcement's receipts. @returns `true` when receipts may still be missing */
async function fillNext(tools: Tools, id: number): Promise<boolean> {
  return inTransaction(tools, async (own) => {
    const { db } = own;
    const record = await lockAnnouncement(db, id);
    if (record?.state !== 'published' || record.isFilled) return false;
    const types = PEOPLE_OF[record.audienceType];
    const type = types[record.fillStep];
    const people = type ? await nextPeople(db, record, { type, after: record.fillTo, limit: BATCH }) : [];
    const added = type ? await writeReceipts(own, record, type, people) : 0;
    const isTypeDone = people.length < BATCH;
    const step = isTypeDone ? record.fillStep + 1 : record.fillStep;
    const isFilled = step >= types.length;
    await db
      .updateTable('announcement')
      .set((eb) => ({
        target_count: eb('target_count', '+', added),
        fill_step: step,
        fill_to: isTypeDone ? 0 : (people.at(-1)?.personId ?? record.fillTo),
        is_filled: isFilled,
      }))
      .where('id', '=', id)
      .execute();
    return !isFilled;
  });
}

/** Writes receipts of published announcements. It begins no further batch after `RUN_MS`, and the next run continues. */
export async function fillPublished(tools: Tools): Promise<void> {
  const ends = tools.clock.now().getTime() + RUN_MS;
  const waiting = await tools.db
    .selectFrom('announcement')
    .where('state', '=', 'published')
    .where('is_filled', '=', false)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('publish_at')
    .orderBy('id')
    .execute();
  for (const { id } of waiting) {
    while (await fillNext(tools, id)) if (tools.clock.now().getTime() >= ends) return;
  }
}

/** Writes receipts for people who joined a published announcement's audience later. @returns true when there may be more */
async function addJoined(tools: Tools, id: number, type: PersonType): Promise<boolean> {
  return withTransaction(
    tools.db,
    async (db) => {
      const record = await lockAnnouncement(db, id);
      if (record?.state !== 'published' || !record.isFilled) return false;
      const people = await newPeople(db, record, { announcementId: id, type, limit: BATCH });
      const added = await writeReceipts({ ...tools, db }, record, type, people);
      if (added > 0) {
        await db
          .updateTable('announcement')
          .set((eb) => ({ target_count: eb('target_count', '+', added) }))
          .where('id', '=', id)
          .execute();
      }
      return people.length === BATCH;
    },
    tools.clock,
  );
}

/** Writes receipts for people who joined the audience of published announcements later, if the audience is dynamic. */
export async function followJoined(tools: Tools): Promise<void> {
  const followed = await tools.db
    .selectFrom('announcement')
    .where('state', '=', 'published')
    .where('is_filled', '=', true)
    .where('dynamic_target', '=', true)
    .where('deleted_at', 'is', null)
    .select(['id', 'audience_type as audienceType'])
    .orderBy('id')
    .execute();
  for (const { id, audienceType } of followed) {
    for (const type of PEOPLE_OF[audienceType]) while (await addJoined(tools, id, type));
  }
}
