import { FRANCHISE_APPLY } from '@contract/franchiseApply.fields';
import { type FollowWay, franchiseCase, type LEVELS } from '@contract/franchiseApply.states';
import type { Data } from '@contract/index';
import { caseActions } from '@/features/cases/actions';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { listOf } from '@/ui/resource/list';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { TwoLines } from '@/ui/TwoLines';
import { ASSIGN, FOLLOW, OPEN, SIGN } from './fields';

export type ApplyRow = Data<'franchise.Apply/getList'>['list'][number];

export const LIST = listOf('franchise.Apply/getList', FRANCHISE_APPLY, {
  columns: {
    name: (row, t) =>
      row.duplicates === 0 ? (
        row.name
      ) : (
        <TwoLines title={row.name}>
          <span>{row.name}</span>
          <StatusTag tone="attention" text={t('franchiseApply.duplicateTag', { n: row.duplicates })} />
        </TwoLines>
      ),
    nextAt: {
      width: 170,
      render: (row, t) => {
        const time = row.nextAt ? <TimeText at={row.nextAt} /> : null;
        if (!row.isOverdue) return time ?? '—';
        return (
          <TwoLines title={t('franchiseApply.overdue')}>
            <StatusTag tone="bad" text={t('franchiseApply.overdue')} />
            {time}
          </TwoLines>
        );
      },
    },
  },
});

const filesOf = (values: FormValues) => (Array.isArray(values.files) ? [...(values.files as number[])] : []);

const STEPS = caseActions<ApplyRow>([franchiseCase], (row) => ({
  type: franchiseCase.key,
  no: row.no,
  title: row.name,
  object: row.region,
  amountFen: null,
  makerName: '',
}));
/** Keys of the steps that `caseActions` styles as dangerous although they are not dangerous. */
const HARMLESS: readonly string[] = ['claim', 'visit', 'backToFollow', 'handIn', 'supply', 'reopen'];
const label = (step: Parameters<typeof franchiseCase.transition>[0]) => franchiseCase.transition(step).text;

const FORMS: readonly Action<ApplyRow>[] = [
  {
    key: 'follow',
    label: label('follow'),
    hotkey: 'f',
    confirm: { text: (names, _rows, t) => t('franchiseApply.followText', { names }) },
    fields: () => FOLLOW,
    initial: () => ({ way: 'call', content: '', files: [], nextAt: null }),
    call: post('franchise.Apply/follow', ({ id }: ApplyRow, values) => ({
      id,
      way: values.way as FollowWay,
      content: trimmed(values, 'content'),
      files: filesOf(values),
      nextAt: values.nextAt ? String(values.nextAt) : null,
    })),
  },
  {
    key: 'assign',
    label: label('assign'),
    hotkey: 'g',
    confirm: { text: (names, _rows, t) => t('franchiseApply.assignText', { names }) },
    fields: () => ASSIGN,
    call: post('franchise.Apply/assign', ({ id }: ApplyRow, values) => ({
      id,
      followerId: Number(values.followerId),
    })),
    bulk: post('franchise.Apply/bulkAssign', (rows: readonly ApplyRow[], values) => ({
      ids: rows.map(({ id }) => id),
      followerId: Number(values.followerId),
    })),
  },
  {
    key: 'sign',
    label: label('sign'),
    hotkey: 's',
    confirm: { text: (names, _rows, t) => t('franchiseApply.signText', { names }) },
    fields: () => SIGN,
    initial: ([row]) => ({ level: 'B', territory: row?.codes.slice(-1) ?? [], exclusive: false, files: [] }),
    call: post('franchise.Apply/sign', ({ id, version }: ApplyRow, values) => ({
      id,
      version,
      contractNo: trimmed(values, 'contractNo'),
      company: trimmed(values, 'company'),
      creditCode: trimmed(values, 'creditCode'),
      level: values.level as (typeof LEVELS)[number],
      territory: [...(values.territory as string[])],
      exclusive: values.exclusive === true,
      shareRateBp: Number(values.shareRateBp),
      feeFen: Number(values.feeFen),
      depositFen: Number(values.depositFen),
      startsOn: String(values.startsOn),
      endsOn: String(values.endsOn),
      files: filesOf(values),
    })),
  },
  {
    key: 'open',
    label: label('open'),
    hotkey: 'o',
    confirm: { text: (names, _rows, t) => t('franchiseApply.openText', { names }) },
    fields: () => OPEN,
    initial: () => ({ merchantNumberId: null, tradeNo: '', account: '' }),
    call: post('franchise.Apply/open', ({ id, version }: ApplyRow, values) => ({
      id,
      version,
      merchantNumberId: Number(values.merchantNumberId),
      tradeNo: trimmed(values, 'tradeNo'),
      account: trimmed(values, 'account') || null,
    })),
  },
  {
    key: 'openStation',
    label: 'franchiseApply.openStation',
    hotkey: 't',
    to: ({ franchiseeId, codes }) => `/teamList/addTeam?franchiseeId=${franchiseeId ?? ''}&region=${codes.join(',')}`,
  },
];

/** Adds a field to the step that asks for material: the user chooses which form fields are missing. */
const withMissing = (step: Action<ApplyRow>): Action<ApplyRow> => ({
  ...step,
  fields: (rows): readonly Field[] => [
    ...(step.fields?.(rows) ?? []),
    {
      kind: 'many',
      name: 'missing',
      label: 'franchiseApply.missing',
      options: (rows[0]?.askable ?? []).map(({ key, label: words }) => ({ value: key, text: words })),
    },
  ],
  call: post('franchise.Apply/askMaterial', ({ id, version }: ApplyRow, values) => ({
    ...{ id, version, reason: trimmed(values, 'reason') },
    missing: Array.isArray(values.missing) ? [...(values.missing as string[])] : [],
  })),
});

/** Actions on an application (DOMAIN §3.6). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<ApplyRow>[] = [
  ...FORMS,
  ...STEPS.map((step) => (step.key === 'askMaterial' ? withMissing(step) : step)).map((step) =>
    HARMLESS.includes(step.key) ? { ...step, danger: false } : step,
  ),
];
