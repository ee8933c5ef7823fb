import { accountLifecycle } from '../../../contract/account.states';
import type { accountManageEndpoints } from '../../../contract/accountManage';
import type { DataOf, ParsedOf } from '../../../contract/endpoint';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { batchOf, daysText, type ExportColumn, exportSource, joinNonEmpty } from '../../core/export/export';
import type { ActorContext } from '../../core/http/context';
import { stationFilterText } from '../team';
import { filterOf, rowAnswers, TYPE_TEXT } from './answers';
import { type AccountRow, exportedAccountCount, exportedAccounts } from './store';

/** Exports accounts and their security state with the columns of the list (DOMAIN §3.2). */

type Input = ParsedOf<(typeof accountManageEndpoints)['dashboard.AccountManage/getList']>;
interface Row {
  readonly id: number;
  readonly shown: DataOf<(typeof accountManageEndpoints)['dashboard.AccountManage/getList']>['list'][number];
  readonly record: AccountRow;
  /** State of the second verification, as a text in the reader's language. */
  readonly second: string;
  readonly belongsTo: string;
  readonly identities: string;
}

const WORDS = {
  keyword: WORD.keyword,
  account: WORD.account,
  name: WORD.personName,
  tel: WORD.phone,
  email: WORD.email,
  type: text('账号类型', 'Account type', 'Tipo de conta', '帳號類型'),
  belongsTo: WORD.belongsTo,
  station: WORD.ownStation,
  identity: WORD.identity,
  second: WORD.secondVerification,
  state: WORD.state,
  lockedUntil: WORD.lockedUntil,
  failedTries: text('失败次数', 'Failed attempts', 'Tentativas com falha', '失敗次數'),
  lastLogin: WORD.lastSignIn,
  lastLoginIp: WORD.lastSignInIp,
  passwordDays: text('密码已用天数', 'Days since the password was set', 'Dias desde a senha atual', '密碼已用天數'),
  expireAt: WORD.validUntilFeminine,
  createdAt: WORD.createdAtFeminine,
  on: WORD.on,
  off: WORD.off,
} as const;

const COLUMNS: readonly ExportColumn<Row>[] = [
  { key: 'account', text: WORDS.account, value: ({ record }) => record.account },
  { key: 'name', text: WORDS.name, value: ({ record }) => record.name },
  {
    key: 'tel',
    text: WORDS.tel,
    masked: 'phone',
    value: ({ shown }) => shown.maskedTel,
    plain: ({ record }) => record.tel,
  },
  { key: 'email', text: WORDS.email, extra: true, value: ({ record }) => record.email },
  { key: 'type', text: WORDS.type, value: ({ shown }) => shown.accountTypeText },
  { key: 'belongsTo', text: WORDS.belongsTo, value: ({ belongsTo }) => belongsTo },
  { key: 'identity', text: WORDS.identity, value: ({ identities }) => identities },
  { key: 'twoFactor', text: WORDS.second, value: ({ second }) => second },
  { key: 'state', text: WORDS.state, value: ({ shown }) => shown.stateText },
  {
    key: 'lockedUntil',
    text: WORDS.lockedUntil,
    kind: 'moment',
    extra: true,
    value: ({ record }) => record.lockedUntil,
  },
  { key: 'failedTries', text: WORDS.failedTries, kind: 'number', value: ({ shown }) => shown.failedTries },
  { key: 'lastLogin', text: WORDS.lastLogin, kind: 'moment', value: ({ record }) => record.lastLoginAt },
  { key: 'lastLoginIp', text: WORDS.lastLoginIp, value: ({ record }) => record.lastLoginIp },
  { key: 'passwordAge', text: WORDS.passwordDays, kind: 'number', value: ({ shown }) => shown.passwordDays },
  { key: 'expireAt', text: WORDS.expireAt, value: ({ record }) => record.expireAt },
  { key: 'createdAt', text: WORDS.createdAt, kind: 'moment', value: ({ record }) => record.createdAt },
];

const separator = (ctx: ActorContext) => (ctx.locale.startsWith('zh') ? '、' : ', ');

async function words(ctx: ActorContext, input: Input) {
  const list = (parts: readonly string[]) => parts.join(separator(ctx));
  return joinNonEmpty(
    { label: WORDS.keyword, value: input.keyword ?? '' },
    { label: WORDS.type, value: list((input.type ?? []).map((type) => ctx.t(TYPE_TEXT[type]))) },
    await stationFilterText(ctx, WORDS.station, input.teamIds),
    { label: WORDS.state, value: list((input.state ?? []).map((one) => accountLifecycle.stateText(one, ctx.locale))) },
    { label: WORDS.second, value: input.twoFactor === undefined ? '' : ctx.t(input.twoFactor ? WORDS.on : WORDS.off) },
    { label: WORDS.lastLogin, value: daysText(input.lastLoginFrom, input.lastLoginTo) },
  );
}

export const accountManageExportSources = [
  exportSource<Input, Row>({
    module: 'dashboard.accounts',
    columns: COLUMNS,
    words,
    async open(ctx, wish) {
      const filter = await filterOf(ctx, wish.input);
      const now = ctx.clock.now();
      const { scope } = ctx.actor;
      return {
        count: (most, after) => exportedAccountCount(ctx.db, scope, filter, { range: wish, after, limit: most }, now),
        async batch(after, limit) {
          const records = await exportedAccounts(ctx.db, scope, filter, { range: wish, after, limit }, now);
          const shown = await rowAnswers(ctx, records);
          const rows = shown.flatMap((row, at) => {
            const record = records[at];
            if (!record) return [];
            return {
              id: row.id,
              shown: row,
              record,
              second: ctx.t(row.twoFactor ? WORDS.on : WORDS.off),
              belongsTo: row.belongsTo.join(separator(ctx)),
              identities: row.identityNames.join(separator(ctx)),
            };
          });
          return batchOf(rows, limit);
        },
      };
    },
  }),
];
