import { type ReactNode, useRef } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { saveCsv } from '@/app/sheet';
import { Button } from '../Button';
import { PromptHost } from '../calls/PromptHost';
import { FieldWork } from '../EntityForm/fieldWork';
import { Modal } from '../library/Modal';
import { SmallTable } from '../SmallTable';
import styles from './index.css';
import { type ImportOptions, type ImportResult, type RowError, useImport } from './useImport';

export interface ImportDialogProps<R extends ImportResult> extends ImportOptions<R> {
  readonly title: string;
  /** Downloads the template file. */
  readonly onTemplate: () => void;
  /** Label of the import button, which is shown after a trial run without errors. */
  readonly go: (result: R) => string;
  readonly onClose: () => void;
  /** Renders the sums that are shown after a trial run without errors. */
  readonly sums?: (result: R) => ReactNode;
  /** Renders more options of the import. `again` repeats the trial run with the changed options. */
  readonly children?: (again: () => void) => ReactNode;
}

/** Maximum number of errors in the list. */
const SHOWN = 50;

const place = ({ row }: RowError, t: Translate) => (row === null ? t('importing.whole') : String(row));

/** Imports many records from a file. A trial run first finds all errors; the user can import only a file without errors. */
export function ImportDialog<R extends ImportResult>(props: ImportDialogProps<R>) {
  const { title, most, onClose } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const { chosen, pending, result, problem, choose, run, again, beginUpload } = useImport(props);
  const isClean = result !== null && result.errors.length === 0 && result.rows > 0;
  return (
    <Modal
      open
      width={640}
      title={title}
      okText={isClean ? props.go(result) : t('importing.try')}
      cancelText={t('common.cancel')}
      confirmLoading={pending !== null}
      okButtonProps={{ disabled: chosen === null }}
      onOk={() => run(!isClean)}
      onCancel={onClose}
    >
      <p>{t('importing.why', { n: most.rows })}</p>
      <div className={styles.bar}>
        <Button disabled={pending === 'import'} onClick={() => input.current?.click()}>
          {t('importing.choose')}
        </Button>
        <Button type="link" onClick={props.onTemplate}>
          {t('importing.template')}
        </Button>
        <input
          ref={input}
          type="file"
          className={styles.file}
          aria-label={t('importing.choose')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Reset the input, because the browser reports a corrected file with the same name only after a reset.
            event.target.value = '';
          }}
        />
      </div>
      {props.children ? (
        <div className={styles.more}>
          <FieldWork value={beginUpload}>{props.children(again)}</FieldWork>
        </div>
      ) : null}
      <div role="status">
        {chosen ? (
          <p>{t(pending === 'trial' ? 'importing.trying' : 'importing.chosen', { name: chosen.name })}</p>
        ) : null}
        {isClean ? <p className={styles.clean}>{t('importing.clean', { n: result.rows })}</p> : null}
        {isClean && props.sums ? <p>{props.sums(result)}</p> : null}
      </div>
      {problem ? (
        <p role="alert" className={styles.faulty}>
          {problem}
        </p>
      ) : null}
      {result && result.errors.length > 0 ? <Errors errors={result.errors} /> : null}
      <PromptHost />
    </Modal>
  );
}

/** Lists the first errors of a file. A download contains all errors. */
function Errors({ errors }: { readonly errors: readonly RowError[] }) {
  const t = useT();
  const head = [t('importing.row'), t('importing.column'), t('importing.message')];
  const rows = errors.map((error) => [place(error, t), error.column ?? '', error.message]);
  return (
    <section>
      <p role="alert" className={styles.faulty}>
        {t('importing.faulty', { n: errors.length })}
      </p>
      <div className={styles.errors}>
        <SmallTable
          label={t('importing.errors')}
          heads={head}
          rows={rows.slice(0, SHOWN).map((cells) => ({ key: cells.join('|'), cells }))}
        />
      </div>
      {errors.length > SHOWN ? <p>{t('importing.moreErrors', { n: errors.length - SHOWN })}</p> : null}
      <Button onClick={() => saveCsv(`${t('importing.errors')}.csv`, [head, ...rows])}>
        {t('importing.download')}
      </Button>
    </section>
  );
}
