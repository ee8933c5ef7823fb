import { type ExportFormat, type ExportModule, exportModule } from '@contract/export.modules';
import type { Data } from '@contract/index';
import { history } from '@umijs/max';
import { useRef, useState } from 'react';
import { keepsKey, mutate, newKey } from '@/app/calls/mutate';
import { useLocale, useT } from '@/app/i18n/i18n';
import { missingPermissions, useData, useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { usePreference } from '@/app/usePreference';
import { PromptHost } from '../calls/PromptHost';
import { Modal } from '../library/Modal';
import { formatFigure } from '../Money/format';
import { QueryBoundary } from '../QueryBoundary';
import { RadioGroup } from '../RadioGroup';
import { WhoCan } from '../WhoCan';
import styles from './index.css';

type Offer = Data<'export.Task/prepare'>;

const SAME_TASK = 42374;

const readColumns = (stored: unknown): readonly string[] | null =>
  Array.isArray(stored) && stored.length > 0 ? stored.filter((key) => typeof key === 'string') : null;

export interface ExportDialogProps {
  readonly modules: readonly ExportModule[];
  readonly filter: Readonly<Record<string, string>>;
  readonly selected: readonly number[];
  readonly onClose: () => void;
}

/** Asks what shall leave: which table, which rows, which columns, in which format; then makes the task. */
export function ExportDialog({ modules, filter, selected, onClose }: ExportDialogProps) {
  const t = useT();
  const locale = useLocale();
  const [module, setModule] = useState<ExportModule>(modules[0] ?? 'team.list');
  const [stored, isKnown, keepColumns] = usePreference(`export.${module}`, readColumns);
  const [picked, setPicked] = useState<{ module: ExportModule; columns: readonly string[] } | null>(null);
  const [onlySelected, setOnlySelected] = useState(selected.length > 0);
  const ids = onlySelected ? selected.join() : undefined;
  const query = useData(
    'export.Task/prepare',
    { module, filter: JSON.stringify(filter), ...(ids !== undefined && { ids }) },
    { staleTime: 0, keepPrevious: true },
  );
  const [wanted, setFormat] = useState<ExportFormat>('csv');
  const [unmasked, setUnmasked] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; requestId: string; missing?: number | undefined } | null>(
    null,
  );
  const key = useRef(newKey());
  const refresh = useRefresh();

  const offer = query.data;
  const usual = (from: Offer) => {
    const known = new Set(from.columns.map((column) => column.key));
    const own = stored?.filter((column) => known.has(column)) ?? [];
    return own.length > 0 ? own : from.columns.filter((column) => column.chosen).map((column) => column.key);
  };
  const columns = picked?.module === module ? picked.columns : offer ? usual(offer) : [];
  const pick = (next: readonly string[]) => setPicked({ module, columns: next });
  const rows = offer?.count ?? 0;
  const tooManyForXlsx = offer !== undefined && rows > offer.most.xlsx;
  const format = tooManyForXlsx ? 'csv' : wanted;
  const tooMany = offer?.countCapped === true;
  const number = (value: number) => formatFigure(value, 'count', locale) ?? String(value);
  const canSend =
    offer !== undefined && !query.isPlaceholderData && isKnown && rows > 0 && columns.length > 0 && !tooMany;

  const toList = (text: string, taskId: number) => {
    const to = `/exportTask/exportList?open=${taskId}`;
    toast.success(text, undefined, { label: t('exportTask.seeList'), to, run: () => history.push(to) });
    refresh('export.');
    onClose();
  };
  const send = async () => {
    if (!offer || pending || !canSend) return;
    setPending(true);
    setProblem(null);
    // In the order of the table, however they were picked.
    const chosen = offer.columns.map((column) => column.key).filter((column) => columns.includes(column));
    const end = await mutate(
      'export.Task/create',
      () => ({
        module,
        filter: { ...filter },
        columns: chosen,
        format,
        unmasked: unmasked && offer.mayUnmask,
        ...(onlySelected && { ids: [...selected] }),
      }),
      key.current,
    ).finally(() => setPending(false));
    if (!keepsKey(end)) key.current = newKey();
    if (end.kind === 'done') {
      if (picked) keepColumns(chosen);
      toList(t('exportTask.created', { no: end.data.no }), end.data.taskId);
    } else if (end.kind === 'refused' && end.code === SAME_TASK) {
      const { taskId } = (end.data ?? {}) as { taskId?: number };
      toList(end.msg, taskId ?? 0);
    } else if (end.kind === 'refused') {
      setProblem({
        text: end.msg || t('common.networkError'),
        requestId: end.requestId,
        missing: missingPermissions(end.data)[0],
      });
    } else if (end.kind === 'fields') {
      setProblem({ text: end.errors.map((error) => error.message).join(' '), requestId: '' });
    } else if (end.kind === 'expired') onClose();
  };

  return (
    <Modal
      open
      width={640}
      title={t('exportTask.dialogTitle', { name: exportModule(module).text[locale] })}
      okText={t('exportTask.submit', { n: number(rows) })}
      cancelText={t('common.cancel')}
      confirmLoading={pending}
      okButtonProps={{ disabled: !canSend }}
      onOk={send}
      onCancel={onClose}
    >
      {modules.length > 1 ? (
        <div className={styles.line}>
          <RadioGroup
            label={t('exportTask.what')}
            value={module}
            onChange={setModule}
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
      <QueryBoundary query={query} minHeight={320}>
        {(data) => (
          <>
            {selected.length > 0 ? (
              <div className={styles.line}>
                <RadioGroup
                  label={t('exportTask.rows')}
                  value={onlySelected ? 'selected' : 'all'}
                  onChange={(value) => setOnlySelected(value === 'selected')}
                  options={[
                    { value: 'selected', label: t('exportTask.onlySelected', { n: number(selected.length) }) },
                    { value: 'all', label: t('exportTask.allRows') },
                  ]}
                />
              </div>
            ) : null}
            <p className={styles.count} role="status">
              {rows === 0
                ? t('exportTask.nothing')
                : tooMany
                  ? t('exportTask.tooMany', { n: number(data.most.csv) })
                  : t('exportTask.count', { n: number(rows) })}
            </p>
            {onlySelected ? null : <FilterWords words={data.filterText} />}
            <div className={styles.line}>
              <RadioGroup
                label={t('exportTask.format')}
                value={format}
                onChange={setFormat}
                options={
                  tooManyForXlsx
                    ? [{ value: 'csv', label: 'CSV' }]
                    : [
                        { value: 'csv', label: 'CSV' },
                        { value: 'xlsx', label: 'Excel (XLSX)' },
                      ]
                }
              />
              {tooManyForXlsx ? (
                <small className={styles.hint}>{t('exportTask.onlyCsv', { n: number(data.most.xlsx) })}</small>
              ) : null}
            </div>
            <Columns offer={data} columns={columns} onChange={pick} />
            {data.mayUnmask && data.columns.some((column) => column.masked && columns.includes(column.key)) ? (
              <label className={styles.unmask}>
                <input type="checkbox" checked={unmasked} onChange={(event) => setUnmasked(event.target.checked)} />
                <span>
                  {t('exportTask.unmask')}
                  <small className={styles.below}>{t('exportTask.unmaskHelp')}</small>
                </span>
              </label>
            ) : null}
          </>
        )}
      </QueryBoundary>
      <PromptHost />
    </Modal>
  );
}

/** A filter as a sentence of its parts; without any it is everything. */
function FilterWords({ words }: { readonly words: Offer['filterText'] }) {
  const t = useT();
  if (words.length === 0) return <p className={styles.filter}>{t('exportTask.noFilter')}</p>;
  return (
    <ul className={styles.words} aria-label={t('exportTask.filter')}>
      {words.map(({ label, value }) => (
        <li key={label}>
          {label}
          {t('list.colon')}
          {value}
        </li>
      ))}
    </ul>
  );
}

function Columns({
  offer,
  columns,
  onChange,
}: {
  readonly offer: Offer;
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}) {
  const t = useT();
  const of = (keep: (column: Offer['columns'][number]) => boolean) => offer.columns.filter(keep).map(({ key }) => key);
  return (
    <fieldset className={styles.columns}>
      <legend>
        {t('exportTask.columns', { n: columns.length, of: offer.columns.length })}
        <button type="button" onClick={() => onChange(of(() => true))}>
          {t('exportTask.allColumns')}
        </button>
        <button type="button" onClick={() => onChange(of((column) => column.chosen))}>
          {t('exportTask.usualColumns')}
        </button>
        <button type="button" onClick={() => onChange([])}>
          {t('exportTask.noColumns')}
        </button>
      </legend>
      <ul>
        {offer.columns.map(({ key, title, masked }) => (
          <li key={key}>
            <label>
              <input
                type="checkbox"
                checked={columns.includes(key)}
                onChange={(event) =>
                  onChange(event.target.checked ? [...columns, key] : columns.filter((column) => column !== key))
                }
              />
              <span>
                {title}
                {masked ? <small>{t('list.masked')}</small> : null}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {columns.length === 0 ? (
        <p role="alert" className={styles.need}>
          {t('exportTask.needColumn')}
        </p>
      ) : null}
    </fieldset>
  );
}
