import { CLOCK_TIME_OR_END, WITHDRAW_MOST_FEN } from './limits';
import { PAYOUT_CHANNELS } from './payment.payout';
import {
  choice,
  type GroupValues,
  many,
  money,
  number,
  percent,
  type SettingGroup,
  settingGroup,
  settingPage,
  str,
  toggle,
} from './settings';
import { HOURS } from './settings.units';
import { type Text, text } from './text';
import { WORD } from './words';

/**
 * Withdrawal configuration (提现配置, DOMAIN §3.5). Stations, riders and franchisees have separate settings. Changes apply to later
 * applications.
 */

const TIMES = WORD.times;

export type WithdrawChannel = keyof typeof PAYOUT_CHANNELS;
const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '0'] as const;
type Weekday = (typeof WEEKDAYS)[number];
const WEEKDAY_TEXT: Readonly<Record<Weekday, Text>> = {
  '1': WORD.monday,
  '2': WORD.tuesday,
  '3': WORD.wednesday,
  '4': WORD.thursday,
  '5': WORD.friday,
  '6': WORD.saturday,
  '0': WORD.sunday,
};

interface Defaults {
  readonly minFen: number;
  readonly maxFen: number;
  readonly dailyCount: number;
  readonly dailyAmountFen: number;
  readonly feeType: 'none' | 'rate';
  readonly freeTimesPerMonth: number;
  readonly channels: WithdrawChannel[];
  readonly weekdays: Weekday[];
  readonly timeFrom: string;
  readonly timeTo: string;
  readonly reviewMode: 'manual' | 'autoBelow';
  readonly dualControlFen: number;
}

const FIXED = { field: 'feeType', is: ['fixed', 'fixedPlusRate'] };
const RATE = { field: 'feeType', is: ['rate', 'fixedPlusRate'] };
const ANY_FEE = { field: 'feeType', is: ['fixed', 'rate', 'fixedPlusRate'] };

/** Builds the section that enables withdrawals, limits their amounts and daily number, and sets the balance that must remain. */
const amountSection = (initial: Defaults) => ({
  title: text('金额与次数', 'Amounts and counts', 'Valores e quantidades', '金額與次數'),
  fields: {
    enabled: toggle({
      label: text('开放提现', 'Withdrawals open', 'Saques ativos', '開放提現'),
      help: text(
        '关闭后不能提交新的申请，已提交的申请照常处理。',
        'While off, new applications are refused; applications under way are completed.',
        'Desativado, novos pedidos são recusados; os pedidos em andamento são concluídos.',
        '關閉後不能提交新的申請，已提交的申請照常處理。',
      ),
      initial: true,
    }),
    minFen: money({
      label: text('单笔最低', 'Minimum amount', 'Valor mínimo', '單筆最低'),
      min: 10,
      max: WITHDRAW_MOST_FEN,
      initial: initial.minFen,
    }),
    maxFen: money({
      label: text('单笔最高', 'Maximum amount', 'Valor máximo', '單筆最高'),
      min: 10,
      max: WITHDRAW_MOST_FEN,
      initial: initial.maxFen,
    }),
    multipleFen: money({
      label: text('金额倍数', 'Multiple of', 'Múltiplo de', '金額倍數'),
      help: text('0 表示不限。', '0 means any amount.', '0: qualquer valor.', '0 表示不限。'),
      min: 0,
      max: WITHDRAW_MOST_FEN,
      initial: 0,
    }),
    dailyCount: number({
      label: text('每日次数', 'Applications a day', 'Pedidos por dia', '每日次數'),
      min: 1,
      max: 20,
      initial: initial.dailyCount,
      unit: TIMES,
    }),
    dailyAmountFen: money({
      label: text('每日总额', 'Amount a day', 'Valor por dia', '每日總額'),
      min: 10,
      max: 1_000_000_000,
      initial: initial.dailyAmountFen,
    }),
    keepFen: money({
      label: text('账户保留金额', 'Amount kept in the account', 'Valor mantido na conta', '帳戶保留金額'),
      min: 0,
      max: WITHDRAW_MOST_FEN,
      initial: 0,
    }),
  },
});

/** Builds the section for the withdrawal fee and its payer. */
const feeSection = (initial: Defaults) => ({
  title: WORD.handlingFee,
  fields: {
    feeType: choice({
      label: text('收费方式', 'Fee type', 'Tipo de tarifa', '收費方式'),
      options: {
        none: WORD.free,
        rate: text('按比例', 'Rate', 'Taxa', '按比例'),
        fixed: WORD.fixedAmount,
        fixedPlusRate: text('固定金额加比例', 'Fixed amount and rate', 'Valor fixo mais taxa', '固定金額加比例'),
      },
      initial: initial.feeType,
    }),
    feeFixedFen: money({
      label: text('固定手续费', 'Fixed fee', 'Tarifa fixa', '固定手續費'),
      min: 0,
      max: WITHDRAW_MOST_FEN,
      initial: 0,
      when: FIXED,
    }),
    feeRateBp: percent({
      label: text('手续费率', 'Fee rate', 'Taxa da tarifa', '手續費率'),
      min: 0,
      max: 1_000,
      initial: 60,
      when: RATE,
    }),
    feeMinFen: money({
      label: text('最低手续费', 'Minimum fee', 'Tarifa mínima', '最低手續費'),
      min: 0,
      max: WITHDRAW_MOST_FEN,
      initial: 100,
      when: ANY_FEE,
    }),
    feeMaxFen: money({
      label: text('最高手续费', 'Maximum fee', 'Tarifa máxima', '最高手續費'),
      min: 0,
      max: WITHDRAW_MOST_FEN,
      initial: 5_000,
      when: ANY_FEE,
    }),
    feeMode: choice({
      label: text('手续费承担方', 'Fee paid by', 'Tarifa paga por', '手續費承擔方'),
      options: {
        deduct: text(
          '收款人，从金额中扣除',
          'Payee, deducted from the amount',
          'Recebedor, descontada do valor',
          '收款人，從金額中扣除',
        ),
        platform: WORD.platform,
      },
      initial: 'deduct',
      radio: true,
      when: ANY_FEE,
    }),
    freeTimesPerMonth: number({
      label: text('每月免费次数', 'Free applications a month', 'Pedidos grátis por mês', '每月免費次數'),
      help: text(
        '按提交的申请计数，不论是否已打款。',
        'Counted when an application is submitted, whether it is paid or not.',
        'Contados no envio do pedido, pago ou não.',
        '按提交的申請計數，不論是否已打款。',
      ),
      min: 0,
      max: 31,
      initial: initial.freeTimesPerMonth,
      unit: TIMES,
    }),
  },
});

/** Builds the section for the payout channels, and for the weekdays and times at which applications are accepted. */
const channelSection = (initial: Defaults) => ({
  title: text('渠道与时间', 'Channels and times', 'Canais e horários', '管道與時間'),
  fields: {
    channels: many<WithdrawChannel>({
      label: text('打款渠道', 'Payout channels', 'Canais de pagamento', '打款管道'),
      help: text(
        '微信和支付宝渠道需要先在支付配置中启用。',
        'WeChat and Alipay must be enabled in the payment configuration first.',
        'WeChat e Alipay precisam estar ativos na configuração de pagamento.',
        '微信和支付寶管道需要先在支付設定中啟用。',
      ),
      options: PAYOUT_CHANNELS,
      initial: initial.channels,
    }),
    weekdays: many<Weekday>({
      label: text('可提现日', 'Days of the week', 'Dias da semana', '可提現日'),
      options: WEEKDAY_TEXT,
      initial: initial.weekdays,
    }),
    timeFrom: str({
      label: text('开始时间', 'From', 'Das', '開始時間'),
      required: true,
      pattern: CLOCK_TIME_OR_END,
      initial: initial.timeFrom,
    }),
    timeTo: str({
      label: text('结束时间', 'To', 'Até', '結束時間'),
      help: text(
        '时:分，一天结束为 24:00。',
        'Hour:minute; 24:00 is the end of the day.',
        'Hora:minuto; 24:00 é o fim do dia.',
        '時:分，一天結束為 24:00。',
      ),
      required: true,
      pattern: CLOCK_TIME_OR_END,
      initial: initial.timeTo,
    }),
    arrivalText: str({
      label: text('到账说明', 'Arrival time shown', 'Prazo exibido', '到帳說明'),
      max: 30,
      initial: 'T+1',
    }),
    tips: str({
      label: text('温馨提示', 'Note to applicants', 'Aviso aos solicitantes', '溫馨提示'),
      multiline: true,
      max: 300,
    }),
  },
});

/** Builds the section for the review, and for conditions such as a verified real name. */
const reviewSection = (initial: Defaults) => ({
  title: text('审核与安全', 'Review and security', 'Revisão e segurança', '審核與安全'),
  fields: {
    reviewMode: choice({
      label: text('审核方式', 'Review', 'Revisão', '審核方式'),
      options: {
        manual: text('全部人工审核', 'All by hand', 'Tudo manual', '全部人工審核'),
        autoBelow: text('小额自动通过', 'Small amounts automatically', 'Valores pequenos automáticos', '小額自動通過'),
      },
      initial: initial.reviewMode,
      radio: true,
    }),
    autoBelowFen: money({
      label: text('自动通过上限', 'Approve automatically up to', 'Aprovar automaticamente até', '自動通過上限'),
      help: text(
        '新收款账户、有不良记录或有未结餐损的申请总是人工审核。',
        'Applications with a new payee account, a negative history or an open food loss are always reviewed by hand.',
        'Conta nova, histórico negativo ou perda em aberto são sempre revisados manualmente.',
        '新收款帳戶、有不良記錄或有未結餐損的申請總是人工審核。',
      ),
      min: 0,
      max: 100_000,
      initial: 20_000,
      when: { field: 'reviewMode', is: 'autoBelow' },
    }),
    dualControlFen: money({
      label: text('双人打款起点', 'Dual control from', 'Controle duplo a partir de', '雙人打款起點'),
      help: text(
        '达到该金额时，打款需要第二人确认。',
        'From this amount on, a payout needs confirmation by a second person.',
        'A partir deste valor, o pagamento exige uma segunda pessoa.',
        '達到該金額時，打款需要第二人確認。',
      ),
      min: 0,
      max: WITHDRAW_MOST_FEN,
      initial: initial.dualControlFen,
    }),
    payeeCoolHours: number({
      label: text(
        '更换收款账户冷却期',
        'Wait after a payee change',
        'Espera após troca de conta',
        '更換收款帳戶冷卻期',
      ),
      min: 0,
      max: 168,
      initial: 24,
      unit: HOURS,
    }),
    requireRealName: toggle({
      label: text('要求实名', 'Real name required', 'Nome verificado obrigatório', '要求實名'),
      initial: true,
    }),
    requireNoOpenLoss: toggle({
      label: text('有未结餐损时不可提现', 'No open food loss', 'Sem perda em aberto', '有未結餐損時不可提現'),
      initial: true,
    }),
  },
});

function withdrawGroup(key: string, initial: Defaults) {
  return settingGroup(key, {
    sections: {
      amount: amountSection(initial),
      fee: feeSection(initial),
      channel: channelSection(initial),
      review: reviewSection(initial),
    },
  });
}

const WORKDAYS: Weekday[] = ['1', '2', '3', '4', '5'];
const RIDER: Defaults = {
  minFen: 1_000,
  maxFen: 500_000,
  dailyCount: 1,
  dailyAmountFen: 500_000,
  feeType: 'none',
  freeTimesPerMonth: 4,
  channels: ['wechat', 'alipay'],
  weekdays: [...WEEKDAYS],
  timeFrom: '00:00',
  timeTo: '24:00',
  reviewMode: 'autoBelow',
  dualControlFen: 100_000,
};
const TEAM: Defaults = {
  minFen: 10_000,
  maxFen: 5_000_000,
  dailyCount: 3,
  dailyAmountFen: 20_000_000,
  feeType: 'rate',
  freeTimesPerMonth: 1,
  channels: ['bank', 'alipay'],
  weekdays: WORKDAYS,
  timeFrom: '09:00',
  timeTo: '18:00',
  reviewMode: 'manual',
  dualControlFen: 2_000_000,
};

/** Kinds of applicants that have their own withdrawal settings. */
export const WITHDRAW_SUBJECTS = ['team', 'rider', 'franchisee'] as const;
export type WithdrawSubject = (typeof WITHDRAW_SUBJECTS)[number];
/** All kinds of applicants. Merchants use the settings of stations (DOMAIN §9 decision 21). */
export const WITHDRAW_APPLICANTS = [...WITHDRAW_SUBJECTS, 'merchant'] as const;
export type WithdrawApplicant = (typeof WITHDRAW_APPLICANTS)[number];

export const WITHDRAW = settingPage({
  access: 35,
  edit: 3502,
  secrets: 3502,
  module: 'financial.configure',
  object: 'withdrawSetting',
  groups: {
    team: withdrawGroup('withdrawTeam', TEAM),
    rider: withdrawGroup('withdrawRider', RIDER),
    // A franchisee is a company, so its defaults equal those of a station.
    franchisee: withdrawGroup('withdrawFranchisee', TEAM),
  } satisfies Record<WithdrawSubject, SettingGroup>,
});

export type WithdrawConfig = GroupValues<typeof WITHDRAW.groups.team>;
