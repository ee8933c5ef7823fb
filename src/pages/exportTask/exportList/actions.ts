import { exportLifecycle } from '@contract/exportTask.states';
import type { Data } from '@contract/index';
import { EXPORT } from '@contract/limits';
import { openDownload } from '@/app/download';
import { t as tNow } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { type Action, post } from '@/ui/actions/types';

export type ExportRow = Data<'export.Task/getList'>['list'][number];

const of = (row: ExportRow) => ({ id: row.id });
const ids = (rows: readonly ExportRow[]) => rows.map((row) => row.id);
const label = (action: 'cancel' | 'retry' | 'remove') => exportLifecycle.transition(action).text;

function follow(data: unknown): void {
  if (typeof data !== 'object' || data === null || !('url' in data)) return;
  openDownload(String(data.url)).catch(() => toast.error(tNow('exportTask.downloadFailed')));
}

/** Returns all actions on an export (DOMAIN §3.14). The row's `actions` determine which of them are available. */
export function actionsWith(view: (row: ExportRow) => void): readonly Action<ExportRow>[] {
  return [
    {
      key: 'download',
      label: 'exportTask.download',
      hotkey: 'd',
      instant: true,
      call: post('export.Task/download', of),
      after: follow,
      bulk: post('export.Task/downloadZip', (rows: readonly ExportRow[]) => ({
        ids: ids(rows.filter((row) => row.actions.includes('download')).slice(0, EXPORT.zipFiles)),
      })),
      afterBulk: (data, rows) => {
        follow(data);
        const files = rows.filter((row) => row.actions.includes('download')).length;
        if (files > EXPORT.zipFiles) toast.warning(tNow('exportTask.zipLimit', { n: EXPORT.zipFiles }));
      },
    },
    { key: 'view', label: 'exportTask.viewFilter', run: view },
    {
      key: 'rerun',
      label: 'exportTask.rerun',
      confirm: { text: (names, _rows, t) => t('exportTask.rerunText', { names }) },
      call: post('export.Task/rerun', of),
    },
    {
      key: 'retry',
      label: label('retry'),
      confirm: { text: (names, _rows, t) => t('exportTask.retryText', { names }) },
      call: post('export.Task/retry', of),
    },
    {
      key: 'cancel',
      label: 'exportTask.cancel',
      danger: true,
      confirm: { text: (names, _rows, t) => t('exportTask.cancelText', { names }) },
      call: post('export.Task/cancel', of),
    },
    {
      key: 'remove',
      label: label('remove'),
      danger: true,
      confirm: { text: (names, _rows, t) => t('exportTask.removeText', { names }) },
      call: post('export.Task/remove', of),
      bulk: post('export.Task/bulk', (rows: readonly ExportRow[]) => ({ action: 'remove', ids: ids(rows) })),
    },
  ];
}
