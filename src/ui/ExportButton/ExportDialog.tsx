import { type ExportFormat, type ExportModule, exportModule } from '@contract/export.modules';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { PromptHost } from '../calls/PromptHost';
import { Modal } from '../library/Modal';
import { QueryBoundary } from '../QueryBoundary';
import { RadioGroup } from '../RadioGroup';
import { WhoCan } from '../WhoCan';
import { Columns, FilterWords, FormatChoice, RowsChoice, Unmask, useCountText } from './ExportChoices';
import styles from './index.css';
import { useExportColumns } from './useExportColumns';
import { useExportTask } from './useExportTask';

export interface ExportDialogProps {
  readonly modules: readonly ExportModule[];
  readonly filter: Readonly<Record<string, string>>;
  readonly selected: readonly number[];
  readonly onClose: () => void;
}

/** Manages the state of the export dialog: table, rows, columns, format. */
function useExportDialog({ modules, filter, selected, onClose }: ExportDialogProps) {
  const [module, setModule] = useState<ExportModule>(modules[0] ?? 'team.list');
  const { isLoading, columnsOf, pick, keep } = useExportColumns(module);
  const [onlySelected, setOnlySelected] = useState(selected.length > 0);
  const ids = onlySelected ? selected.join() : undefined;
  const query = useData(
    'export.Task/prepare',
    { module, filter: JSON.stringify(filter), ...(ids !== undefined && { ids }) },
    { staleTime: 0, keepPrevious: true },
  );
  const offer = query.data;
  const columns = columnsOf(offer);
  const [wanted, setFormat] = useState<ExportFormat>('csv');
  const [unmasked, setUnmasked] = useState(false);
  const task = useExportTask(onClose);
  const rows = offer?.count ?? 0;
  const tooManyForXlsx = offer !== undefined && rows > offer.most.xlsx;
  const format = tooManyForXlsx ? 'csv' : wanted;
  const tooMany = offer?.countCapped === true;
  const canSend =
    offer !== undefined && !query.isPlaceholderData && !isLoading && rows > 0 && columns.length > 0 && !tooMany;
  const send = async () => {
    if (!offer || task.pending || !canSend) return;
    // Columns are exported in the order of the table, not in the order of selection.
    const chosen = offer.columns.map((column) => column.key).filter((column) => columns.includes(column));
    const input = {
      module,
      filter: { ...filter },
      columns: chosen,
      format,
      unmasked: unmasked && offer.mayUnmask,
      ...(onlySelected && { ids: [...selected] }),
    };
    await task.create(input, () => keep(chosen));
  };
  return {
    module,
    setModule,
    onlySelected,
    setOnlySelected,
    query,
    rows,
    columns,
    pick,
    format,
    setFormat,
    unmasked,
    setUnmasked,
    tooMany,
    tooManyForXlsx,
    canSend,
    task,
    send,
  };
}

/** Renders the dialog in which the user picks table, rows, columns and format. Creates the export task. */
export function ExportDialog(props: ExportDialogProps) {
  const { modules, selected, onClose } = props;
  const t = useT();
  const locale = useLocale();
  const number = useCountText();
  const dialog = useExportDialog(props);
  const { module, rows, columns, onlySelected } = dialog;
  const { pending, problem } = dialog.task;
  return (
    <Modal
      open
      width={640}
      title={t('exportTask.dialogTitle', { name: exportModule(module).text[locale] })}
      okText={t('exportTask.submit', { n: number(rows) })}
      cancelText={t('common.cancel')}
      confirmLoading={pending}
      okButtonProps={{ disabled: !dialog.canSend }}
      onOk={dialog.send}
      onCancel={onClose}
    >
      {modules.length > 1 ? (
        <div className={styles.line}>
          <RadioGroup
            label={t('exportTask.what')}
            value={module}
            onChange={dialog.setModule}
            options={modules.map((value) => ({ value, label: exportModule(value).text[locale] }))}
          />
        </div>
      ) : null}
      {problem ? (
        <div className={styles.problem} role="alert">
          {problem.text}
          {problem.missing === undefined ? null : <WhoCan rule={problem.missing} />}
          {problem.requestId ? (
            <small className={styles.below}>{t('common.requestId', { id: problem.requestId })}</small>
          ) : null}
        </div>
      ) : null}
      <QueryBoundary query={dialog.query} minHeight={320}>
        {(data) => (
          <>
            {selected.length > 0 ? (
              <RowsChoice count={selected.length} onlySelected={onlySelected} onChange={dialog.setOnlySelected} />
            ) : null}
            <p className={styles.count} role="status">
              {rows === 0
                ? t('exportTask.nothing')
                : dialog.tooMany
                  ? t('exportTask.tooMany', { n: number(data.most.csv) })
                  : t('exportTask.count', { n: number(rows) })}
            </p>
            {onlySelected ? null : <FilterWords words={data.filterText} />}
            <FormatChoice
              format={dialog.format}
              onChange={dialog.setFormat}
              tooManyFor={dialog.tooManyForXlsx ? data.most.xlsx : null}
            />
            <Columns offer={data} columns={columns} onChange={dialog.pick} />
            {data.mayUnmask && data.columns.some((column) => column.masked && columns.includes(column.key)) ? (
              <Unmask on={dialog.unmasked} onChange={dialog.setUnmasked} />
            ) : null}
          </>
        )}
      </QueryBoundary>
      <PromptHost />
    </Modal>
  );
}
