import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Address, Input } from '../../../contract';
import { LOCALES } from '../../../contract/text';
import { createTestApp, type TestApp } from '../../testing';
import { announcementJobs } from '../announcement';

/** Pattern of the links that the to-dos of the demo data have. */
const TODO_LINK = new RegExp(
  `^/(${[
    'teamList/(index\\?(status|waitsFor)=\\w+|teamOperation)',
    'financial/teamFunding\\?\\w+=true',
    'fundAudit/index\\?state=pending&forMe=true',
    'enquiryManagement/index\\?state=manual',
    'financial/costManagement\\?state=pendingApproval',
    'dashboard/noticeManage\\?tab=approvals',
    'franchisee/applicationList\\?(overdue=true|state=submitted)',
    'safetyModule/riderManage\\?(expiring=true|status=applying|uninsured=true)',
    'safetyModule/insureData\\?part=claims&state=[\\w,]+',
    'safetyModule/siteSafety/index\\?state=(overdue|overdueRectify|rechecking)',
    'foodLossManagement/index\\?(overdue=true|state=(submitted|deciding|compFailed,compensating))',
  ].join('|')})$`,
);

let test: TestApp;
let owner: string;
let teams: { id: number; name: string; status: string; provinceCode: string | null }[];
before(async () => {
  test = await createTestApp({ demo: true });
  owner = await test.signIn();
  teams = await test.db
    .selectFrom('team')
    .select(['team.id', 'team.name', 'team.status', 'team.province_code as provinceCode'])
    .orderBy('team.id')
    .execute();
});
after(() => test.close());

/** Signs in a user with only these stations in the data scope. The default permissions are those of the workbench and the station list. */
async function personOf(
  teamIds: readonly number[],
  rules = [2, 11, 13, 1101, 1102, 1106, 1107, 1108],
): Promise<string> {
  const { account } = await test.account({ rules, scope: { kind: 'teams', ids: teamIds } });
  return test.signIn(account);
}

/** Removes to-dos that are not about stations: the user of {@link personOf} has no permission for their pages. */
function ofStations(data: unknown): unknown {
  const { list } = (data ?? {}) as { list?: readonly { readonly link?: string }[] };
  return list
    ? { ...(data as object), list: list.filter(({ link = '/teamList' }) => link.startsWith('/teamList')) }
    : data;
}

async function get<A extends Address>(address: A, input: Input<A>, token = owner) {
  const answer = await test.call(address, input, { token });
  assert.equal(answer.code, 100, `${address}: ${answer.code} ${answer.msg}`);
  return answer.data;
}

const number = async (query: string): Promise<number> => {
  const { rows } = await test.database.pool.query<{ n: number }>(query);
  return rows[0]?.n ?? Number.NaN;
};

describe('getOverview', () => {
  it('counts today so far and yesterday up to the same clock time, consistent with the orders', async () => {
    const { kpis, from, to, prevFrom, prevTo, asOf } = await get('dashboard.Index/getOverview', {});
    assert.deepEqual([from, to], ['2026-02-28T16:00:00.000Z', '2026-03-01T03:40:00.000Z']);
    assert.deepEqual([prevFrom, prevTo], ['2026-02-27T16:00:00.000Z', '2026-02-28T03:40:00.000Z']);
    assert.equal(asOf, '2026-03-01T03:40:00.000Z');
    const paid = (a: string, b: string) => `from customer_order where paid_at >= '${a}' and paid_at < '${b}'`;
    const delivered = `from customer_order where delivered_at >= '${from}' and delivered_at < '${to}'`;
    const cancelled = await number(
      `select count(*) as n from customer_order where cancelled_at >= '${from}' and cancelled_at < '${to}'`,
    );
    const done = await number(`select count(*) as n ${delivered}`);
    assert.equal(kpis.orderCount.value, await number(`select count(*) as n ${paid(from, to)}`));
    assert.equal(kpis.orderCount.prev, await number(`select count(*) as n ${paid(prevFrom, prevTo)}`));
    assert.equal(kpis.gmvFen.value, await number(`select sum(paid_fen) as n ${paid(from, to)}`));
    assert.equal(kpis.gmvFen.prev, await number(`select sum(paid_fen) as n ${paid(prevFrom, prevTo)}`));
    assert.equal(
      kpis.finishRateBp.value,
      done + cancelled === 0 ? null : Math.round((done * 10_000) / (done + cancelled)),
    );
    assert.equal(
      kpis.onTimeRateBp.value,
      done === 0
        ? null
        : Math.round(
            ((await number(`select count(*) as n ${delivered} and delivered_at <= promised_at`)) * 10_000) / done,
          ),
    );
    assert.equal(
      kpis.avgDeliverMin.value,
      await number(
        `select percentile_cont(0.5) within group (order by floor(extract(epoch from delivered_at - accepted_at) / 60)) as n ${delivered}`,
      ),
    );
    assert.equal(
      kpis.refundFen.value,
      await number(
        `select coalesce(sum(refund_fen), 0) as n from customer_order where refunded_at >= '${from}' and refunded_at < '${to}'`,
      ),
    );
    assert.equal(
      kpis.activeUserCount.value,
      await number("select count(*) as n from app_user_day where day = '2026-03-01'"),
    );
    assert.equal(
      kpis.newUserCount.value,
      await number(`select count(*) as n from app_user where first_login_at >= '${from}'`),
    );
    assert.equal(
      kpis.onlineRiderCount.value,
      await number(
        `select count(*) as n from rider where status in ('probation', 'active') and heartbeat_at > timestamptz '${to}' - interval '120 seconds'`,
      ),
    );
    assert.equal(
      kpis.riderCount.value,
      await number("select count(*) as n from rider where status in ('probation', 'active')"),
    );
  });

  it('counts a user once, even with orders on several days', async () => {
    const { kpis } = await get('dashboard.Index/getOverview', { from: '2026-02-20', to: '2026-03-01' });
    assert.equal(
      kpis.activeUserCount.value,
      await number(
        "select count(distinct app_user_id) as n from app_user_day where day between '2026-02-20' and '2026-03-01'",
      ),
    );
    assert.equal(
      kpis.orderCount.prev,
      await number(
        "select count(*) as n from customer_order where paid_at >= '2026-02-10T00:00+08:00' and paid_at < '2026-02-19T11:40+08:00'",
      ),
    );
  });

  it('the figures of the stations add up to the total', async () => {
    const whole = await get('dashboard.Index/getOverview', { from: '2026-02-01', to: '2026-02-28' });
    let orders = 0;
    let gmv = 0;
    for (const { id } of teams) {
      const { kpis } = await get('dashboard.Index/getOverview', {
        from: '2026-02-01',
        to: '2026-02-28',
        teamIds: [id],
      });
      orders += kpis.orderCount.value ?? 0;
      gmv += kpis.gmvFen.value ?? 0;
    }
    assert.deepEqual([orders, gmv], [whole.kpis.orderCount.value, whole.kpis.gmvFen.value]);
  });

  it('refuses more than 92 days with 40006', async () => {
    for (const address of [
      'dashboard.Index/getOverview',
      'dashboard.Index/getTrend',
      'dashboard.Index/getDistribution',
      'dashboard.Index/getRanking',
    ] as const) {
      const input = {
        metric: 'orderCount',
        kind: address.endsWith('Ranking') ? 'team' : 'orderSource',
        from: '2025-11-28',
        to: '2026-03-01',
      };
      assert.equal((await test.raw(address, input, { token: owner })).code, 40006, address);
    }
  });
});

describe('getTrend', () => {
  it('shows today by hour, without values for future hours, and adds up to the overview', async () => {
    const { points, unit } = await get('dashboard.Index/getTrend', { metric: 'orderCount' });
    const { kpis } = await get('dashboard.Index/getOverview', {});
    assert.equal(points.length, 24);
    assert.equal(unit, 'count');
    assert.equal(points[0]?.t, '2026-02-28T16:00:00.000Z');
    assert.deepEqual(
      points.slice(12).map(({ value }) => value),
      Array(12).fill(null),
    );
    assert.equal(
      points.reduce((sum, { value }) => sum + (value ?? 0), 0),
      kpis.orderCount.value,
    );
  });

  it('shows longer ranges by day, each with its day of the previous period', async () => {
    const { points } = await get('dashboard.Index/getTrend', { metric: 'gmvFen', period: '7' });
    assert.equal(points.length, 7);
    assert.equal(points[6]?.t, '2026-02-28T16:00:00.000Z');
    const before = await get('dashboard.Index/getTrend', { metric: 'gmvFen', from: '2026-02-16', to: '2026-02-22' });
    assert.deepEqual(
      points.map(({ prev }) => prev),
      before.points.map(({ value }) => value),
    );
  });

  it('supports every metric', async () => {
    const metrics = [
      'finishRateBp',
      'onTimeRateBp',
      'avgDeliverMin',
      'newUserCount',
      'refundFen',
      'refundRateBp',
    ] as const;
    for (const metric of metrics) {
      for (const period of ['today', '30', '90'] as const) {
        const { points } = await get('dashboard.Index/getTrend', { metric, period });
        assert.ok(
          points.some(({ value, prev }) => value !== null || prev !== null),
          `${metric} ${period}`,
        );
      }
    }
  });
});

describe('getDistribution and getRanking', () => {
  it('lists all five sources, which add up to all orders', async () => {
    const { slices } = await get('dashboard.Index/getDistribution', {
      kind: 'orderSource',
      from: '2026-02-01',
      to: '2026-02-28',
    });
    const { kpis } = await get('dashboard.Index/getOverview', { from: '2026-02-01', to: '2026-02-28' });
    assert.equal(slices.length, 5);
    assert.equal(
      slices.reduce((sum, { value }) => sum + value, 0),
      kpis.orderCount.value,
    );
  });

  it('shows where orders wait for a rider', async () => {
    const { slices } = await get('dashboard.Index/getDistribution', { kind: 'unassigned' });
    assert.equal(
      slices.reduce((sum, { value }) => sum + value, 0),
      await number("select count(*) as n from customer_order where status = 'paid'"),
    );
    for (const { label, teamId } of slices) assert.equal(label, teams.find(({ id }) => id === teamId)?.name);
  });

  it('ranks stations and riders in both directions', async () => {
    for (const metric of ['orderCount', 'gmvFen', 'onTimeRateBp'] as const) {
      for (const kind of ['team', 'rider'] as const) {
        const range = { from: '2026-02-01', to: '2026-03-01', kind, metric };
        const top = (await get('dashboard.Index/getRanking', { ...range, dir: 'top' })).rows;
        const bottom = (await get('dashboard.Index/getRanking', { ...range, dir: 'bottom' })).rows;
        assert.ok(top.length > 0 && bottom.length > 0);
        assert.deepEqual(
          top.map(({ value }) => value),
          top.map(({ value }) => value).sort((a, b) => b - a),
        );
        assert.deepEqual(
          bottom.map(({ value }) => value),
          bottom.map(({ value }) => value).sort((a, b) => a - b),
        );
        for (const { name } of [...top, ...bottom]) assert.notEqual(name, '');
      }
    }
    const rating = (await get('dashboard.Index/getRanking', { kind: 'rider', metric: 'rating', top: 20 })).rows;
    assert.equal(rating.length, 20);
    assert.ok(rating.every(({ value }) => value > 0 && value <= 5));
    assert.equal(
      (await test.call('dashboard.Index/getRanking', { kind: 'team', metric: 'rating' }, { token: owner })).code,
      40001,
    );
  });
});

describe('getTodo', () => {
  it('counts open work and links to pages', async () => {
    const { list } = await get('dashboard.Index/getTodo', {});
    const counts = Object.fromEntries(list.map(({ code, count }) => [code, count]));
    assert.equal(counts.teamDrafts, 1);
    assert.equal((counts.teamsReady ?? 0) + (counts.teamsWaiting ?? 0), 1);
    assert.ok((counts.ordersUnassigned ?? 0) > 0 && (counts.ordersLate ?? 0) > 0);
    for (const { link, text } of list) {
      assert.match(link, TODO_LINK);
      assert.doesNotMatch(text, /\{/);
    }
  });

  it('shows users with permissions the first steps of a platform without a station', async () => {
    const empty = await createTestApp();
    try {
      const stepsOf = async (token: string) => {
        const { data } = await empty.call('dashboard.Index/getTodo', {}, { token });
        return data.list.map(({ code, link }) => [code, link]);
      };
      const first = await empty.signIn();
      assert.deepEqual(await stepsOf(first), [
        ['firstName', '/site/index'],
        ['firstStation', '/teamList/addTeam'],
        ['firstStaff', '/rightsManagement/staff'],
      ]);
      const { account } = await empty.account({ rules: [2, 11, 12, 1101] });
      assert.deepEqual(await stepsOf(await empty.signIn(account)), [['firstStation', '/teamList/addTeam']]);
      const { data } = await empty.call('site.Site/getSetting', { group: 'identity' }, { token: first });
      const saved = await empty.call(
        'site.Site/saveSetting',
        { group: 'identity', version: 0, values: { ...data.values, siteName: 'Harbour' } },
        { token: first, ticket: await empty.ticket(first) },
      );
      assert.equal(saved.code, 100);
      assert.deepEqual(await stepsOf(first), [['firstStation', '/teamList/addTeam']], 'named, and somebody is there');
      const ticked = async (token: string) => {
        const { data: steps } = await empty.call('dashboard.Index/getFirstSteps', {}, { token });
        return steps.list.map(({ code, done }) => `${code}${done ? ' done' : ''}`);
      };
      const whole = await ticked(first);
      assert.ok(
        whole.includes('name done') && whole.includes('staff done') && whole.includes('station'),
        String(whole),
      );
      assert.deepEqual(await ticked(await empty.signIn(account)), ['station'], 'only what the caller may do');
      await empty.call('team.Team/saveDraft', { step: 1, values: { name: 'Quay' } }, { token: first });
      assert.deepEqual(await stepsOf(first), [['teamDrafts', '/teamList/index?status=draft']]);
    } finally {
      await empty.close();
    }
  });

  it('hides work that the user has no permission for', async () => {
    const { account } = await test.account({ rules: [2] });
    assert.deepEqual((await get('dashboard.Index/getTodo', {}, await test.signIn(account))).list, []);
  });

  it('is translated into every language', async () => {
    const texts = new Set<string>();
    for (const locale of LOCALES) {
      const answer = await test.call('dashboard.Index/getTodo', {}, { token: owner, locale });
      texts.add(answer.data.list.map(({ text }) => text).join());
    }
    assert.equal(texts.size, LOCALES.length);
  });
});

describe('data scope', () => {
  it('every endpoint returns only the figures of the user’s own stations', async () => {
    const operating = teams.filter(({ status }) => status === 'operating');
    const [mine, other] = [operating[0], operating[1]];
    assert.ok(mine && other);
    const token = await personOf([mine.id]);
    const range = { from: '2026-02-01', to: '2026-03-01' };
    const calls: (readonly [Address, object])[] = [
      ['dashboard.Index/getOverview', range],
      ['dashboard.Index/getTrend', { ...range, metric: 'gmvFen' }],
      ['dashboard.Index/getTrend', { metric: 'avgDeliverMin', period: '90' }],
      ['dashboard.Index/getDistribution', { ...range, kind: 'orderSource' }],
      ['dashboard.Index/getDistribution', { kind: 'unassigned' }],
      ['dashboard.Index/getRanking', { ...range, kind: 'team', metric: 'orderCount' }],
      ['dashboard.Index/getRanking', { ...range, kind: 'team', metric: 'gmvFen', dir: 'bottom' }],
      ['dashboard.Index/getRanking', { ...range, kind: 'rider', metric: 'orderCount', top: 20 }],
      ['dashboard.Index/getRanking', { ...range, kind: 'rider', metric: 'rating', top: 20 }],
      ['dashboard.Index/getTodo', {}],
    ];
    const foreign = teams.filter(({ id }) => id !== mine.id).map(({ name }) => name);
    for (const [address, input] of calls) {
      const own = await test.raw(address, input, { token });
      const asked = await test.raw(address, { ...input, teamIds: [mine.id] }, { token: owner });
      assert.equal(own.code, 100, address);
      // The answer equals the owner's answer for this station, so it contains no data of other stations.
      assert.deepEqual(own.data, ofStations(asked.data), `${address} ${JSON.stringify(input)}`);
      for (const name of foreign) assert.ok(!JSON.stringify(own).includes(name), `${address} names ${name}`);
      const refused = await test.raw(address, { ...input, teamIds: [mine.id, other.id] }, { token });
      assert.equal(refused.code, 40302, address);
      assert.equal(refused.data, null);
    }
  });

  it('counts the deliveries of the best rated riders only at the chosen stations', async () => {
    const [mine, other] = teams.filter(({ status }) => status === 'operating');
    assert.ok(mine && other);
    const range = { from: '2026-02-01', to: '2026-03-01' };
    const read = () =>
      test.call(
        'dashboard.Index/getRanking',
        { ...range, kind: 'rider', metric: 'rating', top: 20, teamIds: [mine.id] },
        { token: owner },
      );
    const before = (await read()).data.rows;
    const [best] = before;
    assert.ok(best);
    const elsewhere = { team_id: other.id, day: '2026-02-10', rider_id: best.id, delivered: 7, on_time: 7, gmv_fen: 0 };
    await test.db.insertInto('rider_day').values(elsewhere).execute();
    try {
      assert.deepEqual((await read()).data.rows, before);
    } finally {
      await test.db
        .deleteFrom('rider_day')
        .where('rider_id', '=', best.id)
        .where('team_id', '=', other.id)
        .where('day', '=', elsewhere.day)
        .execute();
    }
  });

  it('answers alike for a missing station and for one out of scope', async () => {
    const token = await personOf([teams[0]?.id ?? 0]);
    const unknown = await test.call('dashboard.Index/getOverview', { teamIds: [999_999_999] }, { token });
    const foreign = await test.call('dashboard.Index/getOverview', { teamIds: [teams[1]?.id ?? 0] }, { token });
    assert.deepEqual([unknown.code, unknown.msg], [foreign.code, foreign.msg]);
  });

  it('returns zeros, not everything, for a user without stations', async () => {
    const token = await personOf([]);
    const { kpis } = await get('dashboard.Index/getOverview', { from: '2026-02-01', to: '2026-03-01' }, token);
    assert.equal(kpis.orderCount.value, 0);
    assert.equal(kpis.riderCount.value, 0);
    assert.equal(kpis.activeUserCount.value, 0);
    assert.deepEqual((await get('dashboard.Index/getRanking', { kind: 'team', metric: 'orderCount' }, token)).rows, []);
  });

  it('sums the stations of a region', async () => {
    const province = teams[0]?.provinceCode ?? '';
    const ids = teams.filter(({ provinceCode }) => provinceCode === province).map(({ id }) => id);
    const { account } = await test.account({ rules: [2], scope: { kind: 'regions', ids: [Number(province)] } });
    const regional = await get('dashboard.Index/getOverview', {}, await test.signIn(account));
    const asked = await get('dashboard.Index/getOverview', { teamIds: ids });
    assert.deepEqual(regional.kpis, asked.kpis);
    assert.ok((regional.kpis.orderCount.value ?? 0) > 0);
  });
});

describe('announcements and shortcuts', () => {
  it("shows at most five published announcements, in the reader's language if there is a text", async () => {
    // The owner's account is newer than the demo's announcements, so run the job that adds the owner to their receivers.
    for (const job of announcementJobs) await job.run(test.db, test.clock, test.ids);
    const answers = await Promise.all(
      LOCALES.map((locale) => test.call('dashboard.Index/getAnnouncements', {}, { token: owner, locale })),
    );
    for (const { data } of answers) {
      assert.ok(data.list.length > 0 && data.list.length <= 5);
      assert.ok(data.list.every(({ title, content, publishedAt }) => title && content && publishedAt <= data.asOf));
    }
    assert.equal(new Set(answers.map(({ data }) => data.list[0]?.title)).size, LOCALES.length);
  });

  it("stores a user's shortcuts and refuses pages without a permission", async () => {
    const { account } = await test.account({ rules: [2, 11] });
    const token = await test.signIn(account);
    assert.deepEqual((await get('dashboard.Index/getQuickLinks', {}, token)).paths, []);
    await get('dashboard.Index/saveQuickLinks', { paths: ['/teamList/index', '/dashboard/index'] }, token);
    assert.deepEqual((await get('dashboard.Index/getQuickLinks', {}, token)).paths, [
      '/teamList/index',
      '/dashboard/index',
    ]);
    assert.equal(
      (await test.call('dashboard.Index/saveQuickLinks', { paths: ['/site/index'] }, { token })).code,
      40001,
    );
    assert.deepEqual((await get('dashboard.Index/getQuickLinks', {})).paths, []);
    const [record] = await test.db
      .selectFrom('operation_record')
      .select(['action', 'after'])
      .where('account', '=', account)
      .where('result_code', '=', 100)
      .execute();
    assert.deepEqual(record, { action: 'saveQuickLinks', after: { paths: ['/teamList/index', '/dashboard/index'] } });
  });
});
