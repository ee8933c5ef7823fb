import { lifecycle } from './lifecycle';
import { text } from './text';

/** An export task (导出任务, DOMAIN §3.14). A failure is tried again twice by itself; afterwards a person may. */
export const exportLifecycle = lifecycle({
  entity: 'exportTask',
  states: {
    queued: { text: text('排队中', 'Queued', 'Na fila', '排隊中'), tone: 'info' },
    running: { text: text('生成中', 'Running', 'Gerando', '產生中'), tone: 'working' },
    done: { text: text('已完成', 'Done', 'Concluída', '已完成'), tone: 'good' },
    failed: { text: text('失败', 'Failed', 'Falhou', '失敗'), tone: 'bad' },
    cancelled: { text: text('已取消', 'Cancelled', 'Cancelada', '已取消'), tone: 'neutral' },
    expired: { text: text('已过期', 'Expired', 'Expirada', '已過期'), tone: 'neutral' },
    deleted: { text: text('已删除', 'Deleted', 'Excluída', '已刪除'), tone: 'neutral' },
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
      text: text('取消', 'Cancel', 'Cancelar', '取消'),
    },
    {
      action: 'retry',
      from: ['failed'],
      to: 'queued',
      by: 'staff',
      rule: 95,
      risk: 'none',
      text: text('重试', 'Retry', 'Tentar de novo', '重試'),
    },
    {
      action: 'remove',
      from: ['done', 'failed', 'cancelled', 'expired'],
      to: 'deleted',
      by: 'staff',
      rule: 9503,
      risk: 'confirm',
      text: text('删除', 'Delete', 'Excluir', '刪除'),
    },
  ],
});

export type ExportState = keyof typeof exportLifecycle.states;
