import { type ReactNode, useRef, useState } from 'react';
import { base64Of } from '@/app/base64';
import type { MutationResult } from '@/app/calls/mutate';
import { type Translate, useT } from '@/app/i18n/i18n';
import { saveCsv } from '@/app/sheet';
import { Button } from '../Button';
import { PromptHost } from '../calls/PromptHost';
import { Modal } from '../library/Modal';
import { SmallTable } from '../SmallTable';
import styles from './index.css';

/** Endpoints that take a file and answer what is wrong with each of its rows. */
export type ImportAddress = 'rights.Staff/import' | 'fundAudit.Rider/import';

interface RowError {
  /** As the file counts, the head being 1; null: the file as a whole. */
  readonly row: number | null;
  readonly column: string | null;
  readonly message: string;
}
interface Result {
  readonly rows: number;
  readonly saved: number;
  readonly errors: readonly RowError[];
}
interface Chosen {
  readonly name: string;
  readonly content: string;
}

export interface ImportDialogProps<R extends Result> {
  readonly title: string;
  /** What the file may have: rows, and characters as base64. */
  readonly most: { readonly rows: number; readonly characters: number };
  /** Saves the file to fill in. */
  readonly onTemplate: () => void;
  /** Tries the file, or imports it. */
  readonly send: (content: string, dryRun: boolean) => Promise<MutationResult<ImportAddress>>;
  /** Label of the button once everything is right. */
  readonly go: (result: R) => string;
  /** Everything was imported. */
  readonly onDone: (result: R) => void;
  readonly onClose: () => void;
  /** What is said beside "all right": sums. */
  readonly sums?: (result: R) => ReactNode;
  /** Further choices about the import. `again` tries the chosen file again, with the new choices. */
  readonly children?: (again: () => void) => ReactNode;
}

const SHOWN = 50;

const place = ({ row }: RowError, t: Translate) => (row === null ? t('importing.whole') : String(row));

/** Entering many things from a file: choose, trial run, every mistake at once, then the import itself. */
export function ImportDialog<R extends Result>(props: ImportDialogProps<R>) {
  const { title, most, send, onDone, onClose } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(send);
  latest.current = send;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [pending, setPending] = useState<'trial' | 'import' | null>(null);
  const [result, setResult] = useState<R | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Base64 grows by a third.
  const largest = Math.floor((most.characters * 3) / 4) - 3;

  const run = async (file: Chosen, dryRun: boolean) => {
    setPending(dryRun ? 'trial' : 'import');
    setProblem(null);
    const end = await latest.current(file.content, dryRun).finally(() => setPending(null));
    if (end.kind === 'done' && !dryRun) onDone(end.data as unknown as R);
    else if (end.kind === 'done') setResult(end.data as unknown as R);
    else if (end.kind === 'fields') {
      // Something changed in between: the import told it as the trial run would have.
      setResult(null);
      setProblem(end.errors.map((error) => `${error.field.replace(/^rows\./, '')}: ${error.message}`).join(' · '));
    } else if (end.kind === 'refused') setProblem(end.msg || t('common.networkError'));
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setResult(null);
    setChosen(null);
    if (file.size > largest) {
      setProblem(t('importing.tooLarge', { n: Math.floor(largest / 1024) }));
      return;
    }
    const next = { name: file.name, content: await base64Of(file) };
    setChosen(next);
    await run(next, true);
  };
  const again = () => {
    // The new choices are in the next rendering.
    setResult(null);
    if (chosen) setTimeout(() => void run(chosen, true));
  };

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
      onOk={() => chosen && run(chosen, !isClean)}
      onCancel={onClose}
    >
      <p>{t('importing.why', { n: most.rows })}</p>
      <div className={styles.bar}>
        <Button onClick={() => input.current?.click()}>{t('importing.choose')}</Button>
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
            // The same name may be chosen again once it was corrected.
            event.target.value = '';
          }}
        />
      </div>
      {props.children ? <div className={styles.more}>{props.children(again)}</div> : null}
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
