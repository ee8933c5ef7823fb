import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import type { staffEndpoints } from '../../../contract/staff';
import { STAFF_FIELDS } from '../../../contract/staff.fields';
import { staffLifecycle } from '../../../contract/staff.states';
import { text } from '../../../contract/text';
import { batchOf, daysText, type ExportColumn, exportSource, joinNonEmpty } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { identityName, usableIdentities } from '../account';
import { stationFilterText } from '../team';
import { filterOf } from './filter';
import { rowAnswers } from './people';
import { departmentPaths } from './rules';
import { departments, exportedStaff, exportedStaffCount, type StaffRecord } from './store';

/** People of the head office as a file: the columns of the list (DOMAIN §3.11). */

type Input = ParsedOf<(typeof staffEndpoints)['rights.Staff/getList']>;
interface Row {
  readonly id: number;
  readonly shown: DataOf<(typeof staffEndpoints)['rights.Staff/getList']>['list'][number];
  readonly record: StaffRecord;
  /** In the reader's language. */
  readonly second: string;
  readonly identities: string;
}

const WORDS = {
  keyword: text('关键字', 'Keyword', 'Palavra-chave', '關鍵字'),
  no: text('工号', 'Number', 'Matrícula', '工號'),
  scope: text('数据范围', 'Data scope', 'Escopo de dados', '資料範圍'),
  status: text('状态', 'State', 'Estado', '狀態'),
  second: text('二次验证', 'Second verification', 'Segunda verificação', '二次驗證'),
  lastLogin: text('最近登录', 'Last sign-in', 'Último acesso', '最近登入'),
  lastLoginIp: text('最近登录 IP', 'IP of the last sign-in', 'IP do último acesso', '最近登入 IP'),
  joined: text('创建时间', 'Joined', 'Criado em', '建立時間'),
  handedOver: text('交接给', 'Handed over to', 'Transferido para', '交接給'),
  never: text('从未登录', 'Never signed in', 'Nunca acessou', '從未登入'),
  station: text('可管理站点', 'Reaches station', 'Alcança a estação', '可管理站點'),
  yes: text('是', 'Yes', 'Sim', '是'),
  no_: text('否', 'No', 'Não', '否'),
} as const;

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'no', text: WORDS.no, value: ({ record }) => record.no },
  { key: 'name', text: STAFF_FIELDS.name, value: ({ record }) => record.name },
  { key: 'account', text: STAFF_FIELDS.account, value: ({ record }) => record.account },
  {
    key: 'tel',
    text: STAFF_FIELDS.tel,
    masked: 'phone',
    value: ({ shown }) => shown.tel,
    plain: ({ record }) => record.tel,
  },
  { key: 'email', text: STAFF_FIELDS.email, extra: true, value: ({ record }) => record.email },
  { key: 'department', text: STAFF_FIELDS.departmentId, value: ({ shown }) => shown.departmentName },
  { key: 'post', text: STAFF_FIELDS.post, value: ({ record }) => record.post },
  { key: 'identity', text: STAFF_FIELDS.identityIds, value: ({ identities }) => identities },
  { key: 'scope', text: WORDS.scope, value: ({ shown }) => shown.dataScopeText },
  { key: 'status', text: WORDS.status, value: ({ shown }) => shown.statusText },
  { key: 'second', text: WORDS.second, value: ({ second }) => second },
  { key: 'lastLogin', text: WORDS.lastLogin, kind: 'moment', value: ({ record }) => record.lastLoginAt },
  { key: 'lastLoginIp', text: WORDS.lastLoginIp, extra: true, value: ({ record }) => record.lastLoginIp },
  { key: 'createdAt', text: WORDS.joined, kind: 'moment', value: ({ record }) => record.createdAt },
  { key: 'expireAt', text: STAFF_FIELDS.expireAt, value: ({ record }) => record.expireAt },
  { key: 'handedOver', text: WORDS.handedOver, extra: true, value: ({ shown }) => shown.handedOverToName },
  { key: 'remark', text: STAFF_FIELDS.remark, extra: true, value: ({ record }) => record.remark },
];

const separator = (ctx: ActorContext) => (ctx.locale.startsWith('zh') ? '、' : ', ');

async function words(ctx: ActorContext, input: Input) {
  const list = (parts: readonly string[]) => parts.join(separator(ctx));
  const paths = input.departmentId?.length ? departmentPaths(await departments(ctx.db)) : null;
  const identities = input.identityId?.length ? await usableIdentities(ctx.db, null) : [];
  const identity = (id: number) => identities.find((one) => one.id === id);
  return joinNonEmpty(
    { label: WORDS.keyword, value: input.keyword ?? '' },
    {
      label: STAFF_FIELDS.departmentId,
      value: list((input.departmentId ?? []).map((id) => paths?.get(id) ?? String(id))),
    },
    {
      label: STAFF_FIELDS.identityIds,
      value: list(
        (input.identityId ?? []).map((id) => {
          const found = identity(id);
          return found ? identityName(found, ctx.locale) : String(id);
        }),
      ),
    },
    await stationFilterText(ctx, WORDS.station, input.teamId),
    {
      label: WORDS.status,
      value: list((input.status ?? []).map((status) => staffLifecycle.stateText(status, ctx.locale))),
    },
    { label: WORDS.lastLogin, value: daysText(input.lastLoginFrom, input.lastLoginTo) },
    {
      label: WORDS.never,
      value: input.neverSignedIn === undefined ? '' : ctx.t(input.neverSignedIn ? WORDS.yes : WORDS.no_),
    },
  );
}

export const staffExportSources = [
  exportSource<Input, Row>({
    module: 'rights.staff',
    columns: COLUMNS,
    words,
    async open(ctx, wish) {
      const filter = await filterOf(ctx, wish.input);
      return {
        count: (most, after) => exportedStaffCount(ctx.db, filter, wish, after, most),
        async batch(after, limit) {
          const records = await exportedStaff(ctx.db, filter, wish, after, limit);
          const shown = await rowAnswers(ctx, records);
          const rows = shown.flatMap((row, at) => {
            const record = records[at];
            if (!record) return [];
            const second = ctx.t(row.need2v ? WORDS.yes : WORDS.no_);
            return { id: row.id, shown: row, record, second, identities: row.identityNames.join(separator(ctx)) };
          });
          return batchOf(rows, limit);
        },
      };
    },
  }),
];
