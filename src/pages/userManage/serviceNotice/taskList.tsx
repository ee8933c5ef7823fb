import type { Data } from '@contract/index';
import { NOTICE_TASK } from '@contract/serviceNotice.fields';
import { noticeTaskLifecycle, SERVICE_NOTICE } from '@contract/serviceNotice.states';
import { type Action, post } from '@/ui/actions/types';
import { CutText } from '@/ui/CutText';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { listOf } from '@/ui/resource/list';
import { formAddress, reportAddress } from './address';

export type TaskRow = Data<'user.Notice/getTasks'>['list'][number];

export const LIST = listOf('user.Notice/getTasks', NOTICE_TASK, {
  columns: {
    templateName: (row) => <CutText text={row.templateName} />,
    audienceText: { width: 200, render: (row) => <CutText text={row.audienceText} /> },
  },
});

const label = (action: Parameters<typeof noticeTaskLifecycle.transition>[0]) =>
  noticeTaskLifecycle.transition(action).text;
const of = ({ id, version }: TaskRow) => ({ id, version });
const REASON: Field = {
  kind: 'text',
  name: 'reason',
  label: 'serviceNotice.reason',
  required: true,
  ...SERVICE_NOTICE.reason,
};
const reasonIn = (values: FormValues) => trimmed(values, 'reason');

/** Actions on a task. The row's `actions` decide which are available. */
export const ACTIONS: readonly Action<TaskRow>[] = [
  { key: 'report', label: 'serviceNotice.report', hotkey: 'r', to: ({ id }) => reportAddress(id) },
  {
    key: 'send',
    label: label('send'),
    confirm: { text: (names, _rows, t) => t('serviceNotice.sendText', { names }) },
    call: post('user.Notice/sendTask', of),
  },
  { key: 'pause', label: label('pause'), hotkey: 'p', instant: true, call: post('user.Notice/pauseTask', of) },
  {
    key: 'resume',
    label: label('resume'),
    confirm: { text: (names, _rows, t) => t('serviceNotice.resumeText', { names }) },
    call: post('user.Notice/resumeTask', of),
  },
  {
    key: 'retryFailed',
    label: label('retryFailed'),
    confirm: { text: (names, [row], t) => t('serviceNotice.retryText', { names, n: row?.failed ?? 0 }) },
    call: post('user.Notice/retryFailed', of),
  },
  { key: 'editDraft', label: 'serviceNotice.editDraft', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  { key: 'copy', label: 'serviceNotice.copy', to: ({ id }) => formAddress({ copy: id }) },
  {
    key: 'withdraw',
    label: 'serviceNotice.withdraw',
    danger: true,
    confirm: { text: (names, _rows, t) => t('serviceNotice.withdrawText', { names }) },
    fields: () => [REASON],
    call: post('user.Notice/withdraw', (row: TaskRow, values) => ({ ...of(row), reason: reasonIn(values) })),
  },
  {
    key: 'removeDraft',
    label: 'serviceNotice.removeDraft',
    danger: true,
    confirm: { text: (names, _rows, t) => t('serviceNotice.removeDraftText', { names }) },
    call: post('user.Notice/removeDraft', of),
  },
  {
    key: 'cancel',
    label: label('cancel'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('serviceNotice.cancelText', { names }) },
    fields: () => [REASON],
    call: post('user.Notice/cancelTask', (row: TaskRow, values) => ({ ...of(row), reason: reasonIn(values) })),
  },
];
