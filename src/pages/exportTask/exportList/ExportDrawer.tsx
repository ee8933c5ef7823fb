import { exportLifecycle } from '@contract/exportTask.states';
import type { Data } from '@contract/index';
import { saveText } from '@/app/download';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { RowActions } from '@/ui/actions/RowActions';
import { Button } from '@/ui/Button';
import { CopyText } from '@/ui/CopyText';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { fullTime } from '@/ui/TimeText/format';
import type { ExportRow } from './actions';
import { filterLine, Progress, sizeText } from './columns';
import styles from './index.css';

type Detail = Data<'export.Task/getDetail'>;

/** Shows an export in a drawer: its request, and the receipt of its file. */
export function ExportDrawer({ id, tab, setTab, close, actions, start }: DetailContext<ExportRow>) {
  const t = useT();
  const query = useData('export.Task/getDetail', { id });
  // Omit the action "view", because it opens this drawer.
  const offered = actions.filter((action) => action.key !== 'view');
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(task) => `${task.moduleText} · ${task.no}`}
      beside={(task) => <StatusTag tone={exportLifecycle.states[task.state].tone} text={task.stateText} />}
      actions={(task) => <RowActions row={task} name={task.no} actions={offered} start={start} visible={2} buttons />}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(task) => [
        { key: 'wish', label: t('exportTask.tabWish'), content: () => <Wish task={task} /> },
        { key: 'receipt', label: t('exportTask.tabReceipt'), content: () => <Receipt task={task} /> },
      ]}
    />
  );
}

function Wish({ task }: { readonly task: Detail }) {
  const t = useT();
  const none = t('exportTask.noFilter');
  return (
    <>
      {task.reason ? <p className={styles.why}>{task.reason}</p> : null}
      {task.state === 'queued' || task.state === 'running' ? <Progress row={task} /> : null}
      <Facts
        title={t('exportTask.filter')}
        items={
          task.filterText.length === 0
            ? [{ key: 'all', label: t('exportTask.rows'), value: none }]
            : task.filterText.map(({ label, value }) => ({ key: label, label, value }))
        }
      />
      <Facts
        title={t('exportTask.file')}
        items={[
          { key: 'format', label: t('exportTask.format'), value: task.format.toUpperCase() },
          { key: 'requester', label: t('exportTask.requester'), value: task.requesterName },
          { key: 'created', label: t('exportTask.createdAt'), value: <TimeText at={task.createdAt} mode="full" /> },
          {
            key: 'finished',
            label: t('exportTask.finishedAt'),
            value: <TimeText at={task.finishedAt} mode="full" />,
          },
          { key: 'expire', label: t('exportTask.expireAt'), value: <TimeText at={task.expireAt} mode="full" /> },
          { key: 'downloads', label: t('exportTask.downloads'), value: task.downloads },
        ]}
      />
      <h3 className={styles.title}>{t('exportTask.columnsOf', { n: task.columnTexts.length })}</h3>
      <p>{task.columnTexts.join(t('list.separator'))}</p>
    </>
  );
}

function Receipt({ task }: { readonly task: Detail }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const { receipt } = task;
  const moment = (at: string | null) => (at === null ? '—' : fullTime(at, locale, timeZone));
  const separator = t('list.separator');
  const masked = task.unmasked
    ? t('exportTask.isUnmasked')
    : receipt.maskedColumns.join(separator) || t('exportTask.noneMasked');
  const lines: readonly (readonly [key: string, label: string, value: string])[] = [
    ['no', t('exportTask.no'), task.no],
    ['module', t('exportTask.module'), task.moduleText],
    ['file', t('exportTask.fileName'), receipt.fileName],
    ['rows', t('exportTask.rowCount'), formatFigure(task.rowsTotal, 'count', locale)],
    ['size', t('exportTask.size'), sizeText(task.size, locale)],
    ['sha', 'SHA-256', receipt.sha256 ?? '—'],
    ['filter', t('exportTask.filter'), filterLine(task, t)],
    ['columns', t('exportTask.columnCount'), task.columnTexts.join(separator)],
    ['masked', t('exportTask.maskedColumns'), masked],
    ['requester', t('exportTask.requester'), `${task.requesterName} (${receipt.account})`],
    ['upTo', t('exportTask.upTo'), moment(receipt.upTo)],
    ['finished', t('exportTask.finishedAt'), moment(task.finishedAt)],
    ['expire', t('exportTask.expireAt'), moment(task.expireAt)],
    ['attempts', t('exportTask.attempts'), formatFigure(receipt.attempts, 'count', locale)],
  ];
  const save = () =>
    saveText(`${task.no}.txt`, `${lines.map(([, label, value]) => `${label}${t('list.colon')}${value}`).join('\n')}\n`);
  return (
    <>
      <p className={styles.hint}>{t('exportTask.receiptWhy')}</p>
      <Facts
        items={lines.map(([key, label, value]) => ({
          key,
          label,
          value: key === 'sha' && receipt.sha256 ? <CopyText text={receipt.sha256} /> : value,
        }))}
      />
      {task.state === 'done' || task.state === 'expired' ? (
        <Button onClick={save}>{t('exportTask.saveReceipt')}</Button>
      ) : null}
    </>
  );
}
