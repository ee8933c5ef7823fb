import { CHANNEL_TEXT, DIRECTION_TEXT } from '../../../contract/finance';
import { BILL_STATUS_TEXT, ENTRY_TYPES, RECON_STATE_TEXT } from '../../../contract/ledger';
import { type Text, text } from '../../../contract/text';
import {
  daysText,
  type ExportColumn,
  exportSource,
  joinNonEmpty,
  learnedNames,
  readFields,
} from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { yuan } from '../../core/money/amounts';
import { accountNames } from '../account';
import { exportedBillCount } from '../ledger';
import { feePlans, merchantNumbers } from '../reference';
import { stationFilterText, teamNames } from '../team';
import { billWords, type Names, namesOf, namesOfKind } from './answers';
import { BILL_FIELDS, type CopiedBill, copyBills } from './copy';
import { type BillInput, filterOf } from './filter';

/** Bills as one wide file (DOMAIN §3.5 "Export"): all columns of the list, the fees of the order, the numbers of the platform. */

interface Row {
  readonly bill: CopiedBill;
  readonly words: ReturnType<typeof billWords>;
  readonly names: Names;
  readonly stations: Pick<ReadonlyMap<number, string>, 'get'>;
  readonly operators: Pick<ReadonlyMap<number, string>, 'get'>;
  /** Name of what the technical fee was taken by. */
  readonly rule: (planName: string | null, feePlanId: number | null) => string | null;
}

const WORDS = {
  billNo: text('账单号', 'Bill no.', 'Nº do lançamento', '帳單號'),
  at: text('时间', 'Time', 'Data e hora', '時間'),
  type: text('业务类型', 'Type', 'Tipo', '業務類型'),
  direction: text('收支', 'Direction', 'Direção', '收支'),
  team: text('所属站点', 'Station', 'Estação', '所屬站點'),
  counterKind: text('对方类型', 'Kind of counterparty', 'Tipo de contraparte', '對方類型'),
  counterparty: text('对方', 'Counterparty', 'Contraparte', '對方'),
  orderNo: text('订单号', 'Order no.', 'Nº do pedido', '訂單號'),
  amount: text('金额（元）', 'Amount (yuan)', 'Valor (yuan)', '金額（元）'),
  fee: text('手续费（元）', 'Fee (yuan)', 'Tarifa (yuan)', '手續費（元）'),
  net: text('净额（元）', 'Net (yuan)', 'Líquido (yuan)', '淨額（元）'),
  technicalFee: text('技术服务费（元）', 'Technical fee (yuan)', 'Tarifa técnica (yuan)', '技術服務費（元）'),
  rate: text('技术服务费率', 'Technical fee rate', 'Taxa do serviço técnico', '技術服務費率'),
  rule: text('费用规则', 'Fee rule', 'Regra de tarifa', '費用規則'),
  ruleFrom: text(
    '规则版本（生效时间）',
    'Rule version (valid from)',
    'Versão da regra (vigência)',
    '規則版本（生效時間）',
  ),
  ownRate: text('站点自有费率', 'Own rate of the station', 'Taxa própria da estação', '站點自有費率'),
  merchantFee: text('商家服务费（元）', 'Merchant fee (yuan)', 'Tarifa do comerciante (yuan)', '商家服務費（元）'),
  promotionFee: text('推广费（元）', 'Promotion fee (yuan)', 'Tarifa de promoção (yuan)', '推廣費（元）'),
  riderIncome: text('骑手收入（元）', 'Rider income (yuan)', 'Renda do entregador (yuan)', '騎手收入（元）'),
  channel: text('支付渠道', 'Channel', 'Canal', '支付渠道'),
  merchantNo: text('商户号', 'Merchant number', 'Nº de comerciante', '商戶號'),
  merchantName: text('商户号名称', 'Name of the merchant number', 'Nome do nº de comerciante', '商戶號名稱'),
  tradeNo: text('渠道流水号', 'Channel trade no.', 'Nº da transação no canal', '渠道流水號'),
  status: text('状态', 'State', 'Estado', '狀態'),
  recon: text('对账状态', 'Reconciliation', 'Conciliação', '對帳狀態'),
  reversedBy: text('冲正流水号', 'Reversed by', 'Estornado por', '沖正流水號'),
  operator: text('操作人', 'By', 'Por', '操作人'),
  days: text('日期', 'Days', 'Dias', '日期'),
  number: text('单号', 'Number', 'Número', '單號'),
} as const;

/** Fields with the ids of counterparties that are told by the name that they have now, and their kind. */
const COUNTERPARTIES = [
  ['userId', 'user'],
  ['riderId', 'rider'],
  ['merchantId', 'merchant'],
  ['franchiseeId', 'franchisee'],
  ['counterTeamId', 'team'],
] as const;

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'billNo', text: WORDS.billNo, reads: ['billNo'], same: true, value: ({ bill }) => bill.billNo },
  { key: 'at', text: WORDS.at, kind: 'moment', reads: ['at'], same: true, value: ({ bill }) => bill.at },
  { key: 'type', text: WORDS.type, reads: ['type'], few: true, value: ({ bill, words }) => words.type(bill.type) },
  {
    key: 'direction',
    text: WORDS.direction,
    reads: ['direction'],
    few: true,
    value: ({ bill, words }) => words.direction(bill.direction),
  },
  {
    key: 'team',
    text: WORDS.team,
    reads: ['teamId'],
    few: true,
    value: ({ bill, stations }) => stations.get(bill.teamId) ?? '',
  },
  {
    key: 'counterKind',
    text: WORDS.counterKind,
    reads: ['counterType'],
    few: true,
    value: ({ bill, words }) => words.counterType(bill.counterType),
  },
  {
    key: 'counterparty',
    text: WORDS.counterparty,
    reads: ['counterName', 'counterType', 'counterId', ...COUNTERPARTIES.map(([field]) => field)],
    first: ['counterName'],
    value: ({ bill, names }) => bill.counterName || names.of(bill.counterType, bill.counterId),
  },
  { key: 'orderNo', text: WORDS.orderNo, reads: ['orderNo'], same: true, value: ({ bill }) => bill.orderNo },
  {
    key: 'amount',
    text: WORDS.amount,
    kind: 'fen',
    reads: ['signedFen'],
    same: true,
    value: ({ bill }) => bill.signedFen,
  },
  { key: 'fee', text: WORDS.fee, kind: 'fen', reads: ['feeFen'], same: true, value: ({ bill }) => bill.feeFen },
  {
    key: 'net',
    text: WORDS.net,
    kind: 'fen',
    reads: ['signedNetFen'],
    same: true,
    value: ({ bill }) => bill.signedNetFen,
  },
  {
    key: 'technicalFee',
    text: WORDS.technicalFee,
    kind: 'fen',
    reads: ['technicalFeeFen'],
    same: true,
    value: ({ bill }) => bill.technicalFeeFen,
  },
  {
    key: 'rate',
    text: WORDS.rate,
    kind: 'bp',
    extra: true,
    reads: ['rateBp'],
    few: true,
    value: ({ bill }) => bill.rateBp,
  },
  {
    key: 'rule',
    text: WORDS.rule,
    reads: ['hasCost', 'planName', 'feePlanId'],
    few: true,
    value: ({ bill, rule }) => (bill.hasCost ? rule(bill.planName, bill.feePlanId) : null),
  },
  {
    key: 'ruleFrom',
    text: WORDS.ruleFrom,
    kind: 'moment',
    reads: ['planFrom'],
    few: true,
    value: ({ bill }) => (bill.planFrom ? new Date(bill.planFrom) : null),
  },
  {
    key: 'merchantFee',
    text: WORDS.merchantFee,
    kind: 'fen',
    reads: ['merchantFeeFen'],
    same: true,
    value: ({ bill }) => bill.merchantFeeFen,
  },
  {
    key: 'promotionFee',
    text: WORDS.promotionFee,
    kind: 'fen',
    reads: ['promotionFeeFen'],
    same: true,
    value: ({ bill }) => bill.promotionFeeFen,
  },
  {
    key: 'riderIncome',
    text: WORDS.riderIncome,
    kind: 'fen',
    reads: ['riderIncomeFen'],
    same: true,
    value: ({ bill }) => bill.riderIncomeFen,
  },
  {
    key: 'channel',
    text: WORDS.channel,
    reads: ['channel'],
    few: true,
    value: ({ bill, words }) => words.channel(bill.channel),
  },
  {
    key: 'merchantNo',
    text: WORDS.merchantNo,
    reads: ['merchantNumberId'],
    few: true,
    value: ({ bill, names }) => names.merchantNumber(bill.merchantNumberId).mchNo,
  },
  {
    key: 'merchantName',
    text: WORDS.merchantName,
    extra: true,
    reads: ['merchantNumberId'],
    few: true,
    value: ({ bill, names }) => names.merchantNumber(bill.merchantNumberId).name,
  },
  {
    key: 'tradeNo',
    text: WORDS.tradeNo,
    reads: ['channelTradeNo'],
    same: true,
    value: ({ bill }) => bill.channelTradeNo,
  },
  {
    key: 'status',
    text: WORDS.status,
    reads: ['status'],
    few: true,
    value: ({ bill, words }) => words.status(bill.status),
  },
  {
    key: 'recon',
    text: WORDS.recon,
    reads: ['reconState'],
    few: true,
    value: ({ bill, words }) => words.recon(bill.reconState),
  },
  {
    key: 'reversedBy',
    text: WORDS.reversedBy,
    extra: true,
    reads: ['reversedByNo'],
    same: true,
    value: ({ bill }) => bill.reversedByNo,
  },
  {
    key: 'operator',
    text: WORDS.operator,
    reads: ['operatorId'],
    few: true,
    value: ({ bill, words, operators }) => words.operator(operators.get(bill.operatorId)),
  },
];

async function words(ctx: ActorContext, input: BillInput) {
  const { days } = await filterOf(ctx, input);
  const separator = ctx.locale.startsWith('zh') ? '、' : ', ';
  const named = <K extends string>(keys: readonly K[] | undefined, texts: Readonly<Record<K, Text>>) =>
    (keys ?? []).map((key) => ctx.t(texts[key])).join(separator);
  const numbers = input.merchantNumberIds?.length ? await merchantNumbers(ctx.db) : [];
  const amounts = [input.amountFenMin, input.amountFenMax].map((fen) => (fen === undefined ? '' : yuan(fen)));
  return joinNonEmpty(
    { label: WORDS.days, value: days ? daysText(days.fromDay, days.toDay) : '' },
    { label: WORDS.number, value: input.keyword ?? '' },
    { label: WORDS.type, value: (input.type ?? []).map((type) => ctx.t(ENTRY_TYPES[type].text)).join(separator) },
    { label: WORDS.direction, value: named(input.direction && [input.direction], DIRECTION_TEXT) },
    await stationFilterText(ctx, WORDS.team, input.teamIds),
    { label: WORDS.channel, value: named(input.channel, CHANNEL_TEXT) },
    {
      label: WORDS.merchantNo,
      value: numbers
        .filter(({ id }) => input.merchantNumberIds?.includes(id))
        .map(({ mchNo }) => mchNo)
        .join(separator),
    },
    { label: WORDS.status, value: named(input.status, BILL_STATUS_TEXT) },
    { label: WORDS.recon, value: named(input.reconState, RECON_STATE_TEXT) },
    { label: WORDS.amount, value: amounts.some(Boolean) ? amounts.join(' – ') : '' },
  );
}

export const billExportSources = [
  exportSource<BillInput, Row>({
    module: 'financial.bill',
    columns: COLUMNS,
    words,
    async open(ctx, wish) {
      // Whoever waits past midnight still gets the days of the request.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const { filter } = await filterOf(then, wish.input);
      const plans = new Map((await feePlans(ctx.db)).map(({ id, name }) => [id, name]));
      const rule = (planName: string | null, feePlanId: number | null) =>
        planName ?? (feePlanId === null ? ctx.t(WORDS.ownRate) : (plans.get(feePlanId) ?? null));
      const numbers = await merchantNumbers(ctx.db);
      const fields = readFields(BILL_FIELDS, COLUMNS, wish.columns, ['at', 'id']);
      const stations = learnedNames('teamId', (ids) => teamNames(ctx.db, ids));
      const operators = learnedNames('operatorId', (ids) => accountNames(ctx.db, ids));
      const others = new Map(
        COUNTERPARTIES.map(([field, kind]) => [kind, learnedNames(field, (ids) => namesOfKind(ctx, kind, ids))]),
      );
      const names = namesOf((kind, id) => others.get(kind)?.get(id), numbers);
      return {
        count: (most, after) => exportedBillCount(ctx.db, filter, { range: wish, after, limit: most }),
        fields,
        key: ['at', 'id'],
        learn: [stations, operators, ...others.values()].filter(({ field }) => field in fields),
        copy: (after, limit, into) => copyBills(ctx, filter, { range: wish, after, limit }, Object.keys(fields), into),
        row: (bill) => ({
          bill: bill as unknown as CopiedBill,
          words: billWords(ctx),
          names,
          stations,
          operators,
          rule,
        }),
      };
    },
  }),
];
