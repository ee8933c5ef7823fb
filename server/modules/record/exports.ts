import type { ParsedOf } from '../../../contract/endpoint';
import { ERRORS, type ErrorCode } from '../../../contract/errors';
import type { recordEndpoints } from '../../../contract/record';
import { fieldText, objectText } from '../../../contract/record.texts';
import { type Locale, type Text, text } from '../../../contract/text';
import {
  daysText,
  type ExportColumn,
  exportSource,
  joinNonEmpty,
  learnedNames,
  readFields,
} from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { deviceOf } from '../../core/http/device';
import { accountNames } from '../account';
import { filterOf, valueText } from './filter';
import { changesBetween, isLocalAddress, resultOf } from './rules';
import { copyRecords, EXPORTED_FIELDS, type ExportedRecord, exportedRecordCount } from './store';
import { actionName, identityNames, LOCAL_NETWORK, moduleName, NOT_SIGNED_IN } from './texts';

/** Operation records as a file (DOMAIN §3.11, §3.14): before and after in words besides the list's columns. */

type Input = ParsedOf<(typeof recordEndpoints)['rights.Record/getList']>;
/** A record, and the language in which it is told. */
interface Row {
  readonly record: ExportedRecord;
  readonly ctx: ActorContext;
  readonly names: Pick<ReadonlyMap<number, string>, 'get'>;
  readonly labels: ReturnType<typeof fieldLabels>;
}

const RESULT_TEXT = {
  success: text('成功', 'Success', 'Sucesso', '成功'),
  refused: text('已拒绝', 'Refused', 'Recusado', '已拒絕'),
  failed: text('失败', 'Failed', 'Falhou', '失敗'),
} as const;
const WORDS = {
  at: text('时间', 'Time', 'Hora', '時間'),
  person: text('操作人', 'Person', 'Pessoa', '操作人'),
  account: text('账号', 'Account', 'Conta', '帳號'),
  identity: text('身份', 'Identity', 'Identidade', '身分'),
  module: text('模块', 'Module', 'Módulo', '模組'),
  action: text('操作', 'Action', 'Ação', '操作'),
  object: text('对象类型', 'Object', 'Objeto', '對象類型'),
  objectNo: text('对象编号', 'Object number', 'Número do objeto', '對象編號'),
  objectId: text('对象 ID', 'Object id', 'Id do objeto', '對象 ID'),
  result: text('结果', 'Result', 'Resultado', '結果'),
  code: text('结果码', 'Code', 'Código', '結果碼'),
  said: text('提示', 'Message', 'Mensagem', '提示'),
  changes: text('变更内容', 'Changed fields', 'Campos alterados', '變更內容'),
  reason: text('原因', 'Reason', 'Motivo', '原因'),
  ip: text('IP 地址', 'IP address', 'Endereço IP', 'IP 位址'),
  place: text('归属地', 'Place', 'Local', '歸屬地'),
  device: text('设备', 'Device', 'Dispositivo', '裝置'),
  userAgent: text('浏览器标识', 'Browser', 'Navegador', '瀏覽器識別'),
  requestId: text('请求编号', 'Request id', 'Id da requisição', '請求編號'),
  cost: text('耗时（毫秒）', 'Duration (ms)', 'Duração (ms)', '耗時（毫秒）'),
  money: text('涉及资金', 'Money', 'Dinheiro', '涉及資金'),
  reveals: text('查看敏感信息或导出', 'Unmask or export', 'Revelação ou exportação', '檢視敏感資訊或匯出'),
  outOfHours: text('非工作时间', 'Out of hours', 'Fora do expediente', '非工作時間'),
  days: text('日期', 'Days', 'Dias', '日期'),
  yes: text('是', 'Yes', 'Sim', '是'),
  no: text('否', 'No', 'Não', '否'),
} as const;

const flag = (value: boolean, { ctx }: Row): string => ctx.t(value ? WORDS.yes : WORDS.no);

/** `Name: Old → New; …`, every field, nothing cut. */
function changesText({ record, ctx, labels }: Row): string {
  const { before, after } = record;
  if (before === null && after === null) return '';
  const { objectType } = record;
  let words = '';
  for (const change of changesBetween(before, after)) {
    const label = labels.of(objectType, change.path);
    words += `${words === '' ? '' : '; '}${label}: ${told(ctx, change.before)} → ${told(ctx, change.after)}`;
  }
  return words;
}

const told = (ctx: ActorContext, value: unknown) => valueText(ctx, value, Number.POSITIVE_INFINITY) ?? '—';

/** What fields are called, looked up once each. */
function fieldLabels(locale: Locale) {
  const known = new Map<string, Map<string, string>>();
  return {
    of(objectType: string, path: string): string {
      const paths = known.get(objectType) ?? new Map<string, string>();
      known.set(objectType, paths);
      let label = paths.get(path);
      if (label === undefined) {
        label = fieldText(objectType, path)?.[locale] ?? path;
        if (paths.size > MOST_LABELS) paths.clear();
        paths.set(path, label);
      }
      return label;
    },
  };
}
/** Paths can hold what somebody sent. */
const MOST_LABELS = 10_000;

function resultText(code: number, locale: ActorContext['locale']): string {
  const entry = ERRORS[code as ErrorCode] as Text | undefined;
  return entry ? entry[locale].replace(/\{\w+\}/g, '…') : '';
}

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'at', text: WORDS.at, kind: 'moment', reads: ['at'], same: true, value: ({ record }) => record.at },
  {
    key: 'person',
    text: WORDS.person,
    reads: ['accountId', 'account'],
    few: true,
    value: ({ record, ctx, names }) => names.get(record.accountId) ?? (record.account || ctx.t(NOT_SIGNED_IN)),
  },
  { key: 'account', text: WORDS.account, reads: ['account'], same: true, value: ({ record }) => record.account },
  {
    key: 'identity',
    text: WORDS.identity,
    reads: ['identityName'],
    few: true,
    value: ({ record, ctx }) => identityNames(record.identityName, ctx.locale),
  },
  {
    key: 'module',
    text: WORDS.module,
    reads: ['module'],
    few: true,
    value: ({ record, ctx }) => moduleName(record.module, ctx.locale),
  },
  {
    key: 'action',
    text: WORDS.action,
    reads: ['module', 'action', 'objectType'],
    few: true,
    value: ({ record, ctx }) => actionName(record.module, record.action, record.objectType, ctx.locale),
  },
  {
    key: 'object',
    text: WORDS.object,
    reads: ['objectType'],
    few: true,
    value: ({ record, ctx }) => objectText(record.objectType)?.[ctx.locale] ?? record.objectType,
  },
  { key: 'objectNo', text: WORDS.objectNo, reads: ['objectNo'], same: true, value: ({ record }) => record.objectNo },
  // Seventeen digits are more than a spreadsheet keeps of a number.
  {
    key: 'objectId',
    text: WORDS.objectId,
    extra: true,
    reads: ['objectId'],
    value: ({ record }) => (record.objectId === null ? null : String(record.objectId)),
  },
  {
    key: 'result',
    text: WORDS.result,
    reads: ['resultCode'],
    few: true,
    value: ({ record, ctx }) => ctx.t(RESULT_TEXT[resultOf(record.resultCode)]),
  },
  {
    key: 'code',
    text: WORDS.code,
    kind: 'number',
    reads: ['resultCode'],
    same: true,
    value: ({ record }) => record.resultCode,
  },
  {
    key: 'said',
    text: WORDS.said,
    extra: true,
    reads: ['resultCode'],
    few: true,
    value: ({ record, ctx }) => resultText(record.resultCode, ctx.locale),
  },
  { key: 'changes', text: WORDS.changes, reads: ['objectType', 'before', 'after'], value: changesText },
  { key: 'reason', text: WORDS.reason, reads: ['reason'], same: true, value: ({ record }) => record.reason },
  { key: 'ip', text: WORDS.ip, reads: ['ip'], same: true, value: ({ record }) => record.ip },
  {
    key: 'place',
    text: WORDS.place,
    extra: true,
    reads: ['ip'],
    few: true,
    value: ({ record, ctx }) => (isLocalAddress(record.ip) ? ctx.t(LOCAL_NETWORK) : null),
  },
  {
    key: 'device',
    text: WORDS.device,
    reads: ['ua'],
    few: true,
    value: ({ record }) => (record.ua === '' ? '' : deviceOf(record.ua).label),
  },
  { key: 'userAgent', text: WORDS.userAgent, extra: true, reads: ['ua'], same: true, value: ({ record }) => record.ua },
  {
    key: 'requestId',
    text: WORDS.requestId,
    reads: ['requestId'],
    same: true,
    value: ({ record }) => record.requestId,
  },
  {
    key: 'cost',
    text: WORDS.cost,
    kind: 'number',
    reads: ['costMs'],
    same: true,
    value: ({ record }) => record.costMs,
  },
  {
    key: 'money',
    text: WORDS.money,
    reads: ['money'],
    few: true,
    value: (row) => flag(row.record.money, row),
  },
  {
    key: 'reveals',
    text: WORDS.reveals,
    reads: ['reveals'],
    few: true,
    value: (row) => flag(row.record.reveals, row),
  },
  {
    key: 'outOfHours',
    text: WORDS.outOfHours,
    reads: ['outOfHours'],
    few: true,
    value: (row) => flag(row.record.outOfHours, row),
  },
];

async function words(ctx: ActorContext, input: Input) {
  const { fromDay, toDay } = await filterOf(ctx, input);
  const separator = ctx.locale.startsWith('zh') ? '、' : ', ';
  const names = await accountNames(ctx.db, input.accountId ?? []);
  const onlyOrNot = (label: Text, value: boolean | undefined) => ({
    label,
    value: value === undefined ? '' : ctx.t(value ? WORDS.yes : WORDS.no),
  });
  return joinNonEmpty(
    { label: WORDS.days, value: input.requestId === undefined ? daysText(fromDay, toDay) : '' },
    { label: WORDS.person, value: (input.accountId ?? []).map((id) => names.get(id) ?? String(id)).join(separator) },
    { label: WORDS.module, value: (input.module ?? []).map((one) => moduleName(one, ctx.locale)).join(separator) },
    {
      label: WORDS.action,
      value: (input.action ?? [])
        .map((pair) => {
          const [module = '', action = ''] = pair.split('.');
          return `${moduleName(module, ctx.locale)} · ${actionName(module, action, '', ctx.locale)}`;
        })
        .join(separator),
    },
    { label: WORDS.objectNo, value: input.objectNo ?? '' },
    { label: WORDS.result, value: input.result ? ctx.t(RESULT_TEXT[input.result]) : '' },
    { label: WORDS.ip, value: input.ip ?? '' },
    { label: WORDS.requestId, value: input.requestId ?? '' },
    onlyOrNot(WORDS.money, input.money),
    onlyOrNot(WORDS.reveals, input.reveals),
    onlyOrNot(WORDS.outOfHours, input.outOfHours),
  );
}

export const recordExportSources = [
  exportSource<Input, Row>({
    module: 'rights.record',
    columns: COLUMNS,
    words,
    async open(ctx, wish) {
      // Whoever waits past midnight still gets the days of the request.
      const then = { ...ctx, clock: { ...ctx.clock, now: () => wish.upTo } };
      const { filter } = await filterOf(then, wish.input);
      const fields = readFields(EXPORTED_FIELDS, COLUMNS, wish.columns, ['at', 'id', 'accountId']);
      const names = learnedNames('accountId', (ids) => accountNames(ctx.db, ids));
      const labels = fieldLabels(ctx.locale);
      return {
        count: (most, after) => exportedRecordCount(ctx.db, filter, { range: wish, after, limit: most }),
        fields,
        key: ['at', 'id'],
        copy: (after, limit, into) =>
          copyRecords(ctx.db, filter, { range: wish, after, limit }, Object.keys(fields), into),
        learn: [names],
        row: (record) => ({ record: record as unknown as ExportedRecord, ctx, names, labels }),
      };
    },
  }),
];
