import { CHANNEL_TEXT, DIRECTION_TEXT } from '../../../contract/finance';
import { BILL_STATUS_TEXT, ENTRY_TYPES, RECON_STATE_TEXT } from '../../../contract/ledger';
import { type Text, text } from '../../../contract/text';
import type { ActorContext } from '../../core/context';
import { daysText, type ExportColumn, exportSource, said } from '../../core/export';
import { exportedBillCount, exportedBills } from '../ledger';
import { orderCosts } from '../order';
import { feePlans, merchantNumbers } from '../reference';
import { stationWords } from '../team';
import { type Cost, rowAnswers, yuan } from './answers';
import { type BillInput, filterOf } from './filter';

/** Bills as one wide file (DOMAIN §3.5 "Export"): all columns of the list, the fees of the order, the numbers of the platform. */

interface Row {
  readonly bill: Awaited<ReturnType<typeof rowAnswers>>[number];
  readonly cost: Cost | undefined;
  /** Name of what the technical fee was taken by. */
  readonly rule: string | null;
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

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'billNo', text: WORDS.billNo, value: ({ bill }) => bill.billNo },
  { key: 'at', text: WORDS.at, kind: 'moment', value: ({ bill }) => new Date(bill.at) },
  { key: 'type', text: WORDS.type, value: ({ bill }) => bill.typeText },
  { key: 'direction', text: WORDS.direction, value: ({ bill }) => bill.directionText },
  { key: 'team', text: WORDS.team, value: ({ bill }) => bill.teamName },
  { key: 'counterKind', text: WORDS.counterKind, value: ({ bill }) => bill.counterTypeText },
  { key: 'counterparty', text: WORDS.counterparty, value: ({ bill }) => bill.counterName },
  { key: 'orderNo', text: WORDS.orderNo, value: ({ bill }) => bill.orderNo },
  {
    key: 'amount',
    text: WORDS.amount,
    kind: 'fen',
    value: ({ bill }) => (bill.direction === 'in' ? bill.amountFen : -bill.amountFen),
  },
  { key: 'fee', text: WORDS.fee, kind: 'fen', value: ({ bill }) => bill.feeFen },
  {
    key: 'net',
    text: WORDS.net,
    kind: 'fen',
    value: ({ bill }) => (bill.direction === 'in' ? bill.netFen : -bill.netFen),
  },
  { key: 'technicalFee', text: WORDS.technicalFee, kind: 'fen', value: ({ cost }) => cost?.technicalFeeFen ?? null },
  { key: 'rate', text: WORDS.rate, kind: 'bp', extra: true, value: ({ cost }) => cost?.rateBp ?? null },
  { key: 'rule', text: WORDS.rule, value: ({ rule }) => rule },
  {
    key: 'ruleFrom',
    text: WORDS.ruleFrom,
    kind: 'moment',
    value: ({ cost }) => (cost?.planFrom ? new Date(cost.planFrom) : null),
  },
  { key: 'merchantFee', text: WORDS.merchantFee, kind: 'fen', value: ({ cost }) => cost?.merchantFeeFen ?? null },
  { key: 'promotionFee', text: WORDS.promotionFee, kind: 'fen', value: ({ cost }) => cost?.promotionFeeFen ?? null },
  { key: 'riderIncome', text: WORDS.riderIncome, kind: 'fen', value: ({ cost }) => cost?.riderIncomeFen ?? null },
  { key: 'channel', text: WORDS.channel, value: ({ bill }) => bill.channelText },
  { key: 'merchantNo', text: WORDS.merchantNo, value: ({ bill }) => bill.merchantNo },
  { key: 'merchantName', text: WORDS.merchantName, extra: true, value: ({ bill }) => bill.merchantName },
  { key: 'tradeNo', text: WORDS.tradeNo, value: ({ bill }) => bill.channelTradeNo },
  { key: 'status', text: WORDS.status, value: ({ bill }) => bill.statusText },
  { key: 'recon', text: WORDS.recon, value: ({ bill }) => bill.reconStateText },
  { key: 'reversedBy', text: WORDS.reversedBy, extra: true, value: ({ bill }) => bill.reversedByNo },
  { key: 'operator', text: WORDS.operator, value: ({ bill }) => bill.operatorName },
];

async function words(ctx: ActorContext, input: BillInput) {
  const { days } = await filterOf(ctx, input);
  const separator = ctx.locale.startsWith('zh') ? '、' : ', ';
  const named = <K extends string>(keys: readonly K[] | undefined, texts: Readonly<Record<K, Text>>) =>
    (keys ?? []).map((key) => ctx.t(texts[key])).join(separator);
  const numbers = input.merchantNumberIds?.length ? await merchantNumbers(ctx.db) : [];
  const amounts = [input.amountFenMin, input.amountFenMax].map((fen) => (fen === undefined ? '' : yuan(fen)));
  return said(
    { label: WORDS.days, value: days ? daysText(days.fromDay, days.toDay) : '' },
    { label: WORDS.number, value: input.keyword ?? '' },
    { label: WORDS.type, value: (input.type ?? []).map((type) => ctx.t(ENTRY_TYPES[type].text)).join(separator) },
    { label: WORDS.direction, value: named(input.direction && [input.direction], DIRECTION_TEXT) },
    await stationWords(ctx, WORDS.team, input.teamIds),
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
      const ruleName = ({ planName, feePlanId }: Cost): string | null =>
        planName ?? (feePlanId === null ? ctx.t(WORDS.ownRate) : (plans.get(feePlanId) ?? null));
      return {
        count: (most, after) => exportedBillCount(ctx.db, filter, { range: wish, after, limit: most }),
        async batch(after, limit) {
          const records = await exportedBills(ctx.db, filter, { range: wish, after, limit });
          const [bills, costs] = await Promise.all([
            rowAnswers(ctx, records),
            orderCosts(
              ctx.db,
              records.flatMap(({ teamId, orderNo }) => (orderNo === null ? [] : [{ teamId, orderNo }])),
            ),
          ]);
          const last = records.at(-1);
          return {
            rows: bills.map((bill) => {
              const cost = costs.get(`${bill.teamId} ${bill.orderNo}`) as Cost | undefined;
              return { bill, cost, rule: cost === undefined ? null : ruleName(cost) };
            }),
            last: last === undefined || records.length < limit ? null : [last.at.toISOString(), last.id],
          };
        },
      };
    },
  }),
];
