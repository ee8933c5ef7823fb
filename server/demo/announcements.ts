import { type Insertable, sql } from 'kysely';
import type { AudienceType, Popup, QuizQuestion } from '../../contract/announcement.states';
import { LOCALES, type Text, text } from '../../contract/text';
import { DAY_MS } from '../../contract/units';
import { systemClock } from '../core/clock';
import type { Database } from '../core/database/schema';
import { fillPublished } from '../modules/announcement';
import { insertRows } from './insert';
import { random } from './random';
import { daysAgo, type Making } from './world';

/** Titles and texts of ten announcements in all four languages (DOMAIN §7). */
const NOTICES: readonly (readonly [title: Text, content: Text])[] = [
  [
    text('高温天气配送安全提醒', 'Heat: ride safely', 'Calor: entregue com segurança', '高溫天氣配送安全提醒'),
    text(
      '请各站点为骑手准备饮用水和防暑药品，12:00–15:00 适当延长承诺时间。',
      'Keep drinking water and first-aid supplies ready for riders, and allow longer promises from 12:00 to 15:00.',
      'Deixe água e itens de primeiros socorros à disposição dos entregadores e amplie os prazos das 12h às 15h.',
      '請各站點為騎手準備飲用水和防暑藥品，12:00–15:00 適當延長承諾時間。',
    ),
  ],
  [
    text(
      '站点营业时间核对通知',
      'Check your business hours',
      'Confira o horário de funcionamento',
      '站點營業時間核對通知',
    ),
    text(
      '请在本周五前核对营业时间和节假日安排，避免用户在非营业时间下单。',
      'Please check business hours and holidays by Friday, so that no user orders while a station is closed.',
      'Confira até sexta-feira o horário e os feriados, para que ninguém peça com a estação fechada.',
      '請在本週五前核對營業時間和節假日安排，避免使用者在非營業時間下單。',
    ),
  ],
  [
    text('新版骑手端已上线', 'A new rider app is out', 'Novo aplicativo do entregador', '新版騎手端已上線'),
    text(
      '新版本优化了路线规划并修复了若干问题，请提醒骑手及时更新。',
      'It plans routes better and fixes several problems; please ask riders to update.',
      'Ele melhora as rotas e corrige vários problemas; peça aos entregadores que atualizem.',
      '新版本最佳化了路線規劃並修正了若干問題，請提醒騎手及時更新。',
    ),
  ],
  [
    text('健康证集中办理安排', 'Health certificates: dates', 'Atestados de saúde: datas', '健康證集中辦理安排'),
    text(
      '健康证即将到期的骑手请尽快到指定机构办理，到期后将不能接单。',
      'Riders whose certificate ends soon should renew it at a listed clinic; without it they cannot take orders.',
      'Quem tem o atestado perto do fim deve renová-lo numa clínica indicada; sem ele não recebe pedidos.',
      '健康證即將到期的騎手請盡快到指定機構辦理，到期後將不能接單。',
    ),
  ],
  [
    text('周末高峰运力准备', 'Get ready for the weekend', 'Prepare-se para o fim de semana', '週末高峰運力準備'),
    text(
      '预计周末订单增长一成以上，请提前安排运力，必要时开启爆单模式。',
      'Orders are expected to rise by more than a tenth at the weekend; plan riders ahead and use the busy mode if needed.',
      'Esperamos mais de 10% de pedidos no fim de semana; planeje a equipe e use o modo de pico se preciso.',
      '預計週末訂單成長一成以上，請提前安排運力，必要時開啟爆單模式。',
    ),
  ],
  [
    text('系统例行维护公告', 'Planned maintenance', 'Manutenção programada', '系統例行維護公告'),
    text(
      '本周四 03:00–04:00 进行例行维护，期间后台可能短暂无法访问。',
      'On Thursday from 03:00 to 04:00 the console may be unavailable for a short time.',
      'Na quinta-feira, das 3h às 4h, o console pode ficar indisponível por pouco tempo.',
      '本週四 03:00–04:00 進行例行維護，期間後台可能短暫無法存取。',
    ),
  ],
  [
    text('加盟商季度会议', 'Franchisee meeting', 'Reunião de franqueados', '加盟商季度會議'),
    text(
      '本季度会议将于月底线上举行，议题包括费用方案与服务标准。',
      'The quarterly meeting is held online at the end of the month: fee plans and service standards.',
      'A reunião trimestral será online no fim do mês: planos de tarifas e padrões de serviço.',
      '本季會議將於月底線上舉行，議題包括費用方案與服務標準。',
    ),
  ],
  [
    text('恶劣天气应急预案', 'Bad weather: what to do', 'Mau tempo: o que fazer', '惡劣天氣應急預案'),
    text(
      '暴雨预警期间请及时开启恶劣天气模式，并提醒骑手注意安全。',
      'While a storm warning is on, switch to bad-weather mode and remind riders to take care.',
      'Durante um alerta de tempestade, ative o modo de mau tempo e peça cuidado aos entregadores.',
      '暴雨預警期間請及時開啟惡劣天氣模式，並提醒騎手注意安全。',
    ),
  ],
  [
    text('订单异常处理规范', 'How to handle late orders', 'Como tratar pedidos atrasados', '訂單異常處理規範'),
    text(
      '订单超过十分钟无人接单时，值班人员须人工介入并联系用户。',
      'When no rider takes an order within ten minutes, the person on duty steps in and calls the customer.',
      'Quando ninguém aceita um pedido em dez minutos, o plantonista intervém e liga para o cliente.',
      '訂單超過十分鐘無人接單時，值班人員須人工介入並聯絡使用者。',
    ),
  ],
  [
    text('个人信息保护提醒', 'Protect personal data', 'Proteja os dados pessoais', '個人資料保護提醒'),
    text(
      '查看完整手机号会留下记录，请仅在处理业务时使用。',
      'Revealing a full phone number is recorded; do it only when the work needs it.',
      'Revelar um telefone completo fica registrado; faça isso só quando o trabalho exigir.',
      '檢視完整手機號碼會留下記錄，請僅在處理業務時使用。',
    ),
  ],
];

const QUIZ: readonly QuizQuestion[] = [
  {
    question: text(
      '暴雨预警期间应如何设置站点？',
      'What is to be done at the station during a rainstorm warning?',
      'O que fazer na estação durante um alerta de temporal?',
      '暴雨預警期間應如何設定站點？',
    ),
    answers: [
      text('开启恶劣天气模式', 'Switch on bad-weather mode', 'Ligar o modo de mau tempo', '開啟惡劣天氣模式'),
      text('关闭站点', 'Close the station', 'Fechar a estação', '關閉站點'),
      text('无需操作', 'Nothing', 'Nada', '無需操作'),
    ],
    right: 0,
  },
  {
    question: text(
      '骑手遇险时首先应做什么？',
      'What does a rider in danger do first?',
      'O que um entregador em perigo faz primeiro?',
      '騎手遇險時首先應做什麼？',
    ),
    answers: [
      text('继续配送', 'Go on delivering', 'Continuar a entrega', '繼續配送'),
      text('停止配送并上报', 'Stop and report', 'Parar e comunicar', '停止配送並上報'),
    ],
    right: 1,
  },
];
const CONFIRM_TEXT = '我已阅读并将按要求执行';

interface Plan {
  readonly audience: AudienceType;
  readonly level: 'normal' | 'important' | 'urgent';
  readonly state: 'draft' | 'scheduled' | 'published' | 'withdrawn';
  readonly popup?: Popup;
  readonly confirms?: boolean;
  readonly quiz?: boolean;
  readonly pinned?: boolean;
}
/** Plans of the newest announcements, the newest first. Further announcements are addressed to staff, stations and franchisees in turn. */
const PLANS: readonly Plan[] = [
  { audience: 'all', level: 'normal', state: 'published', pinned: true },
  { audience: 'staff', level: 'important', state: 'published', confirms: true },
  { audience: 'riders', level: 'urgent', state: 'published', popup: 'untilConfirmed', confirms: true, quiz: true },
  { audience: 'stations', level: 'normal', state: 'scheduled' },
  { audience: 'franchisees', level: 'important', state: 'draft', confirms: true },
  { audience: 'stations', level: 'urgent', state: 'published', popup: 'once' },
  { audience: 'merchants', level: 'normal', state: 'published' },
  { audience: 'stations', level: 'urgent', state: 'published', popup: 'untilConfirmed', confirms: true, quiz: true },
  { audience: 'franchisees', level: 'normal', state: 'withdrawn' },
];
const TURNS = ['staff', 'stations', 'franchisees'] as const satisfies readonly AudienceType[];
type Row = Insertable<Database['announcement']>;

/** Builds the title and the HTML in each language. Repetitions of the ten texts are in Chinese only. */
function textsOf(index: number): { readonly title: string; readonly content: string } {
  const [title, content] = NOTICES[index % NOTICES.length] as (typeof NOTICES)[number];
  const edition = Math.floor(index / NOTICES.length) + 1;
  const written = (value: Text, more: string, html: boolean) =>
    JSON.stringify(
      Object.fromEntries(
        LOCALES.map((locale) => {
          if (edition > 1 && locale !== 'zh-CN') return [locale, ''];
          return [locale, html ? `<p>${value[locale]}</p>` : `${value[locale]}${more}`];
        }),
      ),
    );
  return { title: written(title, edition > 1 ? `（第${edition}期）` : '', false), content: written(content, '', true) };
}

function rowOf(making: Making, index: number, author: { readonly id: number; readonly name: string }): Row {
  const { ids, now } = making;
  const chance = random(`announcement ${index}`);
  const plan = PLANS[index] ?? {
    audience: TURNS[index % TURNS.length] ?? 'staff',
    level: (['normal', 'important', 'normal'] as const)[index % 3] ?? 'normal',
    state: 'published' as const,
  };
  const at = daysAgo(now, index * 2.7 + 0.2);
  const planned = plan.state === 'scheduled' ? new Date(now.getTime() + DAY_MS) : null;
  const isOut = plan.state === 'published' || plan.state === 'withdrawn';
  return {
    ...{ id: ids.next(), created_at: at, updated_at: at, created_by: author.id, updated_by: author.id },
    author_name: author.name,
    ...textsOf(index),
    level: plan.level,
    audience_type: plan.audience,
    target: JSON.stringify({}),
    channels: JSON.stringify(['inSite']),
    popup: plan.popup ?? 'none',
    must_confirm: plan.confirms ?? false,
    confirm_text: plan.confirms ? CONFIRM_TEXT : null,
    quiz: JSON.stringify(plan.quiz ? QUIZ : []),
    attachments: JSON.stringify([]),
    publish_mode: planned ? 'at' : 'now',
    publish_at: planned ?? (isOut ? at : null),
    expire_at: isOut && index > 8 && chance.chance(0.5) ? new Date(at.getTime() + 9 * DAY_MS) : null,
    // Accounts that are created later become receivers too. The owner's account may be created after the demo.
    dynamic_target: index < PLANS.length && (plan.popup ?? 'none') === 'none',
    pinned: plan.pinned ?? false,
    // The module writes receipts only for published announcements. The final state is set afterwards.
    state: isOut ? 'published' : plan.state,
    planned_count: 0,
  };
}

/**
 * Creates announcements (公告). Of the newest nine, one is scheduled, one is a draft, one is withdrawn, and the others are published. About
 * half of the older announcements have expired. Some receivers have read or confirmed their announcements.
 */
export async function makeAnnouncements(making: Making): Promise<void> {
  const { db, ids, now, size } = making;
  const author = await db
    .selectFrom('account')
    .where('account_type', '=', 'staff')
    .where('status', '=', 'active')
    .select(['id', 'name'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: size.announcements }, (_, index) => rowOf(making, index, author));
  await insertRows(db, 'announcement', rows);
  await fillPublished({ db, ids, clock: { ...systemClock, now: () => now } });
  await noteReading(making);
  const withdrawn = rows.filter((_, index) => PLANS[index]?.state === 'withdrawn').map(({ id }) => Number(id));
  await sql`
    update announcement set
      planned_count = case when state = 'published' then target_count else 12 end,
      locked_at = case when read_count > 0 then publish_at end,
      state = case when id = any(${sql.val(withdrawn)}::bigint[]) then 'withdrawn'
        when state = 'published' and expire_at <= ${now} then 'expired' else state end,
      withdrawn_at = case when id = any(${sql.val(withdrawn)}::bigint[]) then publish_at + interval '1 day' end,
      withdraw_reason = case when id = any(${sql.val(withdrawn)}::bigint[]) then '会议时间有误' end`.execute(db);
}

/**
 * Marks receipts as read: all receipts of the owner, receipts of pop-ups by staff, station and franchisee accounts, and a random share of
 * the others. Most read receipts that require confirmation are also marked as confirmed. Then it updates the announcements' counters.
 */
async function noteReading({ db, now }: Making): Promise<void> {
  await sql`
    with drawn as (
      select r.id, a.publish_at, a.must_confirm, a.quiz,
        (hashtext(r.person_id::text || a.level) & 1023) / 1024.0 as draw,
        r.person_type in ('staff', 'station', 'franchisee')
          and (a.popup <> 'none' or r.person_id in (select id from account where account_type = 'owner')) as sure
      from announcement_receipt r join announcement a on a.id = r.announcement_id)
    update announcement_receipt r set
      created_at = d.publish_at + interval '1 second',
      read_at = case when d.sure or d.draw < 0.72 then least(d.publish_at + interval '1 second' + d.draw * interval '5 hours', ${now}) end,
      confirmed_at = case when d.must_confirm and (d.sure or d.draw < 0.55)
        then least(d.publish_at + interval '1 minute' + d.draw * interval '5 hours', ${now}) end,
      answers = case when d.must_confirm and (d.sure or d.draw < 0.55)
        then case when jsonb_array_length(d.quiz) > 0 then '[0, 1]'::jsonb else '[]'::jsonb end end,
      device = case when d.sure or d.draw < 0.72 then
        case when r.person_type in ('rider', 'merchant') then 'Android 15' else 'Chrome 140, Windows 11' end end
    from drawn d where d.id = r.id`.execute(db);
  await sql`
    update announcement a set read_count = f.read, confirmed_count = f.confirmed
    from (select announcement_id, count(read_at) as read, count(confirmed_at) as confirmed
      from announcement_receipt group by announcement_id) f
    where f.announcement_id = a.id`.execute(db);
}
