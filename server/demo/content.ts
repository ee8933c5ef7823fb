import type { Insertable } from 'kysely';
import type { Locale } from '../../contract/text';
import type { Database } from '../core/database/schema';
import { insertRows } from './insert';
import { hash, random } from './random';
import type { StationPlan } from './stations';
import { daysAgo, type Making } from './world';

type Words = Readonly<Record<Locale, string>>;
const words = (zhCN: string, enUS: string, ptBR: string, zhTW: string): Words => ({
  'zh-CN': zhCN,
  'en-US': enUS,
  'pt-BR': ptBR,
  'zh-TW': zhTW,
});

/** Title and text of the announcements; ten of them in all four languages (DOMAIN §7). */
const NOTICES: readonly (readonly [title: Words, content: Words])[] = [
  [
    words('高温天气配送安全提醒', 'Heat: ride safely', 'Calor: entregue com segurança', '高溫天氣配送安全提醒'),
    words(
      '请各站点为骑手准备饮用水和防暑药品，12:00–15:00 适当延长承诺时间。',
      'Keep drinking water and first-aid supplies ready for riders, and allow longer promises from 12:00 to 15:00.',
      'Deixe água e itens de primeiros socorros à disposição dos entregadores e amplie os prazos das 12h às 15h.',
      '請各站點為騎手準備飲用水和防暑藥品，12:00–15:00 適當延長承諾時間。',
    ),
  ],
  [
    words(
      '站点营业时间核对通知',
      'Check your business hours',
      'Confira o horário de funcionamento',
      '站點營業時間核對通知',
    ),
    words(
      '请在本周五前核对营业时间和节假日安排，避免用户在非营业时间下单。',
      'Please check business hours and holidays by Friday, so that nobody orders while a station is closed.',
      'Confira até sexta-feira o horário e os feriados, para que ninguém peça com a estação fechada.',
      '請在本週五前核對營業時間和節假日安排，避免使用者在非營業時間下單。',
    ),
  ],
  [
    words('新版骑手端已上线', 'A new rider app is out', 'Novo aplicativo do entregador', '新版騎手端已上線'),
    words(
      '新版本优化了路线规划并修复了若干问题，请提醒骑手及时更新。',
      'It plans routes better and fixes several problems; please ask riders to update.',
      'Ele melhora as rotas e corrige vários problemas; peça aos entregadores que atualizem.',
      '新版本最佳化了路線規劃並修正了若干問題，請提醒騎手及時更新。',
    ),
  ],
  [
    words('健康证集中办理安排', 'Health certificates: dates', 'Atestados de saúde: datas', '健康證集中辦理安排'),
    words(
      '健康证即将到期的骑手请尽快到指定机构办理，到期后将不能接单。',
      'Riders whose certificate ends soon should renew it at a listed clinic; without it they cannot take orders.',
      'Quem tem o atestado perto do fim deve renová-lo numa clínica indicada; sem ele não recebe pedidos.',
      '健康證即將到期的騎手請盡快到指定機構辦理，到期後將不能接單。',
    ),
  ],
  [
    words('周末高峰运力准备', 'Get ready for the weekend', 'Prepare-se para o fim de semana', '週末高峰運力準備'),
    words(
      '预计周末订单增长一成以上，请提前安排运力，必要时开启爆单模式。',
      'Orders are expected to rise by more than a tenth at the weekend; plan riders ahead and use the busy mode if needed.',
      'Esperamos mais de 10% de pedidos no fim de semana; planeje a equipe e use o modo de pico se preciso.',
      '預計週末訂單成長一成以上，請提前安排運力，必要時開啟爆單模式。',
    ),
  ],
  [
    words('系统例行维护公告', 'Planned maintenance', 'Manutenção programada', '系統例行維護公告'),
    words(
      '本周四 03:00–04:00 进行例行维护，期间后台可能短暂无法访问。',
      'On Thursday from 03:00 to 04:00 the console may be unavailable for a short time.',
      'Na quinta-feira, das 3h às 4h, o console pode ficar indisponível por pouco tempo.',
      '本週四 03:00–04:00 進行例行維護，期間後台可能短暫無法存取。',
    ),
  ],
  [
    words('加盟商季度会议', 'Franchisee meeting', 'Reunião de franqueados', '加盟商季度會議'),
    words(
      '本季度会议将于月底线上举行，议题包括费用方案与服务标准。',
      'The quarterly meeting is held online at the end of the month: fee plans and service standards.',
      'A reunião trimestral será on-line no fim do mês: planos de tarifas e padrões de serviço.',
      '本季會議將於月底線上舉行，議題包括費用方案與服務標準。',
    ),
  ],
  [
    words('恶劣天气应急预案', 'Bad weather: what to do', 'Mau tempo: o que fazer', '惡劣天氣應急預案'),
    words(
      '暴雨预警期间请及时开启恶劣天气模式，并提醒骑手注意安全。',
      'While a storm warning is on, switch to bad-weather mode and remind riders to take care.',
      'Durante um alerta de tempestade, ative o modo de mau tempo e peça cuidado aos entregadores.',
      '暴雨預警期間請及時開啟惡劣天氣模式，並提醒騎手注意安全。',
    ),
  ],
  [
    words('订单异常处理规范', 'How to handle late orders', 'Como tratar pedidos atrasados', '訂單異常處理規範'),
    words(
      '订单超过十分钟无人接单时，值班人员须人工介入并联系用户。',
      'When nobody takes an order within ten minutes, the person on duty steps in and calls the customer.',
      'Quando ninguém aceita um pedido em dez minutos, o plantonista intervém e liga para o cliente.',
      '訂單超過十分鐘無人接單時，值班人員須人工介入並聯絡使用者。',
    ),
  ],
  [
    words('个人信息保护提醒', 'Protect personal data', 'Proteja os dados pessoais', '個人資料保護提醒'),
    words(
      '查看完整手机号会留下记录，请仅在处理业务时使用。',
      'Revealing a full phone number is recorded; do it only when the work needs it.',
      'Revelar um telefone completo fica registrado; faça isso só quando o trabalho exigir.',
      '檢視完整手機號碼會留下記錄，請僅在處理業務時使用。',
    ),
  ],
];

/** Announcements (公告): the newest are in force, some have expired, one is still to come. */
export async function makeAnnouncements(making: Making): Promise<void> {
  const { db, ids, now, size } = making;
  const chance = random('announcements');
  const rows = Array.from({ length: size.announcements }, (_, index) => {
    const [title, content] = NOTICES[index % NOTICES.length] as (typeof NOTICES)[number];
    const translated = index < 10;
    const edition = Math.floor(index / NOTICES.length) + 1;
    const named = translated ? title : { 'zh-CN': `${title['zh-CN']}（第${edition}期）` };
    const at = index === 7 ? new Date(now.getTime() + 86_400_000) : daysAgo(now, index * 2.7 + 0.2);
    return {
      id: ids.next(),
      title: JSON.stringify(named),
      content: JSON.stringify(translated ? content : { 'zh-CN': content['zh-CN'] }),
      level: (['normal', 'important', 'normal', 'normal', 'urgent'] as const)[index % 5] ?? 'normal',
      audience: (['all', 'staff', 'stations', 'all', 'franchisees', 'staff'] as const)[index % 6] ?? 'all',
      published_at: at,
      expire_at: chance.chance(0.3) ? new Date(at.getTime() + 9 * 86_400_000) : null,
      version: 1,
      created_at: at,
      updated_at: at,
      created_by: 0,
      updated_by: 0,
    };
  });
  await insertRows(db, 'announcement', rows);
}

/** Switches that were set by hand: busy and bad weather with an end, one station closed. */
export async function makeSwitches(making: Making, plans: readonly StationPlan[]): Promise<void> {
  const { db, ids, now } = making;
  const operating = plans.filter(({ status }) => status === 'operating');
  const rows: Insertable<Database['team_switch']>[] = [];
  const set = (
    index: number,
    key: Insertable<Database['team_switch']>['key'],
    on: boolean,
    params: object,
    hours: number | null,
    reason: string | null,
  ) => {
    const plan = operating[index];
    if (!plan) return;
    const at = daysAgo(now, 0.02 + (index % 5) * 0.3);
    rows.push({
      id: ids.next(),
      team_id: plan.id,
      key,
      on,
      params: JSON.stringify(params),
      until: hours === null ? null : new Date(now.getTime() + hours * 3_600_000),
      reason,
      version: 1,
      created_at: at,
      updated_at: at,
      created_by: 0,
      updated_by: 0,
      updated_by_name: '',
    });
  };
  set(1, 'busyMode', true, { addMin: 15, surchargeFen: 200 }, 2, null);
  set(6, 'busyMode', true, { addMin: 10, surchargeFen: 100 }, 1, null);
  set(4, 'badWeather', true, { addMin: 20, surchargeFen: 300, subsidyFen: 200 }, 5, null);
  set(9, 'acceptOrders', false, {}, 3, '骑手聚餐，暂停接单');
  for (let index = 0; index < operating.length; index += 1) {
    if (index % 2 === 0) set(index, 'autoDispatch', true, { radiusM: 3_000, maxCarry: 5 }, null, null);
    if (index % 3 === 0) set(index, 'grabOrder', true, { grabDelaySec: 15 }, null, null);
    if (index % 4 === 1) set(index, 'riderRecruit', true, { quota: 5 + (index % 90) }, null, null);
    if (index % 5 === 2) set(index, 'nightService', true, { nightFeeFen: 300 }, null, null);
    if (index % 6 === 3) set(index, 'codeOnDelivery', true, { mode: 'both' }, null, null);
  }
  await insertRows(db, 'team_switch', rows);
  await insertRows(
    db,
    'team_log',
    rows.map((row) => ({
      id: ids.next(),
      team_id: row.team_id,
      kind: 'switch' as const,
      subject: row.key,
      old_value: JSON.stringify({
        on: row.key === 'acceptOrders' || row.key === 'autoDispatch',
        params: {},
        until: null,
      }),
      new_value: JSON.stringify({
        on: row.on,
        params: JSON.parse(row.params),
        until: row.until instanceof Date ? row.until.toISOString() : null,
      }),
      reason: row.reason ?? null,
      by_id: 0,
      by_name: '',
      at: row.created_at,
    })),
  );
}

const DEEDS = [
  ['team', 'update', 'team'],
  ['team', 'pause', 'team'],
  ['team', 'resume', 'team'],
  ['team', 'saveDraft', 'team'],
  ['operation', 'setSwitch', 'team'],
  ['operation', 'bulkSwitch', 'team'],
  ['sensitive', 'unmask', 'team'],
  ['dashboard', 'saveQuickLinks', 'account'],
] as const;

/** Operation records (操作记录) of the last 180 days: mostly done, some refused. */
export async function makeRecords(
  making: Making,
  staff: readonly { readonly id: number; readonly account: string; readonly identity: string }[],
  plans: readonly StationPlan[],
): Promise<void> {
  const { db, ids, now, size } = making;
  const chance = random('records');
  const at = Array.from(
    { length: size.records },
    () => now.getTime() - Math.floor(chance.next() ** 1.3 * 180 * 86_400_000),
  ).sort((one, other) => one - other);
  await insertRows(
    db,
    'operation_record',
    at.map((moment, index) => {
      const [module, action, object] = chance.pick(DEEDS);
      const person = chance.pick(staff);
      const plan = chance.pick(plans);
      return {
        id: ids.next(),
        at: new Date(moment),
        account_id: person.id,
        account: person.account,
        identity_name: person.identity,
        module,
        action,
        object_type: object,
        object_id: object === 'account' ? person.id : plan.id,
        object_no: object === 'account' ? person.account : plan.row.code,
        result_code: chance.chance(0.94) ? 100 : chance.pick([42201, 40901, 40302]),
        before: action === 'update' ? JSON.stringify({ promiseMin: 45 }) : null,
        after: action === 'update' ? JSON.stringify({ promiseMin: 50 }) : null,
        detail: null,
        reason: action === 'pause' ? '设备检修' : null,
        ip: `127.0.0.${chance.int(1, 250)}`,
        ua: 'Mozilla/5.0 (demo)',
        request_id: `demo${hash(`record ${index}`).toString(16).padStart(8, '0')}${index.toString(16).padStart(8, '0')}`,
        cost_ms: chance.int(4, 180),
      };
    }),
  );
}
