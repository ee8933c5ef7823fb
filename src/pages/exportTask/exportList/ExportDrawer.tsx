import { exportLifecycle } from '@contract/exportTask.states';
import type { Data } from '@contract/index';
import { saveText } from '@/app/download';
import { useLocale, useSay } from '@/app/i18n/translate';
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

/** One export beside the list: what was asked for, and the receipt that proves the file. */
export function ExportDrawer({ id, tab, setTab, close, actions, start }: DetailContext<ExportRow>) {
  const say = useSay();
  const query = useData('export.Task/getDetail', { id });
  // What the drawer shows need not be offered in it.
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
        { key: 'wish', label: say('exportTask.tabWish'), content: () => <Wish task={task} /> },
        { key: 'receipt', label: say('exportTask.tabReceipt'), content: () => <Receipt task={task} /> },
      ]}
    />
  );
}

function Wish({ task }: { readonly task: Detail }) {
  const say = useSay();
  const none = say('exportTask.noFilter');
  return (
    <>
      {task.reason ? <p className={styles.why}>{task.reason}</p> : null}
      {task.state === 'queued' || task.state === 'running' ? <Progress row={task} /> : null}
      <Facts
        title={say('exportTask.filter')}
        items={
          task.filterText.length === 0
            ? [{ key: 'all', label: say('exportTask.rows'), value: none }]
            : task.filterText.map(({ label, value }) => ({ key: label, label, value }))
        }
      />
      <Facts
        title={say('exportTask.file')}
        items={[
          { key: 'format', label: say('exportTask.format'), value: task.format.toUpperCase() },
          { key: 'requester', label: say('exportTask.requester'), value: task.requesterName },
          { key: 'created', label: say('exportTask.createdAt'), value: <TimeText at={task.createdAt} mode="full" /> },
          {
            key: 'finished',
            label: say('exportTask.finishedAt'),
            value: <TimeText at={task.finishedAt} mode="full" />,
          },
          { key: 'expire', label: say('exportTask.expireAt'), value: <TimeText at={task.expireAt} mode="full" /> },
          { key: 'downloads', label: say('exportTask.downloads'), value: task.downloads },
        ]}
      />
      <h3 className={styles.title}>{say('exportTask.columnsOf', { n: task.columnTexts.length })}</h3>
      <p>{task.columnTexts.join(say('list.separator'))}</p>
    </>
  );
}

function Receipt({ task }: { readonly task: Detail }) {
  const say = useSay();
  const locale = useLocale();
  const { timeZone } = usePlatform();
  const { receipt } = task;
  const moment = (at: string | null) => (at === null ? '—' : fullTime(at, locale, timeZone));
  const separator = say('list.separator');
  const masked = task.unmasked
    ? say('exportTask.isUnmasked')
    : receipt.maskedColumns.join(separator) || say('exportTask.noneMasked');
  const lines: readonly (readonly [key: string, label: string, value: string])[] = [
    ['no', say('exportTask.no'), task.no],
    ['module', say('exportTask.module'), task.moduleText],
    ['file', say('exportTask.fileName'), receipt.fileName],
    ['rows', say('exportTask.rowCount'), formatFigure(task.rowsTotal, 'count', locale)],
    ['size', say('exportTask.size'), sizeText(task.size, locale)],
    ['sha', 'SHA-256', receipt.sha256 ?? '—'],
    ['filter', say('exportTask.filter'), filterLine(task, say)],
    ['columns', say('exportTask.columnCount'), task.columnTexts.join(separator)],
    ['masked', say('exportTask.maskedColumns'), masked],
    ['requester', say('exportTask.requester'), `${task.requesterName} (${receipt.account})`],
    ['upTo', say('exportTask.upTo'), moment(receipt.upTo)],
    ['finished', say('exportTask.finishedAt'), moment(task.finishedAt)],
    ['expire', say('exportTask.expireAt'), moment(task.expireAt)],
    ['attempts', say('exportTask.attempts'), formatFigure(receipt.attempts, 'count', locale)],
  ];
  const save = () =>
    saveText(
      `${task.no}.txt`,
      `${lines.map(([, label, value]) => `${label}${say('list.colon')}${value}`).join('\n')}\n`,
    );
  return (
    <>
      <p className={styles.hint}>{say('exportTask.receiptWhy')}</p>
      <Facts
        items={lines.map(([key, label, value]) => ({
          key,
          label,
          value: key === 'sha' && receipt.sha256 ? <CopyText text={receipt.sha256} /> : value,
        }))}
      />
      {task.state === 'done' || task.state === 'expired' ? (
        <Button onClick={save}>{say('exportTask.saveReceipt')}</Button>
      ) : null}
    </>
  );
}
