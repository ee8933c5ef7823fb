import { useT } from '@/app/i18n/i18n';
import { ConflictNotice } from '../ConflictNotice';
import { Fields } from '../EntityForm';
import { DraftLine } from '../EntityForm/DraftLine';
import { Input } from '../library/Input';
import { Modal } from '../library/Modal';
import { OpeningFocus } from '../OpeningFocus';
import { RequestId } from '../ProblemReport/RequestId';
import { WhoCan } from '../WhoCan';
import { differencesOfRow } from './differences';
import styles from './index.css';
import type { ActionRow } from './types';
import { type ActionDialogProps, useActionDialog } from './useActionDialog';

/** Renders an action's confirmation dialog: object, consequence, a small form, and all outcomes of the call. */
export function ActionDialog<R extends ActionRow>(props: ActionDialogProps<R>) {
  const { action, rows, bulk, rowName, onClose, onReload } = props;
  const t = useT();
  const dialog = useActionDialog(props);
  const { fields, form, current, drafts, label, named, count, only, mustType, typed, setTyped, areas } = dialog;
  const { pending, problem, conflict, send } = dialog;
  const [first] = fields;
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
          <TypedName id={`${form.formId}-confirm-name`} name={rowName(only)} value={typed} onChange={setTyped} />
        ) : null}
      </form>
    </Modal>
  );
}

interface TypedNameProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly onChange: (typed: string) => void;
}

/** Renders the field in which the user types the object's name before an irreversible action. */
function TypedName({ id, name, value, onChange }: TypedNameProps) {
  const t = useT();
  return (
    <div>
      <label htmlFor={id}>{t('form.typeName', { name })}</label>
      <Input id={id} value={value} autoComplete="off" onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}
