import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createTestApp, type TestApp } from '../../testing';
import { countUsers } from './store';

let t: TestApp;

before(async () => {
  t = await createTestApp();
});
after(() => t.close());

const ROWS = 52;

/** Creates a user with 52 rows in each tab that these tests read. Row 1 is the newest. */
async function userWithRows(): Promise<number> {
  const id = t.ids.next();
  const at = t.clock.now();
  const base = sql`${id}::bigint`;
  const series = sql`generate_series(1, ${ROWS}) as n`;
  const when = sql`${at}::timestamptz - n * interval '1 hour'`;
  for (const statement of [
    sql`insert into app_user (id, created_at, updated_at, first_login_at, nickname, source, status)
      values (${id}, ${at}, ${at}, ${at}, 'Lin', 'wx', 'normal')`,
    sql`insert into user_coupon (id, created_at, user_id, template_id, name, face_fen, threshold_fen, valid_from, valid_to, status,
        sent_by_id, sent_by_name)
      select ${base} + n, ${when}, ${id}, 1, 'Spring ' || n, 300, 0, ${at}, ${at}, 'used', 0, '' from ${series}`,
    sql`insert into user_address (user_id, address_no, contact_name, tel, region, detail, lng, lat, is_default, updated_at)
      select ${base}, n, 'Lin', '19900000000', 'Chengdu', 'No. 1', 104, 30, false, ${when} from ${series}`,
    sql`insert into user_black_record (id, created_at, user_id, scope, team_ids, reason_type, reason, evidence, state, maker_id, maker_name, decided_at)
      select ${base} + n, ${when}, ${id}, 'all', '[]', 'other', n::text, '[]', 'ended', 0, '', ${at} from ${series}`,
    sql`insert into user_device (user_id, device_key, platform, model, app_version, first_at, last_at, last_ip, logins)
      select ${base}, 'd' || n, 'ios', 'Phone', '1', ${when}, ${when}, '10.0.0.1', 1 from ${series}`,
    sql`insert into user_remark (id, created_at, updated_at, user_id, content, author_id, author_name)
      select ${base} + n, ${when}, ${when}, ${id}, n::text, 1, 'Ann' from ${series}`,
    sql`insert into service_notice_task (id, created_at, no, title, template_id, template_name, channel, content, daily_cap, unit_fen,
        variables, audience, exclude_blacklist, state, send_at, by_id, by_name, by_is_owner)
      select ${base} + n, ${at}, 'NT' || ${base} + n, 'T' || n, 1, 'Spring', 'inSite', '{}', 1, 0, '{}', '{}', false, 'finished', ${at}, 0, '', false
      from ${series}`,
    sql`insert into service_notice_delivery (id, created_at, task_id, template_id, user_id, state)
      select ${base} + 100 - n, ${at}, ${base} + n, 1, ${id}, 'delivered' from ${series}`,
  ]) {
    await statement.execute(t.db);
  }
  return id;
}

describe('the tabs of a user', () => {
  it('show coupons, addresses, blacklist records, devices, remarks and notices by page, newest first', async () => {
    const token = await t.signIn();
    const userId = await userWithRows();
    for (const [address, oldest] of [
      ['user.User/getCoupons', 'Spring 52'],
      ['user.User/getAddresses', '52'],
      ['user.User/getBlackRecords', '52'],
      ['user.User/getDevices', 'd52'],
      ['user.User/getRemarks', '52'],
      ['user.Notice/getOfUser', 'T52'],
    ] as const) {
      const [first, second, third] = [
        await t.call(address, { userId }, { token }),
        await t.call(address, { userId, page: 2 }, { token }),
        await t.call(address, { userId, page: 3 }, { token }),
      ];
      assert.equal(first.code, 100, `${address} ${String(t.faults[0])}`);
      assert.deepEqual(
        [first, second, third].map(({ data }) => [data.list.length, data.more]),
        [
          [50, true],
          [2, false],
          [0, false],
        ],
        address,
      );
      assert.ok(Object.values(second.data.list[1] ?? {}).includes(oldest), address);
    }
  });
});

describe('the risk of a user', () => {
  it('counts another user who shares two devices once, and the devices tab shows that user at each device', async () => {
    const token = await t.signIn();
    const [userId, other] = [t.ids.next(), t.ids.next()];
    const at = t.clock.now();
    for (const [id, devices] of [
      [userId, 3],
      [other, 2],
    ] as const) {
      await sql`insert into app_user (id, created_at, updated_at, first_login_at, nickname, source, status)
        values (${id}, ${at}, ${at}, ${at}, 'Mei', 'wx', 'normal')`.execute(t.db);
      await sql`insert into user_device (user_id, device_key, platform, model, app_version, first_at, last_at, last_ip, logins)
        select ${id}::bigint, 'shared' || n, 'ios', 'Phone', '1', ${at}, ${at}::timestamptz - n * interval '1 hour', '10.0.0.1', 1
        from generate_series(1, ${devices}::int) as n`.execute(t.db);
    }
    const { risk } = (await t.call('user.User/getDetail', { id: userId }, { token })).data;
    assert.equal(risk.sharedDevices, 1);
    const { list } = (await t.call('user.User/getDevices', { userId }, { token })).data;
    assert.deepEqual(
      list.map(({ sharedWith }) => sharedWith),
      [1, 1, 0],
    );
  });
});

describe('users of a tag', () => {
  it('are counted exactly after tags were added, changed and removed with their users', async () => {
    const users = Array.from({ length: 3 }, () => t.ids.next());
    const at = t.clock.now();
    for (const id of users) {
      await sql`insert into app_user (id, created_at, updated_at, first_login_at, nickname, source, status, tags)
        values (${id}, ${at}, ${at}, ${at}, 'Wu', 'wx', 'normal', '["gold", "new"]')`.execute(t.db);
    }
    const counted = async (tag: string) =>
      countUsers(t.db, { tag, homeTeamId: null, seesPhones: true, nameParts: [] }, 100);
    const scanned = async (tag: string) => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from app_user where tags @> ${JSON.stringify([tag])}::jsonb`.execute(t.db);
      return rows[0]?.n;
    };
    const check = async (...expected: readonly number[]) => {
      for (const [place, tag] of ['gold', 'new', 'old'].entries()) {
        assert.deepEqual([await counted(tag), await scanned(tag)], [expected[place], expected[place]], tag);
      }
    };
    await check(3, 3, 0);
    await sql`update app_user set tags = '["old", "gold"]' where id = ${users[0]}`.execute(t.db);
    await sql`update app_user set nickname = 'Li' where id = ${users[1]}`.execute(t.db);
    await check(3, 2, 1);
    await sql`update app_user set tags = '[]' where id = ${users[0]}`.execute(t.db);
    await sql`delete from app_user where id = ${users[1]}`.execute(t.db);
    await check(1, 1, 0);
  });
});
