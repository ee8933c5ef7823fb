import { sql } from 'kysely';
import type { NoticeContent } from '../../contract/serviceNotice';
import type { NoticeAudience } from '../../contract/serviceNotice.audience';
import { withVariables } from '../../contract/serviceNotice.limits';
import {
  CHANNEL_FORM,
  type NoticePerson,
  SERVICE_NOTICE,
  type ServiceChannel,
  type TemplatePerson,
} from '../../contract/serviceNotice.states';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/units';
import type { UserSource } from '../../contract/user.states';
import { businessNo } from '../core/money/numbers';
import { insertRows } from './insert';
import { random } from './random';
import type { Making } from './world';

/**
 * Creates the demo's service notices: templates of each channel, tasks in several states, and recipients. The large data set has only the
 * templates.
 */

/** Ids of the message templates at the platforms. The settings of the mini programs contain the same ids. */
export const DEMO_MESSAGES = {
  alipay: 'demo0000orderdelay0000000000000001',
  douyin: 'MSGdemo00000000000000000000000002',
} as const;
/** Number of users of each mini program who agreed to a message. */
const SUBSCRIBERS = 200;

const EMPTY: NoticeContent = {
  ...{ upstreamId: null, signName: null, title: null, body: null, jumpPath: null },
  fields: [],
};
type Template = readonly [
  ...[code: string, name: string, ServiceChannel, Partial<NoticeContent>, unitFen: number],
  personType?: TemplatePerson,
];
const TEMPLATES: readonly Template[] = [
  [
    'stationPause',
    '站点暂停通知',
    'inSite',
    {
      title: '站点临时调整',
      body: '您好，{{station}}将于{{time}}暂停接单，给您带来不便敬请谅解。',
      jumpPath: 'pages/index/index',
    },
    0,
  ],
  [
    'couponGift',
    '优惠券到账',
    'inSite',
    { title: '优惠券已到账', body: '{{coupon}}已放入您的账户，{{days}}天内有效。', jumpPath: 'pages/coupon/list' },
    0,
  ],
  [
    'weatherSms',
    '恶劣天气短信',
    'sms',
    { signName: '同城速达', upstreamId: 'SMS_470001', body: '因{{weather}}，今日配送时间可能延长，请您耐心等待。' },
    5,
  ],
  [
    'orderDelay',
    '订单延误提醒',
    'appletSubscribe',
    {
      upstreamId: 'kZ8fX0demoOrderDelay',
      jumpPath: 'pages/order/index',
      fields: [
        { key: 'thing1', label: '订单内容', value: '{{goods}}' },
        { key: 'time2', label: '预计送达', value: '{{time}}' },
        { key: 'phrase3', label: '订单状态', value: '配送延误' },
      ],
    },
    0,
  ],
  [
    'accountChange',
    '账户变动提醒',
    'officialTemplate',
    {
      upstreamId: 'Qm2TdemoAccountChange',
      fields: [
        { key: 'thing1', label: '变动类型', value: '{{kind}}' },
        { key: 'amount2', label: '变动金额', value: '{{amount}}' },
      ],
    },
    0,
  ],
  [
    'alipayDelay',
    '支付宝订单延误提醒',
    'alipayMessage',
    {
      upstreamId: DEMO_MESSAGES.alipay,
      jumpPath: 'pages/order/index',
      fields: [
        { key: 'keyword1', label: '订单内容', value: '{{goods}}' },
        { key: 'keyword2', label: '预计送达', value: '{{time}}' },
        { key: 'keyword3', label: '温馨提示', value: '{{station}}配送延误，请您耐心等待' },
      ],
    },
    0,
  ],
  [
    'douyinDelay',
    '抖音订单延误提醒',
    'dySubscribe',
    {
      upstreamId: DEMO_MESSAGES.douyin,
      jumpPath: 'pages/order/index',
      fields: [
        { key: '订单内容', label: '订单内容', value: '{{goods}}' },
        { key: '预计送达', label: '预计送达', value: '{{time}}' },
      ],
    },
    0,
  ],
  [
    'serviceReminder',
    '服务提醒推送',
    'appPush',
    { title: '服务提醒', body: '{{station}}今晚 {{time}} 恢复配送，欢迎下单。', jumpPath: 'pages/index/index' },
    0,
  ],
  [
    'certificateSms',
    '健康证到期短信',
    'sms',
    {
      signName: '同城速达',
      upstreamId: 'SMS_470002',
      body: '您的健康证将在{{days}}天内到期，请及时更新，以免影响接单。',
    },
    5,
    'rider',
  ],
  [
    'peakPlan',
    '高峰期安排',
    'inSite',
    { title: '高峰期安排', body: '今日{{time}}为用餐高峰，请提前做好准备。' },
    0,
    'any',
  ],
];
const VALUES: Readonly<Record<string, string>> = {
  station: '示例路站',
  time: '18:30',
  coupon: '雨天关怀券',
  days: '7',
  weather: '暴雨',
  goods: '晚餐订单',
  kind: '余额退回',
  amount: '¥12.00',
};

type State = 'draft' | 'scheduled' | 'paused' | 'finished' | 'partFailed' | 'cancelled';
/**
 * Title, index of the template, state, number of recipients, days since the sending, audience. A task without an audience is sent to users
 * with at least five orders.
 */
type Plan = readonly [string, number, State, number, number, Audience?];
type Audience = readonly [NoticePerson, NoticeAudience];
const USERS: Audience = ['user', { kind: 'conditions', ordersMin: 5 }];
const TASKS: readonly Plan[] = [
  ['周末站点调整说明', 0, 'finished', 60, 6],
  ['雨天关怀券发放', 1, 'finished', 45, 4],
  ['暴雨延迟提醒', 2, 'partFailed', 40, 2],
  ['恢复配送提醒', 7, 'finished', 55, 1],
  ['夜宵上线提醒', 7, 'finished', 38, 8],
  ['支付宝订单延误提醒', 5, 'finished', 12, 3],
  ['抖音订单延误提醒', 6, 'finished', 12, 3],
  ['老用户关怀', 1, 'paused', 30, 0],
  ['节前服务时间调整', 0, 'scheduled', 0, -1],
  ['新站点开业通知', 0, 'draft', 0, 0],
  ['误建任务', 2, 'cancelled', 0, 3],
  ['健康证到期提醒', 8, 'finished', 24, 5, ['rider', { kind: 'riderConditions', healthStates: ['valid'] }]],
  ['骑手晚高峰安排', 9, 'finished', 32, 2, ['rider', { kind: 'all' }]],
  ['商家备餐提醒', 9, 'finished', 20, 2, ['merchant', { kind: 'merchantConditions', merchantStates: ['active'] }]],
  ['商家设备巡检通知', 9, 'draft', 0, 0, ['merchant', { kind: 'all' }]],
];

export async function makeServiceNotices(making: Making): Promise<void> {
  const { db, ids, now, size } = making;
  const templates = TEMPLATES.map(([code, name, channel, content, unitFen, personType = 'user']) => ({
    id: ids.next(),
    created_at: new Date(now.getTime() - 40 * DAY_MS),
    updated_at: new Date(now.getTime() - 20 * DAY_MS),
    updated_by_name: '主账号',
    code,
    name,
    channel,
    person_type: personType,
    content: JSON.stringify({ ...EMPTY, ...content }),
    daily_cap: SERVICE_NOTICE.dailyCap.initial,
    quiet_hours: JSON.stringify(SERVICE_NOTICE.quiet),
    unit_fen: unitFen,
    status: 'enabled' as const,
  }));
  await insertRows(db, 'service_notice_template', templates);
  if (size.users > 50_000) return;
  await makeReach(db, now);
  const maker = await db
    .selectFrom('account')
    .where('account_type', '=', 'staff')
    .where('status', '=', 'active')
    .select(['id', 'name'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  for (const plan of TASKS) {
    const template = templates[plan[1]];
    if (!template) continue;
    const [personType] = plan[5] ?? USERS;
    const people = await recipientsOf(db, personType, template.channel);
    await makeTask(making, { plan, template, people, maker });
  }
}

/** The source of the users that a mini program's channel reaches. Other channels reach users of every source. */
const SOURCE_OF: Partial<Record<ServiceChannel, UserSource>> = { alipayMessage: 'ali', dySubscribe: 'dy' };

const MOST_RECIPIENTS = 60;

function recipientsOf(db: Making['db'], person: NoticePerson, channel: ServiceChannel) {
  if (person !== 'user') {
    return db
      .selectFrom(person)
      .where('status', '=', 'active')
      .select('id')
      .orderBy('id')
      .limit(MOST_RECIPIENTS)
      .execute();
  }
  const source = SOURCE_OF[channel];
  return db
    .selectFrom('app_user')
    .where('status', '=', 'normal')
    .where('tel', 'is not', null)
    .$if(source !== undefined, (query) => query.where('source', '=', source ?? 'wx'))
    .select('id')
    .orderBy('order_count', 'desc')
    .orderBy('id')
    .limit(MOST_RECIPIENTS)
    .execute();
}

/** Registers the users of the Alipay and Douyin mini programs. The users with the most orders have agreed to one message. */
async function makeReach(db: Making['db'], now: Date): Promise<void> {
  const at = new Date(now.getTime() - DAY_MS);
  const places = [
    ['alipayMessage', 'ali', DEMO_MESSAGES.alipay, sql`'2088' || lpad((id % 1000000000000)::text, 12, '0')`],
    ['dySubscribe', 'dy', DEMO_MESSAGES.douyin, sql`'_000' || md5('demo' || id)`],
  ] as const;
  for (const [channel, source, templateId, address] of places) {
    await sql`
      insert into user_reach (user_id, channel, address, updated_at)
      select id, ${channel}, ${address}, ${at} from app_user where source = ${source} and status <> 'cancelled'`.execute(
      db,
    );
    await sql`
      insert into user_reach (user_id, channel, template_id, left_times, updated_at)
      select id, ${channel}, ${templateId}, 1, ${at} from app_user where source = ${source} and status <> 'cancelled'
      order by order_count desc, id limit ${SUBSCRIBERS}`.execute(db);
  }
}

interface Ground {
  readonly plan: Plan;
  readonly template: {
    readonly id: number;
    readonly name: string;
    readonly channel: ServiceChannel;
    readonly content: string;
    readonly unit_fen: number;
  };
  readonly people: readonly { readonly id: number }[];
  readonly maker: { readonly id: number; readonly name: string };
}

async function makeTask(making: Making, { plan, template, people, maker }: Ground): Promise<void> {
  const { db, ids, now, today } = making;
  const [title, , state, wanted, daysAgo, [personType, audience] = USERS] = plan;
  const chance = random(`service notice ${title}`);
  const id = ids.next();
  const sendAt = new Date(now.getTime() - daysAgo * DAY_MS - 2 * HOUR_MS);
  const createdAt = new Date(Math.min(sendAt.getTime(), now.getTime()) - HOUR_MS);
  const { channel, unit_fen } = template;
  const content = JSON.parse(withVariables(template.content, VALUES)) as NoticeContent;
  const isEnded = state === 'finished' || state === 'partFailed';
  const deliveries = people.slice(0, wanted).map(({ id: userId }, at) => {
    const deliveryState = deliveryOf(state, channel, at, wanted, at % 9 === 4);
    const isDone = deliveryState === 'delivered' || deliveryState === 'sent';
    return {
      id: ids.next(),
      created_at: sendAt,
      task_id: id,
      template_id: template.id,
      user_id: userId,
      state: deliveryState,
      attempts: deliveryState === 'waiting' || deliveryState === 'skipped' ? 0 : 1,
      reason: reasonOf(deliveryState, channel),
      error: deliveryState === 'failed' ? 'isv.BUSINESS_LIMIT_CONTROL 触发小时级流控' : null,
      at: deliveryState === 'waiting' ? null : sendAt,
      opened_at:
        deliveryState === 'delivered' && chance.chance(0.4) ? new Date(sendAt.getTime() + 20 * MINUTE_MS) : null,
      cost_fen: isDone ? unit_fen : 0,
    };
  });
  const count = (of: (row: (typeof deliveries)[number]) => boolean) => deliveries.filter(of).length;
  const sent = count(({ state: one }) => one === 'sent' || one === 'delivered');
  await insertRows(db, 'service_notice_task', [
    {
      ...{ id, created_at: createdAt, no: businessNo('NT', today, id), title, template_id: template.id },
      ...{ template_name: template.name, channel, content: JSON.stringify(content), unit_fen, state, send_at: sendAt },
      daily_cap: SERVICE_NOTICE.dailyCap.initial,
      quiet_hours: JSON.stringify(SERVICE_NOTICE.quiet),
      variables: JSON.stringify(VALUES),
      person_type: personType,
      audience: JSON.stringify(audience),
      exclude_blacklist: true,
      scope_team_ids: null,
      started_at: deliveries.length > 0 ? sendAt : null,
      is_filled: deliveries.length > 0,
      ended_at: isEnded || state === 'cancelled' ? new Date(sendAt.getTime() + 3 * MINUTE_MS) : null,
      note: state === 'cancelled' ? '内容有误' : null,
      total: deliveries.length,
      sent,
      delivered: count(({ state: one }) => one === 'delivered'),
      opened: count(({ opened_at }) => opened_at !== null),
      failed: count(({ state: one }) => one === 'failed'),
      skipped: count(({ state: one }) => one === 'skipped'),
      cost_fen: deliveries.reduce((sum, { cost_fen }) => sum + cost_fen, 0),
      ...{ by_id: maker.id, by_name: maker.name, by_is_owner: false },
    },
  ]);
  if (deliveries.length > 0) await insertRows(db, 'service_notice_delivery', deliveries);
  if (channel !== 'inSite') return;
  await sql`
    insert into user_inbox (no, person_type, user_id, task_id, title, body, jump_path, created_at, opened_at)
    select 'N' || id || '-' || attempts, ${personType}, user_id, task_id, ${content.title ?? ''}, ${content.body ?? ''}, ${content.jumpPath}, at, opened_at
    from service_notice_delivery where task_id = ${id} and state = 'delivered'`.execute(db);
}

function reasonOf(state: ReturnType<typeof deliveryOf>, channel: ServiceChannel) {
  if (state === 'failed') return 'refused' as const;
  if (state !== 'skipped') return null;
  if (CHANNEL_FORM[channel].isOnce) return 'noSubscription' as const;
  return channel === 'appPush' ? ('noDevice' as const) : ('dailyCap' as const);
}

/**
 * Selects the state of a task's delivery. In a paused task, the second half of the deliveries is waiting.
 *
 * @param at index of the delivery in the task
 * @param wanted number of deliveries of the task
 * @param isOdd the delivery failed or was skipped
 */
function deliveryOf(state: State, channel: ServiceChannel, at: number, wanted: number, isOdd: boolean) {
  if (state === 'paused' && at >= wanted / 2) return 'waiting' as const;
  if (state === 'partFailed' && isOdd) return 'failed' as const;
  if (isOdd) return 'skipped' as const;
  if (channel === 'appPush') return at % 3 === 2 ? ('sent' as const) : ('delivered' as const);
  return channel === 'inSite' ? ('delivered' as const) : ('sent' as const);
}
