import { Input, Modal } from 'antd';
import { useRef, useState, useSyncExternalStore } from 'react';
import { ConflictNotice } from '../ConflictNotice';
import { type Conflict, keepsKey, newKey } from '../calls/call';
import { missingOf } from '../data';
import { Fields, messageOf } from '../EntityForm';
import { useFields } from '../EntityForm/useFields';
import { toast } from '../feedback/toast';
import { useSay } from '../say';
import { WhoCan } from '../WhoCan';
import { differencesOfRow } from './differences';
import styles from './index.css';
import { type BulkOutcome, bulkOutcome } from './outcome';
import type { Action, ActionRow } from './types';

export interface ActionDialogProps<R extends ActionRow> {
  readonly action: Action<R>;
  readonly rows: readonly R[];
  readonly bulk: boolean;
  readonly rowName: (row: R) => string;
  readonly onClose: () => void;
  /** After a conflict: read again. */
  readonly onReload: (area: `${string}.`) => void;
  readonly onDone: (data: unknown, area: `${string}.`) => void;
  readonly onBulk: (outcome: BulkOutcome, area: `${string}.`) => void;
}

const NAMED = 3;

/** The confirmation of an action: object, consequence, its small form, and everything that the server may answer. */
export function ActionDialog<R extends ActionRow>(props: ActionDialogProps<R>) {
  const { action, rows, bulk, rowName, onClose, onReload, onDone, onBulk } = props;
  const say = useSay();
  const [fields] = useState(() => action.fields?.(rows) ?? []);
  const form = useFields(action.initial?.(rows) ?? {}, fields);
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; requestId: string; missing?: number | undefined } | null>(
    null,
  );
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const key = useRef(newKey());

  const names = rows.slice(0, NAMED).map(rowName).join(say('list.separator'));
  const named = rows.length > NAMED ? say('list.andMore', { names, n: rows.length - NAMED }) : names;
  const label = say(action.label);
  const current = useSyncExternalStore(form.store.subscribe, form.store.values);
  const [only] = rows;
  const mustType = action.confirm?.typeName === true && !bulk && only !== undefined;
  const isTyped = !mustType || typed.trim() === (only ? rowName(only) : '');
  const area = (bulk ? action.bulk : action.call)?.area ?? 'common.';

  const send = async () => {
    if (pending) return;
    setProblem(null);
    if (!isTyped) {
      setProblem({ text: say('form.typeNameExactly'), requestId: '' });
      return;
    }
    if (!form.check()) return;
    setPending(true);
    const values = form.values();
    const sending = bulk
      ? action.bulk?.send(rows, values, key.current)
      : only && action.call?.send(only, values, key.current);
    const end = await Promise.resolve(sending).finally(() => setPending(false));
    if (!end) return;
    if (!keepsKey(end)) key.current = newKey();
    switch (end.kind) {
      case 'done': {
        const outcome = bulk ? bulkOutcome(end.data) : null;
        if (outcome && outcome.failed.length > 0) {
          onBulk(outcome, area);
          return;
        }
        toast.success(
          outcome
            ? `${label}${say('list.colon')}${say('list.bulkDone', { n: outcome.success })}`
            : (messageOf(end.data) ?? `${label}${say('list.colon')}${named}`),
        );
        if (outcome) onBulk(outcome, area);
        else onDone(end.data, area);
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
      case 'refused':
        setProblem({
          text: end.msg || say('common.networkError'),
          requestId: end.requestId,
          missing: missingOf(end.data)[0],
        });
        return;
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
      okText={action.confirm?.submit?.(current, say) ?? label}
      cancelText={say('common.cancel')}
      confirmLoading={pending}
      okButtonProps={{
        danger: action.danger ?? false,
        disabled: conflict !== null,
        autoFocus: fields.length === 0 && !mustType,
      }}
      onOk={send}
      onCancel={onClose}
      afterOpenChange={(open) => {
        const first = fields[0];
        if (open && first) form.focus(first.name);
      }}
    >
      {conflict ? (
        <ConflictNotice
          conflict={conflict}
          differences={only && !bulk ? differencesOfRow(only, conflict.current, say) : []}
          onReload={() => onReload(area)}
        />
      ) : null}
      {action.confirm ? <p>{action.confirm.text(named, rows, say)}</p> : null}
      {problem ? (
        <div className={styles.problem} role="alert">
          {problem.text}
          {problem.missing === undefined ? null : <WhoCan rule={problem.missing} />}
          {problem.requestId ? <small>{say('common.requestId', { id: problem.requestId })}</small> : null}
        </div>
      ) : null}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Fields form={form} fields={fields} />
        {mustType && only ? (
          <div>
            <label htmlFor={`${form.formId}-confirm-name`}>{say('form.typeName', { name: rowName(only) })}</label>
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
