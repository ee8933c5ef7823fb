import { lifecycle } from './lifecycle';
import { text } from './text';
import { WORD } from './words';

/**
 * The lifecycle of an export task (导出任务, DOMAIN §3.14). The system retries a failed task twice, unless a retry cannot help, for example
 * because a permission is missing. After that, a person can retry it.
 */
export const exportLifecycle = lifecycle({
  entity: 'exportTask',
  states: {
    queued: { text: WORD.queued, tone: 'info' },
    running: { text: text('生成中', 'Running', 'Gerando', '產生中'), tone: 'working' },
    done: { text: text('已完成', 'Done', 'Concluída', '已完成'), tone: 'good' },
    failed: { text: WORD.failed, tone: 'bad' },
    cancelled: { text: WORD.cancelledFeminine, tone: 'neutral' },
    expired: { text: WORD.expiredFeminine, tone: 'neutral' },
    deleted: { text: WORD.deletedFeminine, tone: 'neutral' },
  },
  transitions: [
    {
      action: 'start',
      from: ['queued', 'running'],
      to: 'running',
      by: 'system',
      risk: 'none',
      text: text('开始生成', 'Started', 'Iniciada', '開始產生'),
    },
    {
      action: 'finish',
      from: ['running'],
      to: 'done',
      by: 'system',
      risk: 'none',
      text: text('生成完成', 'Finished', 'Concluída', '產生完成'),
    },
    {
      action: 'fail',
      from: ['running'],
      to: 'failed',
      by: 'system',
      risk: 'none',
      text: text('生成失败', 'Failed', 'Falhou', '產生失敗'),
    },
    {
      action: 'expire',
      from: ['done'],
      to: 'expired',
      by: 'system',
      risk: 'none',
      text: text('文件过期', 'File expired', 'Arquivo expirado', '檔案過期'),
    },
    {
      action: 'cancel',
      from: ['queued', 'running'],
      to: 'cancelled',
      by: 'staff',
      rule: 95,
      risk: 'confirm',
      text: WORD.cancel,
    },
    {
      action: 'retry',
      from: ['failed'],
      to: 'queued',
      by: 'staff',
      rule: 95,
      risk: 'none',
      text: WORD.retry,
    },
    {
      action: 'remove',
      from: ['done', 'failed', 'cancelled', 'expired'],
      to: 'deleted',
      by: 'staff',
      rule: 9503,
      risk: 'confirm',
      text: WORD.delete,
    },
  ],
});

export type ExportState = keyof typeof exportLifecycle.states;
