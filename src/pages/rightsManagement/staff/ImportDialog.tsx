import type { Data } from '@contract/index';
import { STAFF } from '@contract/limits';
import { STAFF_FIELDS, STAFF_IMPORT_COLUMNS } from '@contract/staff.fields';
import { Modal, Switch } from 'antd';
import { useId, useRef, useState } from 'react';
import { Button } from '@/components/Button';
import { call, newKey } from '@/components/calls/call';
import { CallHost } from '@/components/calls/Host';
import { useRefresh } from '@/components/data';
import { toast } from '@/components/feedback/toast';
import { type Say, useSay } from '@/components/say';
import { csvOf, saveText } from '@/utils/sheet';
import styles from './index.css';

type Result = Data<'rights.Staff/import'>;
interface Chosen {
  readonly name: string;
  readonly content: string;
}

/** Base64 grows by a third. */
const LARGEST_BYTES = Math.floor((STAFF.importCharacters * 3) / 4) - 3;
const SHOWN = 50;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

const place = ({ row }: Result['errors'][number], say: Say) => (row === null ? say('staff.importWhole') : String(row));

/** Importing people: choose, trial run, every mistake at once, then the import itself. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const refresh = useRefresh();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [sendInvite, setSendInvite] = useState(true);
  const [pending, setPending] = useState<'trial' | 'import' | null>(null);
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async (file: Chosen, dryRun: boolean) => {
    setPending(dryRun ? 'trial' : 'import');
    setProblem(null);
    const body = { content: file.content, dryRun, sendInvite };
    const end = await call('rights.Staff/import', () => body, newKey()).finally(() => setPending(null));
    if (end.kind === 'done' && !dryRun) {
      toast.success(say('staff.importDone', { n: end.data.saved }));
      refresh('rights.', 'common.Option/getOptions');
      onClose();
    } else if (end.kind === 'done') setResult(end.data);
    else if (end.kind === 'fields') {
      // Somebody took an account in between: the import told it as the trial run would have.
      setResult(null);
      setProblem(end.errors.map((error) => `${error.field.replace(/^rows\./, '')}: ${error.message}`).join(' · '));
    } else if (end.kind === 'refused') setProblem(end.msg || say('common.networkError'));
  };

  const choose = async (file: File | undefined) => {
    if (!file) return;
    setResult(null);
    setChosen(null);
    if (file.size > LARGEST_BYTES) {
      setProblem(say('staff.importTooLarge', { n: Math.floor(LARGEST_BYTES / 1024) }));
      return;
    }
    const next = { name: file.name, content: await base64Of(file) };
    setChosen(next);
    await run(next, true);
  };

  const isClean = result !== null && result.errors.length === 0 && result.rows > 0;
  return (
    <Modal
      open
      width={640}
      title={say('staff.importTitle')}
      okText={isClean ? say('staff.importGo', { n: result.rows }) : say('staff.importTry')}
      cancelText={say('common.cancel')}
      confirmLoading={pending !== null}
      okButtonProps={{ disabled: chosen === null }}
      onOk={() => chosen && run(chosen, !isClean)}
      onCancel={onClose}
    >
      <p>{say('staff.importWhy', { n: STAFF.importRows })}</p>
      <div className={styles.importBar}>
        <Button onClick={() => input.current?.click()}>{say('staff.importChoose')}</Button>
        <Button
          type="link"
          onClick={() =>
            saveText(
              `${say('staff.importTitle')}.csv`,
              csvOf([STAFF_IMPORT_COLUMNS.map((column) => say(STAFF_FIELDS[column]))]),
            )
          }
        >
          {say('staff.importTemplate')}
        </Button>
        <input
          ref={input}
          type="file"
          className={styles.file}
          aria-label={say('staff.importChoose')}
          accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // The same name may be chosen again once it was corrected.
            event.target.value = '';
          }}
        />
      </div>
      <div className={styles.invite}>
        <Switch id={id} checked={sendInvite} onChange={setSendInvite} />
        <label htmlFor={id}>{say('staff.importInvite')}</label>
      </div>
      <div role="status">
        {chosen ? (
          <p>{say(pending === 'trial' ? 'staff.importTrying' : 'staff.importChosen', { name: chosen.name })}</p>
        ) : null}
        {isClean ? <p className={styles.clean}>{say('staff.importClean', { n: result.rows })}</p> : null}
      </div>
      {problem ? (
        <p role="alert" className={styles.faulty}>
          {problem}
        </p>
      ) : null}
      {result && result.errors.length > 0 ? <Errors result={result} /> : null}
      <CallHost />
    </Modal>
  );
}

function Errors({ result }: { readonly result: Result }) {
  const say = useSay();
  const { errors } = result;
  const head = [say('staff.importRow'), say('staff.importColumn'), say('staff.importMessage')];
  const rows = errors.map((error) => [place(error, say), error.column ?? '', error.message]);
  return (
    <section>
      <p role="alert" className={styles.faulty}>
        {say('staff.importFaulty', { n: errors.length })}
      </p>
      <div className={styles.errors}>
        <table aria-label={say('staff.importErrors')}>
          <thead>
            <tr>
              {head.map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map((cells) => (
              <tr key={cells.join('|')}>
                <td>{cells[0]}</td>
                <td>{cells[1]}</td>
                <td>{cells[2]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {errors.length > SHOWN ? <p>{say('staff.importMoreErrors', { n: errors.length - SHOWN })}</p> : null}
      <Button onClick={() => saveText(`${say('staff.importErrors')}.csv`, csvOf([head, ...rows]))}>
        {say('staff.importDownload')}
      </Button>
    </section>
  );
}
