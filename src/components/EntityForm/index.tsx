import type { FieldError } from '@contract/endpoint';
import type { Data, Input, WriteAddress } from '@contract/index';
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { now } from '@/utils/clock';
import { Button } from '../Button';
import { ConflictNotice, type Difference } from '../ConflictNotice';
import { type Conflict, call, keepsKey, newKey } from '../calls/call';
import { CallHost } from '../calls/Host';
import { missingOf } from '../data';
import { toast } from '../feedback/toast';
import { usePlatform } from '../platform';
import { type Label, type Say, useSay } from '../say';
import { TimeText } from '../TimeText';
import { WhoCan } from '../WhoCan';
import { fromHundredths } from './amounts';
import { isWorthOffering, readDraft, removeDraft, writeDraft } from './draft';
import { FieldView } from './Field';
import styles from './index.css';
import { optionText } from './optionText';
import { type FormValues, same } from './store';
import type { Field, FieldGroup } from './types';
import { type FormHandle, useFields } from './useFields';
import { useLeaveGuard } from './useLeaveGuard';

const DRAFT_DELAY_MS = 500;

export interface Submission<V extends FormValues> {
  readonly values: V;
  /** Only what differs from the start. */
  readonly changed: Partial<V>;
  /** The person accepted the server's warning (110 with `notice`). */
  readonly confirmed: boolean;
  /** Version to send: the one that the page read, or theirs after "keep mine". */
  readonly version: number;
}

export interface EntityFormProps<A extends WriteAddress, V extends FormValues> {
  /** Names the form in drafts; contains the object's id when it edits: `team.edit.12`. */
  readonly formKey: string;
  readonly initial: V;
  readonly groups: readonly FieldGroup<V>[];
  readonly address: A;
  /** The request's body. */
  readonly toInput: (submission: Submission<V>) => Input<A>;
  /** Version of what is edited (marked V); 0 for something new. */
  readonly version?: number;
  /** Says what will happen: "Freeze station". */
  readonly submit: Label | ((values: V, say: Say) => string);
  readonly onDone: (data: Data<A>, values: V) => void;
  /** Says what happened, where the server's answer does not. */
  readonly success?: (data: Data<A>, say: Say) => string;
  /** Reads the object again after a conflict and answers its values in the form's shape; without it only the message is shown. */
  readonly reload?: () => Promise<{ readonly values: V; readonly version: number }>;
  /** Keeps what was typed in the browser. Default: on. */
  readonly draft?: boolean;
  /** Beside the submit button. */
  readonly footer?: ReactNode;
  /** Takes the whole width: for forms with a wide control, such as the tree of permissions. */
  readonly wide?: boolean;
  /** Shows a list of the groups that leads to them. */
  readonly anchors?: boolean;
  readonly handle?: Ref<FormHandle<V>>;
  /** Nothing may be changed, and why. */
  readonly readOnly?: Label;
}

/** How a value reads in the table of differences. */
export function valueText<V extends FormValues>(field: Field<V>, value: unknown, say: Say): string {
  if (field.read) return field.read(value);
  if (value === null || value === undefined || value === '') return '—';
  switch (field.kind) {
    case 'money':
    case 'percent':
      return typeof value === 'number'
        ? `${fromHundredths(value)}${field.kind === 'percent' ? '%' : ''}`
        : String(value);
    case 'password':
      return '••••••';
    case 'switch':
      return say(value === true ? 'form.on' : 'form.off');
    case 'choice':
    case 'radio':
    case 'many': {
      const values = Array.isArray(value) ? value : [value];
      const name = (item: unknown) => {
        const found = field.options.find((option) => option.value === item);
        return found ? optionText(found, say) : String(item);
      };
      return values.map(name).join(say('list.separator')) || '—';
    }
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** What differs between two states of an object, field by field. */
export function differencesOf<V extends FormValues>(
  fields: readonly Field<V>[],
  mine: V,
  theirs: FormValues,
  say: Say,
): readonly Difference[] {
  return fields
    .filter((field) => field.name in theirs && !same(mine[field.name], theirs[field.name]))
    .map((field) => ({
      name: field.name,
      label: say(field.label),
      mine: valueText(field, mine[field.name], say),
      theirs: valueText(field, theirs[field.name], say),
    }));
}

/** Fields of a form that somebody else submits: the wizard's steps, the confirmation of an action. */
export function Fields<V extends FormValues>({
  form,
  fields,
  readOnly = false,
}: {
  readonly form: FormHandle<V>;
  readonly fields: readonly Field<V>[];
  readonly readOnly?: boolean;
}) {
  return (
    <>
      {fields.map((field) => (
        <FieldView
          key={field.name}
          field={field}
          store={form.store}
          formId={form.formId}
          readOnly={readOnly}
          onLeave={form.leave}
        />
      ))}
    </>
  );
}

/** A form as a declaration: DOMAIN §0.3 is here, once. */
export function EntityForm<A extends WriteAddress, V extends FormValues>(props: EntityFormProps<A, V>) {
  const {
    formKey,
    initial,
    groups,
    address,
    toInput,
    version = 0,
    submit,
    onDone,
    reload,
    draft = true,
    readOnly,
  } = props;
  const say = useSay();
  const { userId } = usePlatform();
  const fields = useMemo(() => groups.flatMap((group) => group.fields), [groups]);
  const form = useFields(initial, fields);
  const { store } = form;
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; requestId: string; missing?: number | undefined } | null>(
    null,
  );
  const [conflict, setConflict] = useState<{ conflict: Conflict; theirs: V | null; version: number } | null>(null);
  const key = useRef('');
  const base = useRef(version);
  const [offer, setOffer] = useState(() => {
    const found = draft ? readDraft(userId, formKey) : null;
    return isWorthOffering(found, initial) ? found : null;
  });
  useImperativeHandle(props.handle, () => form, [form]);
  useLeaveGuard(store, readOnly === undefined);

  useEffect(() => {
    if (!draft) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => writeDraft(userId, formKey, fields, store.changed(), now());
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(write, DRAFT_DELAY_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      if (store.dirty()) write();
    };
  }, [draft, userId, formKey, fields, store]);

  const send = async () => {
    if (pending) return;
    setProblem(null);
    if (!form.check()) return;
    const values = store.values();
    const changed = store.changed();
    if (key.current === '') key.current = newKey();
    setPending(true);
    const end = await call(
      address,
      ({ confirmed }) => toInput({ values, changed, confirmed, version: base.current }),
      key.current,
    ).finally(() => setPending(false));
    if (!keepsKey(end)) key.current = '';
    switch (end.kind) {
      case 'done': {
        store.reset(values);
        setConflict(null);
        if (draft) removeDraft(userId, formKey);
        toast.success(messageOf(end.data) ?? props.success?.(end.data, say) ?? end.msg);
        onDone(end.data, values);
        return;
      }
      case 'fields': {
        const homeless = form.showErrors(end.errors);
        if (homeless.length > 0) setProblem({ text: homeless.map((error) => error.message).join(' '), requestId: '' });
        return;
      }
      case 'conflict': {
        const fresh = await reload?.().catch(() => null);
        setConflict({ conflict: end.conflict, theirs: fresh?.values ?? null, version: fresh?.version ?? base.current });
        return;
      }
      case 'refused':
        setProblem({
          text: end.msg || say('common.networkError'),
          requestId: end.requestId,
          missing: missingOf(end.data)[0],
        });
        return;
      default:
    }
  };

  const takeTheirs = () => {
    if (!conflict) return;
    if (conflict.theirs) {
      base.current = conflict.version;
      store.reset(conflict.theirs);
    }
    setConflict(null);
  };
  const keepMine = () => {
    if (!conflict?.theirs) return;
    base.current = conflict.version;
    const mine = store.values();
    store.reset(conflict.theirs);
    store.set(mine);
    setConflict(null);
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        void send();
      }}
    >
      {props.anchors && groups.length > 1 ? (
        <nav className={styles.anchors} aria-label={say('form.groups')}>
          {groups.map((group) =>
            group.title ? (
              <a
                key={group.key}
                href={`#${form.formId}-g-${group.key}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(`${form.formId}-g-${group.key}`)?.scrollIntoView({ block: 'start' });
                }}
              >
                {say(group.title)}
              </a>
            ) : null,
          )}
        </nav>
      ) : null}
      <div className={`${styles.column} ${props.wide ? styles.wide : ''}`}>
        {readOnly ? <div className={styles.offer}>{say(readOnly)}</div> : null}
        {offer ? (
          <div className={styles.offer} role="status">
            <span>
              {say('form.draftFound')} <TimeText at={new Date(offer.at).toISOString()} />
            </span>
            <span className={styles.offerButtons}>
              <Button
                size="small"
                onClick={() => {
                  store.set(offer.values as Partial<V>);
                  setOffer(null);
                }}
              >
                {say('form.draftRestore')}
              </Button>
              <Button
                size="small"
                onClick={() => {
                  removeDraft(userId, formKey);
                  setOffer(null);
                }}
              >
                {say('form.draftDiscard')}
              </Button>
            </span>
          </div>
        ) : null}
        {conflict ? (
          <ConflictNotice
            conflict={conflict.conflict}
            differences={conflict.theirs ? differencesOf(fields, store.values(), conflict.theirs, say) : []}
            onReload={takeTheirs}
            {...(conflict.theirs ? { onKeepMine: keepMine } : {})}
          />
        ) : null}
        {problem ? (
          <div className={styles.problem} role="alert">
            <p>{problem.text}</p>
            {problem.missing === undefined ? null : <WhoCan rule={problem.missing} />}
            <p>
              {say('form.kept')}{' '}
              {problem.requestId ? <small>{say('common.requestId', { id: problem.requestId })}</small> : null}
            </p>
          </div>
        ) : null}
        {groups.map((group) => (
          <fieldset key={group.key} id={`${form.formId}-g-${group.key}`} className={styles.group}>
            {group.title ? <legend className={styles.legend}>{say(group.title)}</legend> : null}
            {group.help ? <p className={styles.groupHelp}>{say(group.help)}</p> : null}
            <Fields form={form} fields={group.fields} readOnly={readOnly !== undefined} />
          </fieldset>
        ))}
        {readOnly ? null : (
          <div className={styles.footer}>
            <SubmitButton form={form} submit={submit} pending={pending} />
            {props.footer}
          </div>
        )}
      </div>
      <CallHost />
    </form>
  );
}

function SubmitButton<V extends FormValues>({
  form,
  submit,
  pending,
}: {
  readonly form: FormHandle<V>;
  readonly submit: Label | ((values: V, say: Say) => string);
  readonly pending: boolean;
}) {
  const say = useSay();
  return (
    <Button type="primary" htmlType="submit" loading={pending} disabled={pending}>
      {typeof submit === 'function' ? submit(form.values(), say) : say(submit)}
    </Button>
  );
}

/** What the server says happened (DOMAIN §6.1 **A**), when it says so. */
export function messageOf(data: unknown): string | null {
  const message = typeof data === 'object' && data !== null && 'message' in data ? data.message : null;
  return typeof message === 'string' && message !== '' ? message : null;
}

export type { FieldError, FormHandle };
