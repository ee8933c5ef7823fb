import { FRANCHISE, LEVELS } from '@contract/franchiseApply.states';
import { FRANCHISEE_LIST } from '@contract/franchisee.fields';
import { FRANCHISEE } from '@contract/franchisee.states';
import type { Data } from '@contract/index';
import { PAYEE, PAYEE_ACCOUNTS, PAYEE_CHANNELS, type PayeeChannel } from '@contract/payee';
import { SETTLE_CYCLE_TEXTS, SETTLE_CYCLES, type SettleCycle } from '@contract/team.choices';
import { t as tNow } from '@/app/i18n/i18n';
import { adjustmentFields, adjustmentOf, submitAmount } from '@/features/funds/actions';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { REGIONS_FIELD } from '@/ui/RegionPicker/field';
import { listOf } from '@/ui/resource/list';
import { StatusTag } from '@/ui/StatusTag';
import { TwoLines } from '@/ui/TwoLines';

export type FranchiseeRow = Data<'franchise.Franchisee/getList'>['list'][number];

export const LIST = listOf('franchise.Franchisee/getList', FRANCHISEE_LIST, {
  columns: {
    contractTo: {
      width: 150,
      render: (row, t) => {
        if (row.status === 'terminated' || row.daysLeft > FRANCHISEE.expiringDays) return row.contractTo;
        const left =
          row.daysLeft < 0
            ? t('franchisee.overdueDays', { n: -row.daysLeft })
            : t('franchisee.daysLeft', { n: row.daysLeft });
        return (
          <TwoLines title={left}>
            <span>{row.contractTo}</span>
            <StatusTag tone="bad" text={left} />
          </TwoLines>
        );
      },
    },
  },
});

const { feeFen } = FRANCHISE;
const SHARE: Field = {
  ...{ kind: 'percent', name: 'shareRateBp', label: 'franchisee.shareRateBp', required: true },
  ...{ minBp: 0, maxBp: 10_000 },
};
const REASON: Field = {
  ...{ kind: 'textarea', name: 'reason', label: 'franchisee.reason', rows: 2, required: true },
  ...FRANCHISEE.reason,
};
const paymentFields = (help: 'franchisee.paymentHelp' | 'franchisee.depositHelp'): readonly Field[] => [
  {
    ...{ kind: 'options', name: 'merchantNumberId', label: 'franchisee.merchantNumber', source: 'merchantNumbers' },
    help,
  },
  { kind: 'text', name: 'tradeNo', label: 'franchisee.tradeNo', ...FRANCHISE.tradeNo },
];
const paymentOf = (values: FormValues) => ({
  merchantNumberId: values.merchantNumberId ? Number(values.merchantNumberId) : null,
  tradeNo: trimmed(values, 'tradeNo') || null,
});

const EDIT: readonly Field[] = [
  { kind: 'text', name: 'name', label: 'franchisee.name', required: true, ...FRANCHISEE.name },
  { kind: 'text', name: 'contactName', label: 'franchisee.contactName', required: true, ...FRANCHISEE.contact },
  {
    ...{ kind: 'text', name: 'contactTel', label: 'franchisee.contactTel', help: 'franchisee.telHelp' },
    ...{ max: 20, inputMode: 'tel' },
  },
  {
    ...{ kind: 'choice', name: 'level', label: 'franchisee.level', required: true },
    options: LEVELS.map((value) => ({ value, text: value })),
  },
  SHARE,
  {
    ...{ kind: 'text', name: 'creditCode', label: 'franchisee.creditCode', required: true, upper: true },
    ...FRANCHISE.creditCode,
  },
  { kind: 'text', name: 'legalName', label: 'franchisee.legalName', ...FRANCHISE.legalName },
  {
    ...{ kind: 'text', name: 'idCard', label: 'franchisee.idCard', help: 'franchisee.telHelp', secret: true },
    ...{ min: 18, max: 18, upper: true },
  },
  {
    ...{ kind: 'choice', name: 'settleCycle', label: 'franchisee.settleCycle', help: 'franchisee.settleCycleHelp' },
    options: SETTLE_CYCLES.map((value) => ({ value, label: SETTLE_CYCLE_TEXTS[value] })),
  },
  { kind: 'options', name: 'ownerId', label: 'franchisee.ownerId', source: 'colleagues' },
];

const onlyFor = (channel: PayeeChannel) => (values: FormValues) => values.channel === channel;
const PAYEE_FIELDS: readonly Field[] = [
  {
    ...{ kind: 'radio', name: 'channel', label: 'franchisee.payeeChannel', required: true },
    options: (Object.keys(PAYEE_CHANNELS) as PayeeChannel[]).map((value) => ({ value, label: PAYEE_CHANNELS[value] })),
  },
  {
    ...{ kind: 'text', name: 'accountNo', label: 'franchisee.payeeAccountNo', required: true, secret: true },
    ...PAYEE.account,
    check: (value, { channel }) =>
      PAYEE_ACCOUNTS[channel as PayeeChannel].test(String(value)) ? null : { rule: 'pattern' },
  },
  { kind: 'text', name: 'name', label: 'franchisee.payeeName', required: true, ...PAYEE.name },
  {
    ...{ kind: 'text', name: 'bankName', label: 'franchisee.payeeBank', required: true, ...PAYEE.bankName },
    when: onlyFor('bank'),
  },
  {
    ...{ kind: 'text', name: 'appId', label: 'franchisee.payeeAppId', required: true, pattern: PAYEE.appId },
    when: onlyFor('wechat'),
  },
];

const RENEW: readonly Field[] = [
  { kind: 'text', name: 'contractNo', label: 'franchisee.contractNo', required: true, ...FRANCHISE.contractNo },
  { kind: 'day', name: 'startsOn', label: 'franchisee.startsOn', required: true },
  { kind: 'day', name: 'endsOn', label: 'franchisee.endsOn', required: true },
  SHARE,
  { kind: 'money', name: 'feeFen', label: 'franchisee.feeFen', required: true, minFen: feeFen.min, maxFen: feeFen.max },
  ...paymentFields('franchisee.paymentHelp'),
  {
    ...{ kind: 'custom', name: 'files', label: 'franchisee.contractFile', required: true, select: true },
    render: ({ id, value, onChange, disabled, describedBy }) => (
      <FileUpload
        scene="franchise"
        label={tNow('franchisee.contractFile')}
        id={id}
        value={Array.isArray(value) ? ((value as number[])[0] ?? null) : null}
        onChange={(fileId) => onChange(fileId === null ? [] : [fileId])}
        disabled={disabled}
        describedBy={describedBy}
      />
    ),
  },
];

const TERRITORY: readonly Field[] = [
  { ...REGIONS_FIELD, name: 'territory', label: 'franchisee.territory', required: true },
  { kind: 'switch', name: 'exclusive', label: 'franchisee.exclusive', help: 'franchiseApply.exclusiveHelp' },
];

const of = ({ id, version }: FranchiseeRow) => ({ id, version });
const withReason = (row: FranchiseeRow, values: FormValues) => ({ ...of(row), reason: trimmed(values, 'reason') });

/** Actions on a franchisee (DOMAIN §3.6). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<FranchiseeRow>[] = [
  {
    ...{ key: 'edit', label: 'franchisee.edit', hotkey: 'e' },
    confirm: { text: (names, _rows, t) => t('franchisee.editText', { names }) },
    fields: () => EDIT,
    initial: ([row]) => ({
      ...{ name: row?.name ?? '', contactName: row?.contactName ?? '', contactTel: '' },
      ...{ level: row?.level ?? 'B', shareRateBp: row?.shareRateBp ?? null },
      ...{ creditCode: row?.creditCode ?? '', legalName: row?.legalName ?? '', ownerId: row?.ownerId ?? null },
      ...{ idCard: '', settleCycle: row?.settleCycle ?? null },
    }),
    call: post('franchise.Franchisee/save', (row: FranchiseeRow, values) => ({
      ...of(row),
      name: trimmed(values, 'name'),
      contactName: trimmed(values, 'contactName'),
      contactTel: trimmed(values, 'contactTel') || null,
      level: values.level as (typeof LEVELS)[number],
      shareRateBp: Number(values.shareRateBp),
      creditCode: trimmed(values, 'creditCode'),
      legalName: trimmed(values, 'legalName'),
      ownerId: values.ownerId ? Number(values.ownerId) : null,
      idCard: trimmed(values, 'idCard') || null,
      settleCycle: (values.settleCycle as SettleCycle | null) || null,
    })),
  },
  {
    ...{ key: 'renew', label: 'franchisee.renew', hotkey: 'r' },
    confirm: { text: (names, _rows, t) => t('franchisee.renewText', { names }) },
    fields: () => RENEW,
    initial: ([row]) => ({ shareRateBp: row?.shareRateBp ?? null, feeFen: null, files: [], tradeNo: '' }),
    call: post('franchise.Franchisee/renew', (row: FranchiseeRow, values) => ({
      ...of(row),
      contractNo: trimmed(values, 'contractNo'),
      startsOn: String(values.startsOn),
      endsOn: String(values.endsOn),
      shareRateBp: Number(values.shareRateBp),
      feeFen: Number(values.feeFen),
      files: [...(values.files as number[])],
      ...paymentOf(values),
    })),
  },
  {
    ...{ key: 'setTerritory', label: 'franchisee.setTerritory' },
    confirm: { text: (names, _rows, t) => t('franchisee.territoryText', { names }) },
    fields: () => TERRITORY,
    initial: ([row]) => ({ territory: row?.regionCodes ?? [], exclusive: row?.isExclusive ?? false }),
    call: post('franchise.Franchisee/setTerritory', (row: FranchiseeRow, values) => ({
      ...of(row),
      territory: [...(values.territory as string[])],
      exclusive: values.exclusive === true,
    })),
  },
  {
    ...{ key: 'setPayee', label: 'franchisee.setPayee' },
    confirm: { text: (names, _rows, t) => t('franchisee.setPayeeText', { names }) },
    fields: () => PAYEE_FIELDS,
    initial: () => ({ channel: 'bank', accountNo: '', name: '', bankName: '', appId: '' }),
    call: post('franchise.Franchisee/setPayee', (row: FranchiseeRow, values) => ({
      ...of(row),
      channel: values.channel as PayeeChannel,
      accountNo: trimmed(values, 'accountNo'),
      name: trimmed(values, 'name'),
      bankName: values.channel === 'bank' ? trimmed(values, 'bankName') : null,
      appId: values.channel === 'wechat' ? trimmed(values, 'appId') : null,
    })),
  },
  {
    ...{ key: 'newStation', label: 'franchisee.newStation', hotkey: 't' },
    to: ({ id }) => `/teamList/addTeam?franchiseeId=${id}`,
  },
  {
    ...{ key: 'adjustFund', label: 'franchisee.adjustFund', hotkey: 'a' },
    confirm: { text: (names, _rows, t) => t('franchisee.adjustText', { names }), submit: submitAmount },
    fields: adjustmentFields,
    call: post('franchise.Franchisee/adjustFund', ({ id }: FranchiseeRow, values) => ({ id, ...adjustmentOf(values) })),
  },
  {
    ...{ key: 'resetAccount', label: 'franchisee.resetAccount' },
    to: ({ id }) => `/franchisee/franchiseeList?open=${id}&tab=accounts`,
  },
  {
    ...{ key: 'suspend', label: 'franchisee.suspend', danger: true },
    confirm: { text: (names, _rows, t) => t('franchisee.suspendText', { names }) },
    fields: () => [REASON],
    call: post('franchise.Franchisee/suspend', withReason),
  },
  {
    ...{ key: 'resume', label: 'franchisee.resume' },
    confirm: { text: (names, _rows, t) => t('franchisee.resumeText', { names }) },
    fields: () => [REASON],
    call: post('franchise.Franchisee/resume', withReason),
  },
  {
    ...{ key: 'terminate', label: 'franchisee.terminate', danger: true },
    confirm: { text: (names, _rows, t) => t('franchisee.terminateText', { names }), typeName: true },
    fields: () => [REASON, ...paymentFields('franchisee.depositHelp')],
    call: post('franchise.Franchisee/terminate', (row: FranchiseeRow, values) => ({
      ...withReason(row, values),
      ...paymentOf(values),
    })),
  },
];
