import {
  AUDIT_DIRECTION_TEXT,
  AUDIT_KIND_TEXT,
  AUDIT_SOURCE_TEXT,
  FUND_AUDIT_FIELDS,
  fundAuditCase,
} from '../../../contract/fundAudit.states';
import { type Text, text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { batchOf, daysText, type ExportColumn, exportSource, joinNonEmpty } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { yuan } from '../../core/money/amounts';
import { accountNames } from '../account';
import { scopedTeamIds, stationFilterText } from '../team';
import { type EntryAnswer, entryAnswers } from './answers';
import { type EntryInput, filterOf } from './filter';
import { exportedEntries, exportedEntryCount, makersAmong } from './list-store';

/** Exports entries with the columns of the list, the maker and the reviewer (DOMAIN §3.14). */

interface Row {
  readonly id: number;
  readonly shown: EntryAnswer;
  /** Whether instalments are allowed: "yes" or "no" in the reader's language. */
  readonly instalment: string;
}

const WORDS = {
  keyword: WORD.keyword,
  days: WORD.submittedOn,
  no: WORD.entryNo,
  tel: text('骑手手机号', "Rider's phone", 'Telefone do entregador', '騎手手機號碼'),
  team: WORD.ownStation,
  amount: WORD.amountYuan,
  collected: text('已扣（元）', 'Collected (yuan)', 'Cobrado (yuan)', '已扣（元）'),
  owed: text('待扣（元）', 'Owed (yuan)', 'A cobrar (yuan)', '待扣（元）'),
  balance: text('当前余额（元）', 'Balance now (yuan)', 'Saldo atual (yuan)', '目前餘額（元）'),
  after: text('生效后余额（元）', 'Balance after (yuan)', 'Saldo após (yuan)', '生效後餘額（元）'),
  source: WORD.source,
  evidence: text('凭证数', 'Pieces of evidence', 'Nº de comprovantes', '憑證數'),
  maker: WORD.submittedBy,
  submitted: WORD.submittedAt,
  state: WORD.state,
  checker: WORD.reviewer,
  decided: WORD.reviewedAt,
  note: WORD.reviewNote,
  tx: WORD.ledgerTransactionNo,
  yes: WORD.yes,
  no_: WORD.no,
} as const;

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'no', text: WORDS.no, value: ({ shown }) => shown.no },
  { key: 'rider', text: FUND_AUDIT_FIELDS.rider, value: ({ shown }) => shown.riderName },
  { key: 'riderNo', text: FUND_AUDIT_FIELDS.riderNo, value: ({ shown }) => shown.riderNo },
  { key: 'tel', text: WORDS.tel, value: ({ shown }) => shown.riderTel },
  { key: 'team', text: WORDS.team, value: ({ shown }) => shown.teamName },
  { key: 'kind', text: FUND_AUDIT_FIELDS.kind, value: ({ shown }) => shown.kindText },
  { key: 'direction', text: FUND_AUDIT_FIELDS.direction, value: ({ shown }) => shown.directionText },
  {
    key: 'amount',
    text: WORDS.amount,
    kind: 'fen',
    value: ({ shown }) => (shown.direction === 'in' ? shown.amountFen : -shown.amountFen),
  },
  {
    key: 'collected',
    text: WORDS.collected,
    kind: 'fen',
    extra: true,
    value: ({ shown }) => (shown.direction === 'out' ? shown.collectedFen : null),
  },
  {
    key: 'owed',
    text: WORDS.owed,
    kind: 'fen',
    value: ({ shown }) => (shown.state === 'owing' ? shown.amountFen - shown.collectedFen : null),
  },
  {
    key: 'balance',
    text: WORDS.balance,
    kind: 'fen',
    amount: true,
    extra: true,
    value: ({ shown }) => shown.balanceFen,
  },
  { key: 'after', text: WORDS.after, kind: 'fen', amount: true, extra: true, value: ({ shown }) => shown.afterFen },
  { key: 'instalment', text: FUND_AUDIT_FIELDS.allowInstalment, extra: true, value: ({ instalment }) => instalment },
  { key: 'fundedBy', text: FUND_AUDIT_FIELDS.fundedBy, value: ({ shown }) => shown.fundedByText },
  { key: 'reason', text: FUND_AUDIT_FIELDS.reason, value: ({ shown }) => shown.reason },
  { key: 'source', text: WORDS.source, value: ({ shown }) => shown.sourceText },
  { key: 'sourceNo', text: FUND_AUDIT_FIELDS.sourceNo, extra: true, value: ({ shown }) => shown.sourceNo },
  { key: 'relatedNo', text: FUND_AUDIT_FIELDS.relatedNo, value: ({ shown }) => shown.relatedNo },
  { key: 'evidence', text: WORDS.evidence, kind: 'number', value: ({ shown }) => shown.evidenceCount },
  { key: 'maker', text: WORDS.maker, value: ({ shown }) => shown.makerName },
  { key: 'createdAt', text: WORDS.submitted, kind: 'moment', value: ({ shown }) => new Date(shown.createdAt) },
  { key: 'state', text: WORDS.state, value: ({ shown }) => shown.stateText },
  { key: 'checker', text: WORDS.checker, value: ({ shown }) => shown.checkerName },
  {
    key: 'decidedAt',
    text: WORDS.decided,
    kind: 'moment',
    value: ({ shown }) => (shown.decidedAt === null ? null : new Date(shown.decidedAt)),
  },
  { key: 'note', text: WORDS.note, value: ({ shown }) => shown.note },
  { key: 'tx', text: WORDS.tx, value: ({ shown }) => shown.txNos.join(' ') || null },
];

async function words(ctx: ActorContext, input: EntryInput) {
  const { days } = await filterOf(ctx, input);
  const separator = ctx.locale.startsWith('zh') ? '、' : ', ';
  const named = <K extends string>(keys: readonly K[] | undefined, texts: Readonly<Record<K, Text>>) =>
    (keys ?? []).map((key) => ctx.t(texts[key])).join(separator);
  // As in the list, a maker's name appears only if the maker created an entry in the reader's data scope.
  const makers = await accountNames(
    ctx.db,
    await makersAmong(ctx.db, input.makerId ?? [], await scopedTeamIds(ctx, undefined)),
  );
  const amounts = [input.amountFenMin, input.amountFenMax].map((fen) => (fen === undefined ? '' : yuan(fen)));
  return joinNonEmpty(
    { label: WORDS.days, value: days ? daysText(days.fromDay, days.toDay) : '' },
    { label: WORDS.keyword, value: input.keyword ?? '' },
    await stationFilterText(ctx, WORDS.team, input.teamIds),
    { label: FUND_AUDIT_FIELDS.kind, value: named(input.kind, AUDIT_KIND_TEXT) },
    { label: FUND_AUDIT_FIELDS.direction, value: named(input.direction && [input.direction], AUDIT_DIRECTION_TEXT) },
    { label: WORDS.source, value: named(input.source, AUDIT_SOURCE_TEXT) },
    {
      label: WORDS.state,
      value: (input.state ?? []).map((state) => fundAuditCase.stateText(state, ctx.locale)).join(separator),
    },
    { label: WORDS.amount, value: amounts.some(Boolean) ? amounts.join(' – ') : '' },
    { label: WORDS.maker, value: (input.makerId ?? []).map((id) => makers.get(id) ?? String(id)).join(separator) },
  );
}

export const fundAuditExportSources = [
  exportSource<EntryInput, Row>({
    module: 'fundAudit.list',
    columns: COLUMNS,
    words,
    async open(ctx, wish) {
      // Use the time of the request, so that an export that runs after midnight still covers the requested days.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const { filter } = await filterOf(then, wish.input);
      return {
        count: (most, after) => exportedEntryCount(ctx.db, filter, wish, after, most),
        async batch(after, limit) {
          const records = await exportedEntries(ctx.db, filter, wish, after, limit);
          const rows = (await entryAnswers(ctx, records)).map((shown) => ({
            id: shown.id,
            shown,
            instalment: ctx.t(shown.allowInstalment ? WORDS.yes : WORDS.no_),
          }));
          return batchOf(rows, limit);
        },
      };
    },
  }),
];
