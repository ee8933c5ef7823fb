import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Input } from '../../../contract';
import type { LossEvent } from '../../../contract/foodLoss.intake';
import { DAY_MS, MINUTE_MS } from '../../../contract/units';
import type { UserEvent } from '../../../contract/user.intake';
import { rareParts } from '../../core/database/like';
import { addDays, dayRange, wallTime } from '../../core/money/days';
import { seedDatabase } from '../../demo';
import { createTestApp, type TestApp } from '../../testing';
import { orderDesk } from '../../testing-orders';
import { balancesOf, findOffences } from '../ledger';
import { FORGET_USERS } from '../left-users';
import { countFigures, userTotals } from './figures';
import { userJobs } from './jobs';
import type { UserFilter } from './store';

let t: TestApp;
let owner: string;
let teamId: number;
let desk: Awaited<ReturnType<typeof orderDesk>>;

const RULES = [95, 21, 2102, 2104, 2106, 2107, 2108, 22, 2201, 2202];

before(async () => {
  t = await createTestApp();
  await seedDatabase(t.db, { size: 'small', now: t.clock.now(), secrets: t.ports.secrets, ids: t.ids });
  owner = await t.signIn();
  const team = await t.db
    .selectFrom('team')
    .select('id')
    .where('status', '=', 'operating')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  teamId = team.id;
  desk = await orderDesk(t, teamId);
});
after(() => t.close());
afterEach(async () => {
  assert.deepEqual(await findOffences(t.db), []);
  assert.deepEqual(t.faults, []);
});

let serial = 0;
const next = () => {
  serial += 1;
  return serial;
};
const now = () => t.clock.now().toISOString();
const job = async (name: string) =>
  userJobs(FORGET_USERS)
    .find((one) => one.name === name)
    ?.run(t.db, t.clock, t.ids);

async function push(...events: UserEvent[]) {
  const answer = await t.call('user.Intake/push', { events }, { signed: true, locale: 'en-US' });
  assert.equal(answer.code, 100, JSON.stringify(answer));
  return answer.data.rows.map(({ state, code, field, msg }) =>
    [state, code, field && msg].filter((word) => word !== undefined).join(' '),
  );
}
const event = <E extends UserEvent['event']>(
  name: E,
  rest: Omit<Extract<UserEvent, { event: E }>, 'event' | 'no' | 'at'>,
) => ({ event: name, no: `E${next()}`, at: now(), ...rest }) as unknown as UserEvent;

/** Registers a user with a new nickname and without a phone, unless `more` contains other values. */
async function user(more: Partial<Extract<UserEvent, { event: 'registered' }>> = {}) {
  const userId = t.ids.next();
  const nickname = `Nick${next()}x`;
  const registered = event('registered', { userId, nickname, tel: null, source: 'wx', teamId, ...more });
  assert.deepEqual(await push(registered), ['done']);
  return { id: userId, nickname };
}
const topUp = (userId: number, amountFen: number) =>
  event('toppedUp', { userId, amountFen, channel: 'wechat', mchNo: '1999990001', tradeNo: `T${next()}` });
/** Advances the clock and signs in again, because sessions expire after some hours. */
async function later(ms: number): Promise<void> {
  t.clock.advance(ms);
  owner = await t.signIn();
}
const rowOf = async (id: number) => {
  const found = await t.db.selectFrom('app_user').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  return found;
};
const balance = async (id: number) => (await balancesOf(t.db, ['USER_BALANCE'], [id])).get(`USER_BALANCE:${id}`) ?? 0;
const list = async (input: Input<'user.User/getList'> = {}, token = owner) =>
  t.call('user.User/getList', input, { token, locale: 'en-US' });
const person = async (rules: readonly number[] = RULES, teamIds?: readonly number[]) => {
  const made = await t.account({ rules, ...(teamIds && { scope: { kind: 'teams' as const, ids: teamIds } }) });
  const token = await t.signIn(made.account);
  return { token, ticket: await t.ticket(token), locale: 'en-US' as const };
};

describe('the list of users', () => {
  it('masks phones, sorts and filters by figures, and sums over the whole filter', async () => {
    const { id } = await user({ tel: '19900009981', nickname: 'Lin the filter' });
    await push(topUp(id, 12_300));
    const found = await list({ keyword: 'the filter', balanceFenMin: 12_300 });
    assert.equal(found.code, 100, JSON.stringify(found));
    const [row] = found.data.list;
    assert.deepEqual([row?.tel, row?.balanceFen, row?.orderBand], ['199****9981', 12_300, 'none']);
    assert.deepEqual(
      [found.data.summary.users, found.data.summary.balanceFen, found.data.summary.newToday],
      [1, 12_300, 1],
    );
    const byOrders = (await list({ sortField: 'orderCount', limit: 50 })).data.list.map(({ orderCount }) => orderCount);
    assert.deepEqual(
      byOrders,
      byOrders.toSorted((one, other) => other - one),
    );
    const bands = (await list({ orderBand: ['few'], limit: 100 })).data.list;
    assert.ok(bands.every(({ orderCount }) => orderCount >= 1 && orderCount <= 4));
    assert.equal((await list({ registeredFrom: '2026-03-02', registeredTo: '2026-03-01' })).code, 40006);
  });

  it('refuses a smallest balance above the largest as an error of the field', async () => {
    const { code, data } = await list({ balanceFenMin: 2, balanceFenMax: 1 });
    const { errors } = data as unknown as { errors: { field: string }[] };
    assert.deepEqual([code, errors.map(({ field }) => field)], [40001, ['balanceFenMax']]);
    assert.equal((await list({ balanceFenMin: 2, balanceFenMax: 2 })).code, 100);
  });

  it('shows only users of the stations in scope, and no balance, sort or filter by balance without the field rule', async () => {
    const home = await user();
    const elsewhere = await user({ teamId: null });
    const scoped = await person(RULES, [teamId]);
    const ids = (await list({ limit: 100 }, scoped.token)).data.list.map(({ id }) => id);
    assert.ok(ids.includes(home.id) && !ids.includes(elsewhere.id));
    for (const id of [elsewhere.id, 1]) {
      assert.equal((await t.call('user.User/getDetail', { id }, scoped)).code, 40302);
      assert.equal((await t.call('user.User/tag', { id, tags: [] }, scoped)).code, 40302);
    }
    assert.equal((await t.call('user.User/getDetail', { id: 1 }, { token: owner })).code, 40401);
    const blind = await t.account({ rules: RULES, fields: ['phone'] });
    const token = await t.signIn(blind.account);
    assert.equal((await list({}, token)).data.list[0]?.balanceFen, null);
    assert.equal((await list({ sortField: 'balanceFen' }, token)).code, 40301);
    assert.equal((await list({ balanceFenMin: 1 }, token)).code, 40301);
  });

  it('finds by the whole phone where phones are masked, and by a prefix where they are not', async () => {
    await user({ tel: '19900009977' });
    const masked = await person();
    const seeing = await person([...RULES, 2105]);
    const count = async (keyword: string, token: string) => (await list({ keyword }, token)).data.list.length;
    assert.deepEqual([await count('1990000997', masked.token), await count('19900009977', masked.token)], [0, 1]);
    assert.equal(await count('1990000997', seeing.token), 1);
  });

  it('finds a nickname by one or more of its characters anywhere, ignoring case', async () => {
    await user({ nickname: '爱喝 OolongTea_7 的㐂' });
    const count = async (keyword: string) => (await list({ keyword })).data.list.length;
    for (const part of ['㐂', '的㐂', '爱喝', 'oLoNg', 'TEA_7', '爱喝 oolongtea_7 的㐂'])
      assert.equal(await count(part), 1, part);
    for (const other of ['㐂的', 'oolong_', 'Tea%7']) assert.equal(await count(other), 0, other);
  });

  it('searches the nickname index only for rare substrings', async () => {
    for (let n = 0; n < 30; n += 1) await user({ nickname: `小熊 ${n}` });
    await user({ nickname: '小熊 爱喝豆汁' });
    await sql`analyze app_user`.execute(t.db);
    const parts = await rareParts(t.db, 'app_user_nickname', '小熊 爱喝豆汁');
    assert.deepEqual([parts.length, parts.includes('小熊 ')], [3, false]);
    assert.equal((await list({ keyword: '小熊 爱喝豆汁' })).data.list.length, 1);
    assert.equal((await list({ keyword: '小熊' })).data.list.length, 20);
  });

  describe('figures counted by the job', () => {
    const days = {
      day: '2026-03-01',
      dayStart: new Date('2026-02-28T16:00:00Z'),
      activeSince: new Date('2026-02-01T00:00:00Z'),
      timeZone: 'Asia/Shanghai',
    };
    const everyone: UserFilter = { homeTeamId: null, seesPhones: false, nameParts: [] };
    const figures = async (more: Partial<UserFilter>, least?: number) =>
      userTotals(t.db, { ...everyone, ...more }, days, least);
    const FILTERS: readonly Partial<UserFilter>[] = [
      {},
      { homeTeamId: [101] },
      { tag: '常客' },
      { status: ['blacklisted', 'normal'] },
      { level: ['0', '3'], source: ['wx', 'app'] },
      { orderBand: ['none', 'few'], tag: '常客' },
    ];

    it('equal the exact sums for each kind of filter', async () => {
      for (const [level, tags] of [['常客'], ['常客', '挑剔'], []].entries()) {
        const { id } = await user();
        await t.db
          .updateTable('app_user')
          .set({
            tags: JSON.stringify(tags),
            level: level * 3,
            order_count: level * 4,
            home_team_id: level === 1 ? 101 : null,
          })
          .where('id', '=', id)
          .execute();
      }
      await countFigures(t.db, days, 0);
      for (const filter of FILTERS) {
        const exact = await figures(filter);
        const counted = await figures(filter, -1);
        assert.deepEqual([exact.isCounted, counted.isCounted], [false, true], JSON.stringify(filter));
        assert.deepEqual(counted.totals, exact.totals, JSON.stringify(filter));
        assert.ok(exact.totals.users > 0, JSON.stringify(filter));
      }
    });

    it('drop a group that has no users any longer', async () => {
      const { id } = await user();
      const set = (tags: string) => t.db.updateTable('app_user').set({ tags }).where('id', '=', id).execute();
      await set('["一次"]');
      await countFigures(t.db, days, 0);
      const of = async () => (await figures({ tag: '一次' }, -1)).totals.users;
      assert.equal(await of(), 1);
      await set('[]');
      await countFigures(t.db, days, 0);
      assert.equal(await of(), 0);
      const { rows } = await sql`select from app_user_group_figure where tag = '一次'`.execute(t.db);
      assert.equal(rows.length, 0);
    });

    it('answer a range of balances or of whole days exactly', async () => {
      const balances = [0, 1, 99, 100, 101, 109, 110, 999, 1_000, 1_099, 5_055, 10_000, 10_101, 123_456];
      for (const [at, fen] of balances.entries()) {
        const { id } = await user();
        const active = at % 3 === 0 ? null : new Date(Date.parse('2026-02-20T15:30:00Z') + at * 3_600_000);
        await t.db
          .updateTable('app_user')
          .set({ balance_fen: fen, last_active_at: active })
          .where('id', '=', id)
          .execute();
      }
      await countFigures(t.db, days, 0);
      const day = (from: string, to: string) => dayRange(from, to, days.timeZone);
      const ranges: readonly Partial<UserFilter>[] = [
        ...[1, 100, 105, 1_000, 10_000, 10_050].map((balanceFenMin) => ({ balanceFenMin })),
        ...[99, 108, 109, 1_099, 9_999, 123_455, 123_456].map((balanceFenMax) => ({ balanceFenMax })),
        { balanceFenMin: 55, balanceFenMax: 5_060 },
        { balanceFenMin: 101, balanceFenMax: 10_101 },
        { lastActive: day('2026-02-21', '2026-02-21') },
        { lastActive: day('2026-02-01', '2026-12-31') },
        { registered: day('2000-01-01', '2026-12-31') },
      ];
      for (const filter of ranges) {
        const [exact, counted] = [await figures(filter), await figures(filter, -1)];
        assert.equal(counted.isCounted, true, JSON.stringify(filter));
        assert.deepEqual(counted.totals, exact.totals, JSON.stringify(filter));
        assert.ok(exact.totals.users > 0, JSON.stringify(filter));
      }
    });

    it('are not used for a keyword, another or partial day, a range within a band, or a range or station with another filter', async () => {
      await countFigures(t.db, days, 0);
      const others: readonly Partial<UserFilter>[] = [
        { homeTeamId: [101], tag: '常客' },
        { balanceFenMin: 1_001, balanceFenMax: 1_098 },
        { balanceFenMin: 1_000, level: ['0'] },
        { registered: { from: days.activeSince, to: days.dayStart } },
        { keyword: 'x' },
      ];
      for (const filter of others) assert.equal((await figures(filter, -1)).isCounted, false, JSON.stringify(filter));
      const tomorrow = { ...days, day: '2026-03-02' };
      assert.equal((await userTotals(t.db, everyone, tomorrow, -1)).isCounted, false);
    });
  });
});

describe('wallets', () => {
  it('post top-ups, payments and payouts once each through the ledger', async () => {
    const { id } = await user();
    const first = topUp(id, 5_000);
    assert.deepEqual(await push(first, first, { ...first, amountFen: 6_000 } as UserEvent), [
      'done',
      'repeated',
      'refused 40902',
    ]);
    const pay = event('walletPaid', { userId: id, amountFen: 1_200, title: 'Membership' });
    const payout = event('paidOut', {
      userId: id,
      amountFen: 3_800,
      channel: 'wechat',
      mchNo: '1999990001',
      tradeNo: `P${next()}`,
    });
    const poor = event('walletPaid', { userId: id, amountFen: 1, title: 'Membership' });
    assert.deepEqual(await push(pay, payout, poor), ['done', 'done', 'refused 42232']);
    assert.deepEqual([await balance(id), (await rowOf(id)).balance_fen], [0, 0]);
    const log = await t.call('user.User/getBalanceLog', { userId: id }, { token: owner, locale: 'en-US' });
    assert.deepEqual(
      log.data.list.map(({ direction, amountFen, balanceAfterFen }) => [direction, amountFen, balanceAfterFen]),
      [
        ['out', 3_800, 0],
        ['out', 1_200, 3_800],
        ['in', 5_000, 5_000],
      ],
    );
  });

  it('post a top-up to a disabled merchant number, and refuse a top-up to an unknown number', async () => {
    const { id } = await user();
    const enable = (enabled: boolean) =>
      t.db.updateTable('merchant_number').set({ enabled }).where('mch_no', '=', '1999990001').execute();
    await enable(false);
    const unknown = { ...topUp(id, 1_000), mchNo: '1999990099' } as UserEvent;
    assert.deepEqual(await push(topUp(id, 2_000), unknown), ['done', 'refused 40401']);
    await enable(true);
    assert.equal(await balance(id), 2_000);
  });

  it('refuse money events that are older than the site allows or in the future', async () => {
    const { id } = await user();
    const ago = (days: number) => new Date(t.clock.now().getTime() - days * 86_400_000).toISOString();
    const late = (at: string) => ({ ...topUp(id, 1_000), at });
    assert.deepEqual(
      await push(late('2001-01-01T00:00:00+00:00'), late(ago(7.001)), late(ago(6.999)), late(ago(-0.01))),
      [
        'refused 40006 Field at: more than 7 days ago',
        'refused 40006 Field at: more than 7 days ago',
        'done',
        'refused 40006 Field at: more than 5 minutes ahead',
      ],
    );
    assert.equal(await balance(id), 1_000);
  });

  it('are adjusted at once up to ¥200, and above it after another person agrees', async () => {
    const { id } = await user();
    const maker = await person();
    const adjust = (amountFen: number, direction: 'in' | 'out' = 'in') =>
      t.call('user.User/adjustBalance', { id, direction, amountFen, reason: 'A late delivery' }, maker);
    assert.equal((await adjust(20_000)).code, 100);
    assert.equal((await adjust(20_001, 'out')).code, 42232);
    const large = await adjust(20_001);
    assert.equal(large.code, 110, JSON.stringify(large));
    assert.equal(await balance(id), 20_000);
    const decide = async (by: { token: string; ticket: string }) =>
      (await t.call('approval.Proposal/approve', { id: large.data.id, version: 1 }, by)).code;
    assert.equal(await decide(maker), 40305);
    assert.equal(await decide(await person()), 100);
    assert.deepEqual([await balance(id), (await rowOf(id)).balance_fen], [40_001, 40_001]);
  });

  it('never become negative, even with concurrent debits', async () => {
    const { id } = await user();
    await push(topUp(id, 1_000));
    const maker = await person();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        t.call('user.User/adjustBalance', { id, direction: 'out', amountFen: 300, reason: 'Taken back' }, maker),
      ),
    );
    assert.deepEqual(answers.map(({ code }) => code).toSorted(), [100, 100, 100, 42232, 42232]);
    assert.equal(await balance(id), 100);
  });
});

describe('coupons', () => {
  it('are never sent beyond the stock, even concurrently; unused ones can be revoked, and old ones expire', async () => {
    const templateId = t.ids.next();
    await push(
      event('couponTemplate', {
        templateId,
        name: 'Spring',
        faceFen: 300,
        thresholdFen: 2_000,
        addStock: 7,
        enabled: true,
      } as never),
    );
    const people = [await user(), await user()] as const;
    const by = await person();
    const send = (id: number, quantity = 1) =>
      t.call('user.User/sendCoupon', { id, couponTemplateId: templateId, quantity, validDays: 10 }, by);
    const codes = await Promise.all(Array.from({ length: 10 }, (_, index) => send(people[index % 2]?.id ?? 0)));
    assert.deepEqual(codes.map(({ code }) => code).toSorted(), [...Array(7).fill(100), ...Array(3).fill(42234)]);
    const coupons = async (userId: number) =>
      (await t.call('user.User/getCoupons', { userId }, { token: owner })).data.list;
    const [mine = assert.fail(), second = assert.fail()] = await coupons(people[0].id);
    const revoke = () =>
      t.call('user.User/revokeCoupon', { id: mine.id, version: mine.version, reason: 'Sent twice' }, by);
    assert.deepEqual([(await revoke()).code, (await revoke()).code], [100, 42201]);
    assert.deepEqual(
      await push(event('couponUsed', { userId: people[0].id, couponId: second.id, orderNo: 'ORDER1' })),
      ['done'],
    );
    const again = event('couponUsed', { userId: people[0].id, couponId: second.id, orderNo: 'ORDER2' });
    const { data } = await t.call('user.Intake/push', { events: [again] }, { signed: true, locale: 'en-US' });
    assert.deepEqual([data.rows[0]?.code, data.rows[0]?.msg], [42201, 'Not allowed in state Used']);
    await later(10 * DAY_MS);
    await job('ended coupons of users');
    // The two users share five unused coupons in an unknown proportion. All of them must have expired.
    const states = (await Promise.all(people.map(({ id }) => coupons(id)))).flat().map(({ status }) => status);
    assert.deepEqual([...new Set(states)].toSorted(), ['expired', 'revoked', 'used']);
    assert.equal((await rowOf(people[0].id)).coupon_count, 0);
  });
});

describe('the blacklist', () => {
  it('stops a user from ordering until a person or the end date lifts it', async () => {
    const { id } = await user();
    const by = await person();
    const black = async (until: string | null) => {
      const { version } = await rowOf(id);
      return t.call(
        'user.User/blacklist',
        { id, version, scope: 'all', reasonType: 'abuse', reason: 'Insulted a rider', until },
        by,
      );
    };
    assert.equal((await black(null)).code, 100);
    assert.equal((await black(null)).code, 42231);
    const standing = async () =>
      (await t.call('user.Intake/getStanding', { userIds: [id] }, { signed: true })).data.blocked;
    assert.deepEqual(await standing(), [{ userId: id, reason: 'blacklisted', teamIds: null, until: null }]);
    const lift = { id, version: (await rowOf(id)).version, reason: 'Apologised' };
    assert.equal((await t.call('user.User/liftBlacklist', lift, by)).code, 100);
    assert.deepEqual(await standing(), []);
    const until = new Date(t.clock.now().getTime() + 30 * MINUTE_MS).toISOString();
    assert.equal((await black(until)).code, 100);
    await job('ended blacklists of users');
    assert.equal((await rowOf(id)).status, 'blacklisted');
    await later(31 * MINUTE_MS);
    await job('ended blacklists of users');
    assert.equal((await rowOf(id)).status, 'normal');
    const records = (await t.call('user.User/getBlackRecords', { userId: id }, { token: owner })).data.list;
    assert.deepEqual([records.length, records.every(({ liftedAt }) => liftedAt !== null)], [2, true]);
  });
});

it('a blacklist deadline in the past and a missing station are refused at their fields', async () => {
  owner = await t.signIn();
  const { id } = await user();
  const { version } = await rowOf(id);
  const wish = { scope: 'teams' as const, teamIds: [], reasonType: 'abuse' as const, until: now() };
  const input = { id, version, ...wish, reason: 'Insulted a rider' };
  const refused = await t.call('user.User/blacklist', input, await person());
  assert.equal(refused.code, 40001);
  assert.deepEqual(
    (refused.data as unknown as { errors: { field: string; rule: string }[] }).errors.map(({ field, rule }) => [
      field,
      rule,
    ]),
    [
      ['until', 'future'],
      ['teamIds', 'requiredSelect'],
    ],
  );
});

describe('an entry of the blacklist', () => {
  const black = async (id: number, by: Awaited<ReturnType<typeof person>>, until: string | null = null) => {
    const wish = { scope: 'all', reasonType: 'abuse', reason: 'Insulted a rider', until } as const;
    const { version } = await rowOf(id);
    assert.equal((await t.call('user.User/blacklist', { id, version, ...wish }, by)).code, 100);
    const [entry = assert.fail()] = (await t.call('user.User/getBlackRecords', { userId: id }, { token: owner })).data
      .list;
    return entry;
  };
  const read = (id: number, by: { readonly token: string }) =>
    t.call('approval.Case/getDetail', { id }, { token: by.token, locale: 'en-US' });
  const linesOf = async (id: number) =>
    (await read(id, { token: owner })).data.history.map(({ text, byName, note }) => [text, byName, note]);
  const basisOf = async (id: number) =>
    (await read(id, { token: owner })).data.facts.find(({ key }) => key === 'basis')?.value ?? '';

  it('is a document that says who decided by which rule, lifted by staff with the permission', async () => {
    owner = await t.signIn();
    const { id } = await user();
    const by = await person();
    const entry = await black(id, by);
    const { data } = await read(entry.id, by);
    assert.deepEqual([data.type, data.state, data.actions], ['userBlacklist', 'open', ['lift']]);
    assert.deepEqual(await linesOf(entry.id), [['Blacklisted', data.makerName, 'Insulted a rider']]);
    assert.match(await basisOf(entry.id), /^No deadline; staff with the permission/);

    const elsewhere = await t.db.selectFrom('team').select('id').where('id', '<>', teamId).limit(1).executeTakeFirst();
    const outside = await person(RULES, [elsewhere?.id ?? 0]);
    const withoutPage = await person([95, 21]);
    const withoutRule = await person([95, 21, 22]);
    assert.deepEqual([(await read(entry.id, outside)).code, (await read(entry.id, withoutPage)).code], [40302, 40401]);
    assert.deepEqual((await read(entry.id, withoutRule)).data.actions, []);
    const lift = (version: number, person_: { readonly token: string; readonly ticket: string }) =>
      t.call('user.Blacklist/lift', { id: entry.id, version, reason: 'Apologised' }, person_);
    assert.deepEqual(
      [(await lift(1, outside)).code, (await lift(1, withoutRule)).code, (await lift(7, by)).code],
      [40302, 40301, 40901],
    );
    const other = await person();
    const lifted = await lift(1, other);
    assert.deepEqual([lifted.code, lifted.data?.state, (await rowOf(id)).status], [100, 'lifted', 'normal']);
    assert.equal((await lift(2, other)).code, 42201);
    const [, second] = await linesOf(entry.id);
    assert.deepEqual([second?.[0], second?.[2]], ['Blacklist lifted', 'Apologised']);
    assert.equal(await basisOf(entry.id), 'Lifted by staff with the permission to blacklist');
  });

  it('gets a step for each user of a bulk call, and a step of the system at its deadline', async () => {
    owner = await t.signIn();
    const people = [await user(), await user()] as const;
    const until = new Date(t.clock.now().getTime() + 30 * MINUTE_MS).toISOString();
    const wish = { scope: 'all', reasonType: 'fraud', reason: 'False addresses', until } as const;
    const by = await person();
    const ids = people.map(({ id }) => id);
    assert.equal((await t.call('user.User/bulkBlacklist', { ids, ...wish }, by)).data.success, 2);
    const entries = await t.db.selectFrom('user_black_record').select('id').where('user_id', 'in', ids).execute();
    for (const { id } of entries)
      assert.deepEqual(
        (await linesOf(id)).map(([, , note]) => note),
        ['False addresses'],
      );
    assert.match(await basisOf(entries[0]?.id ?? 0), /^The system ends it at its deadline/);
    await later(31 * MINUTE_MS);
    await job('ended blacklists of users');
    for (const { id } of entries) {
      const { data } = await read(id, { token: owner });
      assert.deepEqual(
        [data.state, data.history.at(-1)?.text, data.history.at(-1)?.byName],
        ['ended', 'Blacklist ended', ''],
      );
      assert.match(await basisOf(id), /^Ended by the system at its deadline/);
    }
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await rowOf(id)).status)), ['normal', 'normal']);
  });

  it('is among the decided documents of other staff once it is lifted, and never waits for a decision', async () => {
    owner = await t.signIn();
    const { id } = await user();
    const by = await person();
    const entry = await black(id, by);
    const inBox = async (box: 'forMe' | 'byMe' | 'decided', token: string) =>
      (await t.call('approval.Case/getList', { box, types: ['userBlacklist'], limit: 100 }, { token })).data.list.some(
        (row) => row.id === entry.id,
      );
    assert.deepEqual(
      [await inBox('forMe', owner), await inBox('decided', owner), await inBox('byMe', by.token)],
      [false, false, true],
    );
    const { version } = await rowOf(id);
    const lift = { id, version, reason: 'Apologised' };
    assert.equal((await t.call('user.User/liftBlacklist', lift, by)).code, 100);
    assert.deepEqual([await inBox('forMe', owner), await inBox('decided', owner)], [false, true]);
  });
});

describe('remarks and tags', () => {
  it('lets the author edit a remark for ten minutes, replaces tags for one user, and adds tags for several', async () => {
    const [one, other] = [await user(), await user()] as const;
    const author = await person();
    const { data } = await t.call('user.User/addRemark', { id: one.id, content: 'Calls on Mondays' }, author);
    const edit = (by: typeof author, version: number) =>
      t.call('user.User/editRemark', { id: data.id, version, content: 'Calls on Tuesdays' }, by);
    assert.equal((await edit(await person(), 1)).code, 40301);
    assert.equal((await edit(author, 1)).code, 100);
    assert.equal((await edit(author, 1)).code, 40901);
    await later(11 * MINUTE_MS);
    assert.equal((await edit(author, 2)).code, 42201);
    await t.call('user.User/tag', { id: one.id, tags: ['vip', 'calls'] }, author);
    const { success } = (await t.call('user.User/bulkTag', { ids: [one.id, other.id], tags: ['new'] }, author)).data;
    assert.equal(success, 2);
    assert.deepEqual([(await rowOf(one.id)).tags, (await rowOf(other.id)).tags], [['vip', 'calls', 'new'], ['new']]);
    assert.deepEqual(
      (await list({ tag: 'calls' })).data.list.map(({ id }) => id),
      [one.id],
    );
  });
});

describe('figures of users', () => {
  it('count paid, cancelled and refunded orders, each once, and keep the time of the last one', async () => {
    owner = await t.signIn();
    const { id } = await user();
    const [kept, gone] = [desk.newKey(), desk.newKey()];
    await desk.push(desk.paid(kept, { userId: id }), desk.paid(gone, { userId: id }));
    await desk.push({ event: 'cancelled', ...gone, at: now() }, desk.refunded(gone, 'R1', 3_000), desk.delivered(kept));
    await desk.push(desk.paid(kept, { userId: id, at: now() }));
    const row = await rowOf(id);
    assert.deepEqual(
      [row.order_count, row.paid_fen, row.refund_fen, row.refund_bp, row.cancelled_count],
      [2, 6_000, 3_000, 5_000, 1],
    );
    const paidAt = t.clock.now().getTime();
    assert.equal(row.last_order_at?.getTime(), paidAt);
    const { data } = await t.call('user.User/getDetail', { id }, { token: owner });
    assert.deepEqual([data.risk.cancelBp, data.trend.at(-1)?.orders, data.runningOrders], [5_000, 2, 0]);
    const orders = (await t.call('user.User/getOrders', { userId: id }, { token: owner })).data.list;
    assert.deepEqual(orders.map(({ status }) => status).toSorted(), ['cancelled', 'delivered']);
    const late = desk.newKey();
    await desk.push(desk.paid(late, { userId: id, at: new Date(paidAt - DAY_MS).toISOString() }));
    assert.equal((await rowOf(id)).last_order_at?.getTime(), paidAt);
  });
});

describe('the tabs of a user', () => {
  it('show orders and movements by page and by days', async () => {
    owner = await t.signIn();
    const { id } = await user();
    const keys = Array.from({ length: 52 }, () => desk.newKey());
    await desk.push(...keys.map((key) => desk.paid(key, { userId: id })));
    await push(...keys.map(() => topUp(id, 100)));
    const by = { token: owner };
    const orders = async (part: { page?: number; from?: string; to?: string }) =>
      (await t.call('user.User/getOrders', { userId: id, ...part }, by)).data;
    const moves = async (part: { page?: number; from?: string; to?: string }) =>
      (await t.call('user.User/getBalanceLog', { userId: id, ...part }, by)).data;
    for (const read of [orders, moves]) {
      const [first, second] = [await read({}), await read({ page: 2 })];
      assert.deepEqual([first.list.length, first.more, second.list.length, second.more], [50, true, 2, false]);
      const day = wallTime(t.clock.now(), 'Asia/Shanghai').day;
      const other = addDays(day, -1);
      assert.deepEqual(
        [(await read({ from: day, to: day, page: 2 })).list.length, (await read({ to: other })).list],
        [2, []],
      );
    }
    const backwards = await t.call('user.User/getOrders', { userId: id, from: '2026-03-02', to: '2026-03-01' }, by);
    assert.equal(backwards.code, 40006);
  });

  it('show a reader of one station no order, rider or name of another station, but the number of orders elsewhere', async () => {
    owner = await t.signIn();
    const teams = t.db.selectFrom('team').select(['id', 'name']).where('status', '=', 'operating');
    const [home, away] = [
      await teams.where('id', '=', teamId).executeTakeFirstOrThrow(),
      await teams.where('id', '<>', teamId).orderBy('id').limit(1).executeTakeFirstOrThrow(),
    ];
    const awayDesk = await orderDesk(t, away.id);
    const { id: riderId } = await t.db
      .selectFrom('rider')
      .select('id')
      .where('id', '<>', desk.riderId)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    await t.db.updateTable('rider').set({ name: 'Zhang Away' }).where('id', '=', riderId).execute();
    const { id } = await user();
    await push(topUp(id, 5_000));
    const [here, there, later2] = [desk.newKey(), awayDesk.newKey(), awayDesk.newKey()];
    await desk.push(desk.paid(here, { userId: id }));
    const wallet = { balanceFen: 3_000, channel: undefined, mchNo: undefined, tradeNo: undefined };
    await awayDesk.push(awayDesk.paid(there, { userId: id, ...wallet }), awayDesk.paid(later2, { userId: id }));
    await t.db.updateTable('customer_order').set({ rider_id: riderId }).where('order_no', '=', there.orderNo).execute();
    const at = t.clock.now();
    await sql`insert into user_coupon (id, created_at, user_id, template_id, name, face_fen, threshold_fen, valid_from, valid_to, status,
        order_no, sent_by_id, sent_by_name)
      select ${t.ids.next()}::bigint + n, ${at}, ${id}, 1, 'Spring', 300, 0, ${at}, ${at}, 'used', no, 0, ''
      from unnest(${sql.val([here.orderNo, there.orderNo])}::text[]) with ordinality as used(no, n)`.execute(t.db);
    const wish = { scope: 'teams' as const, teamIds: [home.id, away.id], reasonType: 'abuse' as const };
    const black = { id, version: (await rowOf(id)).version, ...wish, reason: 'Insulted riders' };
    assert.equal((await t.call('user.User/blacklist', black, { token: owner })).code, 100);

    const read = async (by: { readonly token: string; readonly locale: 'en-US' }) => ({
      detail: (await t.call('user.User/getDetail', { id }, by)).data,
      orders: (await t.call('user.User/getOrders', { userId: id }, by)).data,
      moves: (await t.call('user.User/getBalanceLog', { userId: id }, by)).data.list,
      coupons: (await t.call('user.User/getCoupons', { userId: id }, by)).data.list,
      records: (await t.call('user.User/getBlackRecords', { userId: id }, by)).data.list,
      rest: await Promise.all(
        (['getAddresses', 'getDevices', 'getRemarks'] as const).map((tab) =>
          t.call(`user.User/${tab}`, { userId: id }, by),
        ),
      ),
      notices: await t.call('user.Notice/getOfUser', { userId: id }, by),
    });
    const all = await read({ token: owner, locale: 'en-US' });
    assert.deepEqual([all.orders.list.length, all.orders.elsewhere, all.detail.favouriteTeamName], [3, 0, away.name]);
    assert.deepEqual(all.records[0]?.teamNames, [home.name, away.name]);
    assert.ok(JSON.stringify(all).includes('Zhang Away'));

    const seen = await read(await person(RULES, [teamId]));
    assert.deepEqual(
      [seen.orders.list.map(({ orderNo }) => orderNo), seen.orders.elsewhere, seen.detail.favouriteTeamName],
      [[here.orderNo], 2, 'Other stations (1)'],
    );
    assert.deepEqual(seen.records[0]?.teamNames, [home.name, 'Other stations (1)']);
    assert.deepEqual(seen.coupons.map(({ orderNo }) => orderNo).toSorted(), [here.orderNo, null]);
    assert.deepEqual(
      seen.moves.map(({ amountFen, relatedNo }) => [amountFen, relatedNo === null]),
      [
        [3_000, true],
        [5_000, false],
      ],
    );
    for (const secret of [away.name, there.orderNo, later2.orderNo, 'Zhang Away']) {
      assert.ok(!JSON.stringify(seen).includes(secret), secret);
    }
  });
});

describe('profiles', () => {
  const profile = async (id: number) => {
    const { tel, nickname, level, points, home_team_id: home } = await rowOf(id);
    return [tel, nickname, level, points, home];
  };
  const changed = (userId: number, seconds: number, fields: Partial<Extract<UserEvent, { event: 'profileChanged' }>>) =>
    ({
      ...event('profileChanged', { userId, ...fields }),
      at: new Date(Date.parse(now()) + seconds * 1_000).toISOString(),
    }) as UserEvent;

  it('refuses a station that is a removed draft', async () => {
    const { id } = await user();
    const removed = {
      id: t.ids.next(),
      code: `X${next()}`,
      name: 'Removed',
      deleted_at: t.clock.now(),
      admin_tel: null,
    };
    await sql`
      insert into team select own.* from team, jsonb_populate_record(team, ${JSON.stringify(removed)}::jsonb) own
      where team.id = ${teamId}`.execute(t.db);
    assert.deepEqual(await push(event('profileChanged', { userId: id, teamId: removed.id })), ['refused 40401']);
  });

  it('change field by field, and an older event never replaces a later one', async () => {
    const { id } = await user({ tel: '19911110001', nickname: 'Before', level: 1, points: 10 });
    assert.deepEqual(await profile(id), ['19911110001', 'Before', 1, 10, teamId]);
    const later = changed(id, 60, { tel: '19911110002', level: 3 });
    const between = changed(id, 30, { tel: '19911110003', points: 25, nickname: 'After' });
    const before = changed(id, -1, { nickname: 'Never' });
    assert.deepEqual(await push(later, between, before, later), ['done', 'done', 'done', 'repeated']);
    assert.deepEqual(await profile(id), ['19911110002', 'After', 3, 25, teamId]);
    assert.deepEqual(await push({ ...later, level: 4 } as UserEvent), ['refused 40902']);
    assert.deepEqual(await push(changed(id, 90, { tel: null, teamId: null })), ['done']);
    assert.deepEqual(await profile(id), [null, 'After', 3, 25, null]);
  });

  it('are listed, counted and addressed by their new level and home station', async () => {
    const other = await t.db
      .selectFrom('team')
      .select('id')
      .where('id', '<>', teamId)
      .limit(1)
      .executeTakeFirstOrThrow();
    const { id } = await user({ nickname: 'Climber' });
    const scoped = await person(RULES, [teamId]);
    const found = async (token?: string) => (await list({ keyword: 'Climber', level: ['5'] }, token)).data;
    assert.equal((await found()).summary.users, 0);
    assert.deepEqual(await push(changed(id, 1, { level: 5, points: 7 })), ['done']);
    const { list: rows, summary } = await found(scoped.token);
    assert.deepEqual([rows[0]?.level, rows[0]?.points, summary.users], ['5', 7, 1]);
    assert.deepEqual(await push(changed(id, 2, { teamId: other.id })), ['done']);
    assert.deepEqual([(await found()).list.length, (await found(scoped.token)).list.length], [1, 0]);
    assert.deepEqual(await push(changed(id, 3, { teamId: 1 })), ['refused 40401']);
  });

  it('refuse the phone of another user, and everything about users who are unknown or have left', async () => {
    const [holder, wanting] = [await user({ tel: '19911110011' }), await user({ tel: '19911110012' })] as const;
    const taken = changed(wanting.id, 1, { tel: '19911110011', level: 2 });
    const answer = await t.call('user.Intake/push', { events: [taken] }, { signed: true, locale: 'en-US' });
    assert.deepEqual(
      answer.data.rows.map(({ code, msg }) => [code, msg]),
      [[40903, 'Phone already exists']],
    );
    assert.equal((await rowOf(wanting.id)).level, 0);
    const newcomer = { userId: t.ids.next(), nickname: 'New', tel: '19911110011', source: 'wx' as const };
    assert.deepEqual(await push(event('registered', newcomer)), ['refused 40903']);
    assert.deepEqual(await push(changed(holder.id, 2, { tel: null }), taken), ['done', 'done']);
    assert.deepEqual(await push(changed(t.ids.next(), 1, { level: 1 })), ['refused 40401']);
    await push(event('leaving', { userId: holder.id }));
    await later(15 * DAY_MS + 1);
    await job('data of users who left');
    assert.deepEqual(await push(changed(holder.id, 1, { nickname: 'Back' })), ['refused 42201']);
  });
});

describe('users who leave', () => {
  it('wait while money, orders or food losses are open', async () => {
    const { id } = await user();
    await push(topUp(id, 100));
    const leaving = () => push(event('leaving', { userId: id }));
    assert.deepEqual(await leaving(), ['refused 42241']);
    await push(event('walletPaid', { userId: id, amountFen: 100, title: 'Membership' }));
    const order = desk.newKey();
    await desk.push(desk.paid(order, { userId: id }));
    assert.deepEqual(await leaving(), ['refused 42227']);
    await desk.push(desk.delivered(order));
    const loss = { party: 'user' as const, personId: id };
    const content = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
    const file = { no: 'late-photo', ...loss, name: 'late.png', content };
    assert.equal((await t.call('foodLoss.Intake/addFile', file, { signed: true })).data.state, 'done');
    const report = async (more: LossEvent) =>
      (await t.call('foodLoss.Intake/push', { events: [more] }, { signed: true })).data.rows[0]?.lossNo ?? '';
    const lossNo = await report({
      ...{ event: 'reported', no: 'late-1', ...loss, at: now(), orderNo: order.orderNo, reason: 'late' },
      ...{ items: [{ name: 'Noodles', quantity: 1, lossFen: 1_500 }], claimFen: 1_500, photos: ['late-photo'] },
      ...{ description: 'An hour too late', wantedRemedy: 'balance' },
    });
    assert.deepEqual(await leaving(), ['refused 42306']);
    await report({ event: 'cancelled', no: 'late-2', ...loss, at: now(), lossNo });
    assert.deepEqual(await leaving(), ['done']);
    assert.deepEqual(await push(event('staying', { userId: id })), ['done']);
  });
});

describe('exports', () => {
  it('mask phones, and show them only with the permission and a second verification', async () => {
    const wish = {
      module: 'user.list' as const,
      filter: { keyword: 'Lin the filter' },
      columns: ['nickname', 'tel'],
      format: 'csv' as const,
    };
    const without = await person();
    const asked = await t.call('export.Task/create', { ...wish, unmasked: true }, without);
    assert.equal(asked.code, 40301, JSON.stringify(asked));
    const seeing = await person([...RULES, 2105]);
    const { ticket: _ticket, ...unverified } = seeing;
    assert.equal((await t.call('export.Task/create', { ...wish, unmasked: true }, unverified)).code, 40303);
    assert.equal((await t.call('export.Task/create', { ...wish, unmasked: true }, seeing)).code, 110);
  });
});
