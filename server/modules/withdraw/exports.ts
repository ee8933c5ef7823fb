import { BANK_COLUMNS, PAYOUT_CHANNELS } from '../../../contract/payment.payout';
import { type Text, text } from '../../../contract/text';
import { RISK_TAG_TEXT, WITHDRAW_FIELDS, WITHDRAW_SUBJECT_TEXT, withdrawCase } from '../../../contract/withdraw.states';
import { WORD } from '../../../contract/words';
import { batchOf, daysText, type ExportColumn, exportSource, joinNonEmpty } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { yuan } from '../../core/money/amounts';
import { stationFilterText } from '../team';
import { type ApplyAnswer, applyAnswers } from './answers';
import { bankFacts } from './detail-store';
import { type ApplyInput, filterOf } from './filter';
import { type ApplyFilter, type ApplyRecord, exportedApplies, exportedApplyCount } from './list-store';
import { payeePlace } from './store';

/** This module defines the export of applications and the payment file for bank payouts (DOMAIN §3.5). */

interface Row {
  readonly id: number;
  readonly shown: ApplyAnswer;
}
interface BankRow {
  readonly id: number;
  readonly no: string;
  readonly name: string;
  readonly account: string;
  readonly bank: string;
  readonly netFen: number;
}

const WORDS = {
  keyword: WORD.keyword,
  applied: WORD.appliedOn,
  amount: WORD.amountYuan,
  fee: text('手续费（元）', 'Fee (yuan)', 'Tarifa (yuan)', '手續費（元）'),
  net: text('实付金额（元）', 'Net amount (yuan)', 'Valor líquido (yuan)', '實付金額（元）'),
  balance: text('冻结后余额（元）', 'Balance after freeze (yuan)', 'Saldo após bloqueio (yuan)', '凍結後餘額（元）'),
  account: text('收款账户尾号', 'Payee account, last digits', 'Final da conta', '收款帳戶末四碼'),
  reviewed: WORD.reviewedAt,
  started: text('提交打款时间', 'Payout started', 'Pagamento iniciado em', '提交打款時間'),
} as const;

const moment = (at: string | null) => (at === null ? null : new Date(at));

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'no', text: WITHDRAW_FIELDS.no, value: ({ shown }) => shown.wdNo },
  { key: 'subjectType', text: WITHDRAW_FIELDS.subjectType, value: ({ shown }) => shown.subjectTypeText },
  { key: 'subject', text: WITHDRAW_FIELDS.subject, value: ({ shown }) => shown.subjectName },
  { key: 'team', text: WITHDRAW_FIELDS.team, value: ({ shown }) => shown.teamName },
  { key: 'amount', text: WORDS.amount, kind: 'fen', value: ({ shown }) => shown.amountFen },
  { key: 'fee', text: WORDS.fee, kind: 'fen', value: ({ shown }) => shown.feeFen },
  { key: 'net', text: WORDS.net, kind: 'fen', value: ({ shown }) => shown.netFen },
  { key: 'channel', text: WITHDRAW_FIELDS.channel, value: ({ shown }) => shown.channelText },
  { key: 'payee', text: WITHDRAW_FIELDS.payeeName, value: ({ shown }) => shown.payeeName },
  { key: 'account', text: WORDS.account, value: ({ shown }) => shown.payeeLast4 },
  { key: 'risk', text: WITHDRAW_FIELDS.riskTags, value: ({ shown }) => shown.riskTexts.join(' ') || null },
  {
    key: 'balance',
    text: WORDS.balance,
    kind: 'fen',
    amount: true,
    extra: true,
    value: ({ shown }) => shown.balanceAfterFen,
  },
  { key: 'state', text: WITHDRAW_FIELDS.state, value: ({ shown }) => shown.stateText },
  { key: 'applied', text: WITHDRAW_FIELDS.appliedAt, kind: 'moment', value: ({ shown }) => moment(shown.appliedAt) },
  { key: 'reviewer', text: WITHDRAW_FIELDS.reviewer, value: ({ shown }) => shown.reviewerName },
  {
    key: 'reviewed',
    text: WORDS.reviewed,
    kind: 'moment',
    extra: true,
    value: ({ shown }) => moment(shown.reviewedAt),
  },
  { key: 'payer', text: WITHDRAW_FIELDS.payer, value: ({ shown }) => shown.payerName },
  {
    key: 'started',
    text: WORDS.started,
    kind: 'moment',
    extra: true,
    value: ({ shown }) => moment(shown.payStartedAt),
  },
  { key: 'finished', text: WITHDRAW_FIELDS.finishedAt, kind: 'moment', value: ({ shown }) => moment(shown.finishedAt) },
  { key: 'reason', text: WITHDRAW_FIELDS.reason, value: ({ shown }) => shown.reason },
];

const BANK: readonly ExportColumn<BankRow>[] = [
  { key: 'name', text: BANK_COLUMNS.name, value: ({ name }) => name },
  { key: 'account', text: BANK_COLUMNS.account, value: ({ account }) => account },
  { key: 'bank', text: BANK_COLUMNS.bank, value: ({ bank }) => bank },
  { key: 'amount', text: BANK_COLUMNS.amount, kind: 'fen', value: ({ netFen }) => netFen },
  { key: 'remark', text: BANK_COLUMNS.remark, value: ({ no }) => no },
];

async function words(ctx: ActorContext, input: ApplyInput) {
  const { days } = await filterOf(ctx, input);
  const separator = ctx.locale.startsWith('zh') ? '、' : ', ';
  const named = <K extends string>(keys: readonly K[] | undefined, texts: Readonly<Record<K, Text>>) =>
    (keys ?? []).map((key) => ctx.t(texts[key])).join(separator);
  const amounts = [input.amountFenMin, input.amountFenMax].map((fen) => (fen === undefined ? '' : yuan(fen)));
  const { finishedFrom, finishedTo } = input;
  return joinNonEmpty(
    { label: WORDS.applied, value: days ? daysText(days.fromDay, days.toDay) : '' },
    { label: WORDS.keyword, value: input.keyword ?? '' },
    await stationFilterText(ctx, WITHDRAW_FIELDS.team, input.teamIds),
    { label: WITHDRAW_FIELDS.subjectType, value: named(input.subjectType, WITHDRAW_SUBJECT_TEXT) },
    { label: WITHDRAW_FIELDS.channel, value: named(input.channel, PAYOUT_CHANNELS) },
    { label: WITHDRAW_FIELDS.riskTags, value: named(input.riskTag, RISK_TAG_TEXT) },
    {
      label: WITHDRAW_FIELDS.state,
      value: (input.state ?? []).map((state) => withdrawCase.stateText(state, ctx.locale)).join(separator),
    },
    { label: WORDS.amount, value: amounts.some(Boolean) ? amounts.join(' – ') : '' },
    {
      label: WITHDRAW_FIELDS.finishedAt,
      value: finishedFrom || finishedTo ? daysText(finishedFrom ?? '', finishedTo ?? '') : '',
    },
  );
}

/**
 * Defines an export of applications.
 * @param narrow conditions that replace those of the request
 * @param rowsOf converts a batch of records to rows
 */
function fileOf<R extends { readonly id: number }>(
  module: 'withdraw.list' | 'withdraw.bank',
  columns: readonly ExportColumn<R>[],
  narrow: Partial<ApplyFilter>,
  rowsOf: (ctx: ActorContext, records: readonly ApplyRecord[]) => Promise<R[]>,
) {
  return exportSource<ApplyInput, R>({
    module,
    columns,
    words,
    async open(ctx, wish) {
      // Use the time of the request: an export that runs after midnight must still cover the requested days.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const { filter: asked } = await filterOf(then, wish.input);
      const filter = { ...asked, ...narrow };
      return {
        count: (most, after) => exportedApplyCount(ctx.db, filter, wish, after, most),
        async batch(after, limit) {
          return batchOf(await rowsOf(ctx, await exportedApplies(ctx.db, filter, wish, after, limit)), limit);
        },
      };
    },
  });
}

export const withdrawExportSources = [
  fileOf<Row>('withdraw.list', COLUMNS, {}, async (ctx, records) =>
    applyAnswers(ctx, records).map((shown) => ({ id: shown.id, shown })),
  ),
  fileOf<BankRow>('withdraw.bank', BANK, { state: ['approved'], channel: ['bank'] }, async (ctx, records) => {
    const facts = await bankFacts(
      ctx.db,
      records.map(({ payee_id: id }) => id),
    );
    return records.map((record) => {
      const payee = facts.get(record.payee_id);
      return {
        id: record.id,
        no: record.no,
        name: record.payee_name,
        account: payee ? ctx.ports.secrets.open(payee.accountNo, payeePlace(record.payee_id)) : '',
        bank: payee?.bankName ?? '',
        netFen: record.net_fen,
      };
    });
  }),
];
