import { useRef, useState, useSyncExternalStore } from 'react';
import { type BulkOutcome, bulkOutcome } from '@/app/calls/bulkOutcome';
import { type Conflict, keepsKey, newKey } from '@/app/calls/mutate';
import { serverMessage } from '@/app/calls/serverMessage';
import { useT } from '@/app/i18n/i18n';
import { missingPermissions } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { undoAction } from '@/app/undo';
import { ConflictNotice } from '../ConflictNotice';
import { Fields } from '../EntityForm';
import { DraftLine } from '../EntityForm/DraftLine';
import { useDraft } from '../EntityForm/useDraft';
import { useFields } from '../EntityForm/useFields';
import { Input } from '../library/Input';
import { Modal } from '../library/Modal';
import { OpeningFocus } from '../OpeningFocus';
import { RequestId } from '../ProblemReport/RequestId';
import { WhoCan } from '../WhoCan';
import { askingAddress } from './asked';
import { differencesOfRow } from './differences';
import styles from './index.css';
import type { Action, ActionRow, AllMatching, Area } from './types';

export interface ActionDialogProps<R extends ActionRow> {
  readonly action: Action<R>;
  readonly rows: readonly R[];
  readonly bulk: boolean;
  /** Everything that the filter leaves; the rows are those in sight. */
  readonly all?: AllMatching | null;
  /** Another number of records matches now: what is on screen is read again. */
  readonly onStale?: (areas: readonly Area[]) => void;
  readonly rowName: (row: R) => string;
  readonly onClose: () => void;
  /** After a conflict: read again. */
  readonly onReload: (areas: readonly Area[]) => void;
  readonly onDone: (data: unknown, areas: readonly Area[]) => void;
  readonly onBulk: (outcome: BulkOutcome, areas: readonly Area[]) => void;
}

const NAMED = 3;
/** Another number of records matches now than the person agreed to. */
const COUNT_CHANGED = 40905;

const countIn = (data: unknown): number | null =>
  typeof data === 'object' && data !== null && 'count' in data ? Number(data.count) : null;

/** The confirmation of an action: object, consequence, its small form, and everything that the server may answer. */
export function ActionDialog<R extends ActionRow>(props: ActionDialogProps<R>) {
  const { action, rows, bulk, all = null, rowName, onClose, onReload, onStale, onDone, onBulk } = props;
  const t = useT();
  const [fields] = useState(() => action.fields?.(rows) ?? []);
  const [first] = fields;
  const form = useFields(action.initial?.(rows) ?? {}, fields);
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; requestId: string; missing?: number | undefined } | null>(
    null,
  );
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const key = useRef(newKey());
  /** The key was sent without an answer: the next try must send the same. */
  const sent = useRef(false);

  const names = rows.slice(0, NAMED).map(rowName).join(t('list.separator'));
  const [count, setCount] = useState(all?.count ?? rows.length);
  const ofRows = rows.length > NAMED ? t('list.andMore', { names, n: rows.length - NAMED }) : names;
  const named = all ? t('list.allMatching', { n: count }) : ofRows;
  const label = t(action.label);
  const current = useSyncExternalStore(form.store.subscribe, form.store.values);
  const [only] = rows;
  const mustType = action.confirm?.typeName === true && !bulk && only !== undefined;
  const isTyped = !mustType || typed.trim() === (only ? rowName(only) : '');
  const areas: readonly Area[] = (bulk ? action.bulk : action.call)?.areas ?? ['common.'];
  const drafts = useDraft({
    formKey: `action.${areas[0] ?? ''}${action.key}.${bulk || !only ? 'bulk' : only.id}`,
    store: form.store,
    fields,
    address: (bulk ? action.bulk : action.call)?.address ?? '',
    title: `${label} · ${named}`,
    // The row's version goes along with each call; what was typed here does not depend on it.
    version: 0,
    on: fields.length > 0,
    sentKey: () => (sent.current ? key.current : ''),
    ...(bulk || !only ? {} : { to: () => askingAddress(action.key, only.id, action.at?.(only)) }),
    onContinue: (found, { values }) => {
      if (found.key !== '') key.current = found.key;
      form.set(values);
    },
  });

  const send = async () => {
    if (pending) return;
    setProblem(null);
    if (!isTyped) {
      setProblem({ text: t('form.typeNameExactly'), requestId: '' });
      return;
    }
    if (!form.check()) return;
    setPending(true);
    const values = form.values();
    sent.current = true;
    drafts.flush();
    const sending = bulk
      ? action.bulk?.send(rows, values, key.current, all && { ...all, count })
      : only && action.call?.send(only, values, key.current);
    const end = await Promise.resolve(sending).finally(() => setPending(false));
    if (!end) return;
    if (!keepsKey(end)) {
      sent.current = false;
      key.current = newKey();
    }
    switch (end.kind) {
      case 'done': {
        drafts.end();
        const outcome = bulk ? bulkOutcome(end.data) : null;
        const isPart = outcome !== null && outcome.failed.length > 0;
        // Refused records are listed in a dialog of their own; finished ones can be taken back all the same.
        if (isPart ? end.undoId !== null : !action.quiet) {
          toast.success(
            outcome
              ? `${label}${t('list.colon')}${t('list.bulkDone', { n: outcome.success })}`
              : (serverMessage(end.data) ?? `${label}${t('list.colon')}${named}`),
            undefined,
            undoAction(end.undoId),
          );
        }
        if (outcome) onBulk(outcome, areas);
        else onDone(end.data, areas);
        return;
      }
      case 'fields': {
        const homeless = form.showErrors(end.errors);
        if (homeless.length > 0) setProblem({ text: homeless.map((error) => error.message).join(' '), requestId: '' });
        return;
      }
      case 'conflict':
        setConflict(end.conflict);
        return;
      case 'refused': {
        const now = end.code === COUNT_CHANGED ? countIn(end.data) : null;
        if (now !== null) {
          // Pressing again agrees to the number that is shown from now on.
          setCount(now);
          onStale?.(areas);
        }
        setProblem({
          text: end.msg || t('common.networkError'),
          requestId: end.requestId,
          missing: missingPermissions(end.data)[0],
        });
        return;
      }
      case 'expired':
        onClose();
        return;
      default:
    }
  };

  return (
    <Modal
      open
      width={520}
      title={`${label} · ${named}`}
      okText={action.confirm?.submit?.(current, t) ?? label}
      cancelText={t('common.cancel')}
      confirmLoading={pending}
      okButtonProps={{
        danger: action.danger ?? false,
        disabled: conflict !== null,
        autoFocus: fields.length === 0 && !mustType,
      }}
      onOk={send}
      onCancel={onClose}
    >
      {conflict ? (
        <ConflictNotice
          conflict={conflict}
          changes={only && !bulk ? differencesOfRow(only, conflict.current, t) : []}
          onReload={() => onReload(areas)}
        />
      ) : null}
      {action.confirm ? <p>{action.confirm.text(named, rows, t, count)}</p> : null}
      {problem ? (
        <div className={styles.problem} role="alert">
          {problem.text}
          {problem.missing === undefined ? null : <WhoCan rule={problem.missing} />}
          {problem.requestId ? <RequestId id={problem.requestId} /> : null}
        </div>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        {first ? <OpeningFocus focus={() => form.focus(first.name)} /> : null}
        <DraftLine drafts={drafts} fields={fields} />
        <Fields form={form} fields={fields} />
        {mustType && only ? (
          <div>
            <label htmlFor={`${form.formId}-confirm-name`}>{t('form.typeName', { name: rowName(only) })}</label>
            <Input
              id={`${form.formId}-confirm-name`}
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        ) : null}
      </form>
    </Modal>
  );
}
