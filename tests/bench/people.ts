import { type Kysely, sql } from 'kysely';
import type { Input } from '../../contract';
import type { NoticeAudience } from '../../contract/serviceNotice.audience';
import type { NoticePerson } from '../../contract/serviceNotice.states';
import { systemClock } from '../../server/core/clock';
import { rareParts } from '../../server/core/database/like';
import type { Database } from '../../server/core/database/schema';
import {
  countRecentOrders,
  countRiderFigures,
  type RiderFilter,
  riderPage,
  riderSums,
} from '../../server/modules/riderWork';
import { countFigures, type FigureDays, type UserFilter, userList } from '../../server/modules/user';
import { createTestApp, type TestApp } from '../../server/testing';
import { prepareGround } from '../../server/testing-stations';
import { printTable, quantile, type Row, sleep, waitForIdle } from './report';

/**
 * Measures the lists of `USERS` users (default 5,000,000) and `RIDERS` riders (default 100,000). Each list is measured with one
 * page and with the figures of all rows that match the filter. Then it measures whole calls: user lists, rider lists with insurance
 * cover, working time and deliveries of 30 days, and live counts of notice audiences. Audiences of users are counted without and with a
 * template, audiences of riders only with a template.
 */
const USERS = Number(process.env.USERS ?? 5_000_000);
const RIDERS = Number(process.env.RIDERS ?? 100_000);
const CHUNK = 250_000;
const TEAMS = 200;
const DAYS = 730;
const SAMPLES = Number(process.env.SAMPLES ?? 60);
const FLUSHED_MS = 2_000;
const NOW = new Date('2026-03-01T04:00:00Z');
const TODAY = '2026-03-01';
const DAY_MS = 86_400_000;
const LIST_ID = 1;
const LIST_ROWS = 50_000;
const STATION = 7;
const FIRST_PAGE = { offset: 0, limit: 20 };
const LAST_PAGE = { offset: 9_980, limit: 20 };

const FIGURE_DAYS: FigureDays = {
  day: TODAY,
  dayStart: new Date('2026-02-28T16:00:00Z'),
  activeSince: new Date(NOW.getTime() - 30 * DAY_MS),
  timeZone: 'Asia/Shanghai',
};
const TODAY_START = FIGURE_DAYS.dayStart.getTime();
const LAST_30_DAYS = { from: new Date(TODAY_START - 29 * DAY_MS), to: new Date(TODAY_START + DAY_MS) };
const EVERY_USER: UserFilter = { homeTeamId: null, seesPhones: true } as UserFilter;
const EVERY_RIDER: RiderFilter = {
  teamIds: null,
  seesPhones: true,
  today: TODAY,
  now: NOW,
  timeZone: FIGURE_DAYS.timeZone,
} as RiderFilter;

type Db = Kysely<Database>;
type Work = (db: Db) => Promise<unknown>;

const users =
  (more: Partial<UserFilter>, field: 'createdAt' | 'paidFen' | 'lastActiveAt' = 'createdAt', page = FIRST_PAGE): Work =>
  async (db) => {
    const nameParts = more.keyword ? await rareParts(db, 'app_user_nickname', more.keyword) : [];
    const filter = { ...EVERY_USER, ...more, nameParts };
    return userList(db, filter, { field, order: 'desc' }, page, FIGURE_DAYS);
  };
const riders =
  (more: Partial<RiderFilter>, field: 'createdAt' | 'safetyScore' = 'createdAt', page = FIRST_PAGE): Work =>
  async (db) => {
    const nameParts = more.keyword ? await rareParts(db, 'rider_name', more.keyword) : [];
    const filter = { ...EVERY_RIDER, ...more, nameParts };
    return Promise.all([riderPage(db, filter, { field, order: 'desc' }, page), riderSums(db, filter)]);
  };

const LISTS: readonly (readonly [string, Work])[] = [
  ['users, all', users({})],
  ['users, all, row 9,980', users({}, 'createdAt', LAST_PAGE)],
  ['users, by amount paid', users({}, 'paidFen')],
  ['users, by last activity', users({}, 'lastActiveAt')],
  ['users, one station', users({ homeTeamId: [7] })],
  ['users, blacklisted', users({ status: ['blacklisted'] })],
  ['users, a phone', users({ keyword: '13000000777' })],
  ['users, a part of the nickname', users({ keyword: 'user 4242' })],
  ['users, a tag', users({ tag: 'vip' })],
  ['users, one level and source', users({ level: ['3'], source: ['wx'] })],
  ['users, one station and level', users({ homeTeamId: [7], level: ['1'] })],
  ['users, registered in 30 days', users({ registered: LAST_30_DAYS })],
  ['users, active in 30 days', users({ lastActive: LAST_30_DAYS })],
  ['users, a balance above ¥100', users({ balanceFenMin: 10_000 })],
  ['users, a balance of ¥50.55 to ¥101.01', users({ balanceFenMin: 5_055, balanceFenMax: 10_101 })],
  ['riders, all', riders({})],
  ['riders, all, row 9,980', riders({}, 'createdAt', LAST_PAGE)],
  ['riders, by safety score', riders({}, 'safetyScore')],
  ['riders, one station', riders({ teamIds: [7] })],
  ['riders, suspended', riders({ status: ['suspended'] })],
  ['riders, a part of the name', riders({ keyword: 'rider 424' })],
  ['riders, name under review', riders({ realNameState: ['reviewing'] })],
  ['riders, name approved', riders({ realNameState: ['passed'] })],
  ['riders, one type', riders({ riderType: ['full'] })],
  ['riders, certificate valid', riders({ healthState: ['valid'] })],
  ['riders, trained', riders({ trained: true })],
  ['riders, certificate of 7 days or less', riders({ certDaysMax: 7 })],
  ['riders, certificate of 90 days or more', riders({ certDaysMin: 90 })],
  ['riders, safety score of 62 or less', riders({ safetyScoreMax: 62 })],
  ['riders, safety score of 80 or more', riders({ safetyScoreMin: 80 })],
  ['riders, joined in 30 days', riders({ joinedAt: LAST_30_DAYS })],
];

interface Caller {
  readonly t: TestApp;
  readonly token: string;
  /** Template ids by channel. */
  readonly templates: Readonly<Record<'sms' | 'officialTemplate', number>>;
  readonly listId: number;
}
type Ask = (caller: Caller) => Promise<{ readonly code: number }>;

const userAnswer =
  (input: Input<'user.User/getList'>): Ask =>
  ({ t, token }) =>
    t.call('user.User/getList', input, { token });
const riderAnswer =
  (input: Input<'safety.Rider/getList'>): Ask =>
  ({ t, token }) =>
    t.call('safety.Rider/getList', input, { token });
const audience =
  (
    of: (caller: Caller) => NoticeAudience,
    channel?: keyof Caller['templates'],
    personType: NoticePerson = 'user',
  ): Ask =>
  (caller) => {
    const { t, token, templates } = caller;
    const input = {
      personType,
      audienceJson: JSON.stringify(of(caller)),
      ...(channel && { templateId: templates[channel] }),
    };
    return t.call('user.Notice/countAudience', input, { token });
  };
const AUDIENCES: readonly (readonly [string, (caller: Caller) => NoticeAudience])[] = [
  ['all', () => ({ kind: 'all' })],
  ['one station', () => ({ kind: 'teams', teamIds: [STATION] })],
  ['two levels', () => ({ kind: 'levels', levels: ['3', '4'] })],
  ['a tag', () => ({ kind: 'tags', tags: ['vip'] })],
  ['a source', () => ({ kind: 'conditions', sources: ['wx'] })],
  ['registered in 30 days', () => ({ kind: 'conditions', registeredFrom: '2026-01-30', registeredTo: TODAY })],
  ['active in 30 days', () => ({ kind: 'conditions', lastActiveFrom: '2026-01-30', lastActiveTo: TODAY })],
  ['last order in 30 days', () => ({ kind: 'conditions', lastOrderFrom: '2026-01-30', lastOrderTo: TODAY })],
  ['5 orders or more', () => ({ kind: 'conditions', ordersMin: 5 })],
  ['¥1,000 paid or more', () => ({ kind: 'conditions', paidFenMin: 100_000 })],
  ['a balance of ¥100 or more', () => ({ kind: 'conditions', balanceFenMin: 10_000 })],
  [
    'one level, a balance and 30 days',
    () => ({ kind: 'conditions', levels: ['3'], balanceFenMin: 1, lastActiveFrom: '2026-01-30' }),
  ],
  ['an uploaded list', ({ listId }) => ({ kind: 'list', listId })],
];
/** Notice audiences of riders, by name. */
const RIDER_AUDIENCES: readonly (readonly [string, NoticeAudience])[] = [
  ['all', { kind: 'all' }],
  ['one station', { kind: 'riderConditions', teamIds: [STATION] }],
  ['one region', { kind: 'riderConditions', regions: ['510100'] }],
  ['a certificate that ends in 30 days', { kind: 'riderConditions', healthValidTo: '2026-03-31' }],
];
const ANSWERS: readonly (readonly [string, string, Ask])[] = [
  ['users, all', 'p99 ≤ 50 ms', userAnswer({})],
  ['users, one level', 'p99 ≤ 50 ms', userAnswer({ level: ['3'] })],
  ['riders, all', 'p99 ≤ 50 ms', riderAnswer({})],
  ['riders, one state', 'p99 ≤ 50 ms', riderAnswer({ status: ['suspended'] })],
  ['riders, covered', 'p99 ≤ 50 ms', riderAnswer({ insured: ['covered'] })],
  ['riders, by orders of 30 days', 'p99 ≤ 50 ms', riderAnswer({ sortField: 'orders' })],
  ...AUDIENCES.flatMap(([name, of]) => [
    [`audience, ${name}`, '≤ 1 s', audience(of)] as const,
    [`audience, ${name}, by text message`, '≤ 1 s', audience(of, 'sms')] as const,
    [`audience, ${name}, by official account`, '≤ 1 s', audience(of, 'officialTemplate')] as const,
  ]),
  ...RIDER_AUDIENCES.map(
    ([name, of]) =>
      [`audience of riders, ${name}, by text message`, '≤ 1 s', audience(() => of, 'sms', 'rider')] as const,
  ),
];

/** Inserts rows in chunks and prints the progress. */
async function inChunks(all: number, name: string, insert: (rows: ReturnType<typeof sql>) => Promise<unknown>) {
  for (let done = 0; done < all; done += CHUNK) {
    await insert(sql`generate_series(${done + 1}::bigint, ${Math.min(done + CHUNK, all)}::bigint) n`);
    process.stderr.write(`\r${Math.min(done + CHUNK, all)} ${name}`);
  }
  process.stderr.write('\n');
}

/**
 * Drops the tables' indexes that belong to no constraint, runs `insert`, and creates the indexes again. Sorting millions of rows once
 * takes minutes, but updating every index for each row takes an hour.
 */
async function withoutIndexes(db: Db, tables: readonly string[], insert: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = any(${tables}::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`.execute(db);
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db);
  await insert();
  for (const { name, definition } of indexes) {
    process.stderr.write(`index ${name}\n`);
    await sql.raw(definition).execute(db);
  }
}

async function fill(db: Db): Promise<void> {
  await withoutIndexes(db, ['app_user', 'rider'], () => insertPeople(db));
  await insertWork(db);
  // `vacuum` marks a page as all-visible only after its commit is on disk. The test database commits asynchronously, so we wait.
  await sleep(FLUSHED_MS);
  await sql`vacuum analyze app_user`.execute(db);
  await sql`vacuum analyze rider`.execute(db);
  for (const table of [
    'insure_policy',
    'rider_fatigue',
    'rider_identity',
    'rider_day',
    'user_reach',
    'service_notice_list_user',
  ] as const) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  }
  await countFigures(db, FIGURE_DAYS);
  await countRecentOrders({ db, clock: systemClock }, TODAY);
  // `countRecentOrders` updates the row of every rider, so half of the table's space is then unused. Later counts update few rows and reuse
  // the unused space, so the bench measures the table without it.
  await sql`vacuum full analyze rider`.execute(db);
  await sql`vacuum rider`.execute(db);
  await countRiderFigures(db, { now: NOW, today: TODAY, timeZone: FIGURE_DAYS.timeZone });
}

async function insertPeople(db: Db): Promise<void> {
  const place = sql`n % ${TEAMS} + 1`;
  const at = (all: number) =>
    sql`to_timestamp(${NOW.getTime() / 1_000}) - (n::float8 / ${all} * ${DAYS}) * interval '1 day'`;
  await inChunks(USERS, 'users', (rows) =>
    sql`
      insert into app_user (id, tel, nickname, source, home_team_id, level, tags, status, order_count, paid_fen, balance_fen,
        first_login_at, last_active_at, last_order_at, created_at, updated_at)
      select n, '13' || lpad(n::text, 9, '0'), 'user ' || n, 'wx', ${place}, n % 5, case when n % 100 = 0 then '["vip"]' else '[]' end::jsonb,
        case when n % 500 = 0 then 'blacklisted' else 'normal' end, n * 31 % 97, n * 7919 % 900000,
        case when n % 3 = 0 then n * 13 % 20000 else 0 end, ${at(USERS)}, ${at(USERS)} + (n % 30) * interval '1 day',
        case when n * 31 % 97 > 0 then ${at(USERS)} + (n % 30) * interval '1 day' end, ${at(USERS)}, ${at(USERS)}
      from ${rows}`.execute(db),
  );
  await inChunks(RIDERS, 'riders', (rows) =>
    sql`
      insert into rider (id, rider_no, tel, name, id_card, id_card_hash, birth, gender, team_id, rider_type, status, joined_at,
        real_name_state, face_state, health_state, health_valid_to, vehicle_type, safety_score, train_score, heartbeat_at, created_at, updated_at)
      select n, 'R' || lpad(n::text, 9, '0'), '15' || lpad(n::text, 9, '0'), 'rider ' || n, '\\x00', lpad(n::text, 64, '0'), '1995-05-05',
        'male', ${place}, (array['crowd', 'full', 'part'])[n % 3 + 1], case when n % 20 = 0 then 'suspended' when n % 30 = 0 then 'applying' else 'active' end, ${at(RIDERS)},
        case when n % 30 = 0 then 'reviewing' else 'passed' end, 'passed', case when n % 40 = 0 then 'expired' when n % 41 = 0 then 'none' else 'valid' end, '2026-03-01'::date + (n % 300)::int, 'ebike',
        100 - n % 40, 100 - n % 30,
        to_timestamp(${NOW.getTime() / 1_000}) - (n % 600) * interval '1 second', ${at(RIDERS)}, ${at(RIDERS)}
      from ${rows}`.execute(db),
  );
}

/** Inserts the riders' name changes, covers, working time and deliveries, official-account ids of some users, and a user list. */
async function insertWork(db: Db): Promise<void> {
  const place = sql`n % ${TEAMS} + 1`;
  await sql`insert into insurer (id, created_at, name) values (1, ${NOW}, 'Insurer')`.execute(db);
  await sql`
    insert into insure_product (id, created_at, updated_at, updated_by_name, name, insurer_id, kind, plan_code, agreement_no, premium_fen,
      premium_unit, payer, cover_end, sums, min_age, max_age, team_ids, api_mode, is_on)
    values (1, ${NOW}, ${NOW}, '', 'Daily cover', 1, 'daily', 'P1', 'A1', 300, 'day', 'rider', 0, '{}', 18, 60, '[]', 'manual', true)`.execute(
    db,
  );
  await inChunks(RIDERS, 'changed names', (rows) =>
    sql`
      insert into rider_identity (id, created_at, no, rider_id, team_id, state, old_name, old_id_card, name)
      select n, ${NOW}, 'RN' || n, n, ${place}, case when n % 500 = 0 then 'reviewing' else 'approved' end, 'rider', '\\x00', 'name'
      from ${rows} where n % 100 = 0`.execute(db),
  );
  await inChunks(RIDERS, 'covers', (rows) =>
    sql`
      insert into insure_policy (id, created_at, no, product_id, insurer_id, rider_id, team_id, cover_date, cover_from, cover_to,
        premium_unit, price_fen, payer, sums, state, insurer_no, maker_id, maker_name)
      select n, ${NOW}, 'IP' || n, 1, 1, n, ${place}, ${TODAY}, ${FIGURE_DAYS.dayStart}, ${FIGURE_DAYS.dayStart}::timestamptz + interval '1 day',
        'day', 300, 'rider', '{}', 'inForce', 'I' || n, 0, ''
      from ${rows} where n % 5 > 0`.execute(db),
  );
  await inChunks(RIDERS, 'working times', (rows) =>
    sql`
      insert into rider_fatigue (rider_id, day, team_id, online_sec, max_continuous_sec, prompts)
      select n, ${TODAY}, ${place}, n % 40000, n % 15000, case when n % 50 = 0 then '[{"kind": "rest"}]' else '[]' end::jsonb
      from ${rows}`.execute(db),
  );
  await inChunks(RIDERS, 'riders with deliveries', (rows) =>
    sql`
      insert into rider_day (day, team_id, rider_id, delivered, on_time, gmv_fen)
      select ${TODAY}::date - d, ${place}, n, n % 40, n % 35, n % 40 * 3000 from ${rows}, generate_series(0, 29) d`.execute(
      db,
    ),
  );
  await inChunks(USERS, 'channels', (rows) =>
    sql`
      insert into user_reach (user_id, channel, template_id, address, updated_at)
      select n, 'officialTemplate', '', 'openid' || n, ${NOW} from ${rows} where n % 3 = 0`.execute(db),
  );
  await sql`
    insert into service_notice_list_user (list_id, user_id)
    select ${LIST_ID}::bigint, n from generate_series(1, ${Math.min(LIST_ROWS, USERS)}::bigint) n`.execute(db);
}

async function callerOf(t: TestApp): Promise<Caller> {
  const { owner: token, station } = await prepareGround(t);
  await station();
  // The users of the bench belong to stations 1 to 200. An audience by station needs one of these stations in the table.
  const own = { id: STATION, code: `B${STATION}`, name: 'Bench', admin_tel: null };
  await sql`
    insert into team select own.* from team, jsonb_populate_record(team, ${JSON.stringify(own)}::jsonb) own limit 1`.execute(
    t.db,
  );
  const { id: by_id } = await t.db.selectFrom('account').select('id').orderBy('id').executeTakeFirstOrThrow();
  const list = { id: LIST_ID, created_at: NOW, name: 'list', rows: LIST_ROWS, matched: LIST_ROWS, by_id };
  await t.db.insertInto('service_notice_list').values(list).execute();
  const template = async (more: Partial<Input<'user.Notice/saveTemplate'>>) => {
    const common = { name: 'Bench', dailyCap: 0, quietHours: null, upstreamId: 'SMS_1' };
    const input = { ...common, ...more } as Input<'user.Notice/saveTemplate'>;
    const { code, data } = await t.call('user.Notice/saveTemplate', input, { token });
    if (code !== 100) throw new Error(JSON.stringify(data));
    return data.id;
  };
  const field = { key: 'thing1', label: 'What', value: 'Something' };
  const templates = {
    sms: await template({ code: 'benchSms', channel: 'sms', signName: '示例', body: 'Hello' }),
    officialTemplate: await template({ code: 'benchOfficial', channel: 'officialTemplate', fields: [field] }),
  };
  return { t, token, templates, listId: LIST_ID };
}

async function measure(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let sample = 0; sample < SAMPLES + 5; sample += 1) {
    const from = performance.now();
    await work();
    if (sample >= 5) times.push(performance.now() - from);
  }
  return `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`;
}

async function main(): Promise<void> {
  const t = await createTestApp();
  const { db } = t;
  try {
    const begun = performance.now();
    // We use one connection, because `set` applies only to its connection.
    await db.connection().execute(async (filling) => {
      await sql`set synchronous_commit = off`.execute(filling);
      await sql`set statement_timeout = 0`.execute(filling);
      await sql`set maintenance_work_mem = '512MB'`.execute(filling);
      await fill(filling);
    });
    const seconds = Math.round((performance.now() - begun) / 1_000);
    const busy = await waitForIdle(60);
    const rows: Row[] = [];
    for (const [figure, work] of LISTS) {
      rows.push({ figure, target: 'p99 ≤ 50 ms', measured: await measure(() => work(db)) });
    }
    const caller = await callerOf(t);
    for (const [figure, target, ask] of ANSWERS) {
      const measured = await measure(async () => {
        const { code } = await ask(caller);
        if (code !== 100) throw new Error(`${figure}: ${code}`);
      });
      rows.push({ figure: `answer: ${figure}`, target, measured });
    }
    const people = `${USERS.toLocaleString('en')} users and ${RIDERS.toLocaleString('en')} riders, filled in ${seconds} s.`;
    const note = `${people} Others kept ${Math.round(busy * 100)} % of the machine busy as it began.`;
    printTable('npm run bench people', [note], rows);
  } finally {
    await t.close();
  }
}

void main();
