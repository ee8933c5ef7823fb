import type { Data } from '@contract/index';
import { NOTICE_TEMPLATE } from '@contract/serviceNotice.fields';
import { type Action, post } from '@/ui/actions/types';
import { listOf } from '@/ui/resource/list';
import { formAddress } from './address';

export type TemplateRow = Data<'user.Notice/getTemplates'>['list'][number];

export const LIST = listOf('user.Notice/getTemplates', NOTICE_TEMPLATE);

const toggle = (enabled: boolean) =>
  post('user.Notice/toggleTemplate', ({ id, version }: TemplateRow) => ({ id, version, enabled }));

/** Actions on a template. The row's `actions` decide which are available. */
export const ACTIONS: readonly Action<TemplateRow>[] = [
  { key: 'editTemplate', label: 'noticeTemplate.edit', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'enableTemplate',
    label: 'noticeTemplate.enable',
    confirm: { text: (names, _rows, t) => t('noticeTemplate.enableText', { names }) },
    call: toggle(true),
  },
  {
    key: 'disableTemplate',
    label: 'noticeTemplate.disable',
    danger: true,
    confirm: { text: (names, _rows, t) => t('noticeTemplate.disableText', { names }) },
    call: toggle(false),
  },
];
