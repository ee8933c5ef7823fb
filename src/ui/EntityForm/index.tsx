import type { FieldError } from '@contract/endpoint';
import type { Data, Input, WriteAddress } from '@contract/index';
import { type ReactNode, type Ref, useContext, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { MutationResult } from '@/app/calls/mutate';
import { serverMessage } from '@/app/calls/serverMessage';
import { type Label, type Translate, useT } from '@/app/i18n/i18n';
import { areaOf, missingPermissions, useRefresh } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { undoAction } from '@/app/undo';
import { Button } from '../Button';
import { PromptHost } from '../calls/PromptHost';
import { Library } from '../library/Library';
import { InModal } from '../library/Modal';
import { OpeningFocus } from '../OpeningFocus';
import { RequestId } from '../ProblemReport/RequestId';
import { WhoCan } from '../WhoCan';
import { isShown } from './check';
import { FieldView } from './Field';
import styles from './index.css';
import type { FormValues } from './store';
import type { Field, FieldGroup } from './types';
import { SubmissionNotices, useEntitySubmission } from './useEntitySubmission';
import { type FormHandle, messagesOf, useFields } from './useFields';
import { useLeaveGuard } from './useLeaveGuard';

export interface Submission<V extends FormValues> {
  readonly values: V;
  /** Only the fields that differ from the initial values. */
  readonly changed: Partial<V>;
  /** `true` after the user accepted the server's warning (code 110 with `notice`). */
  readonly confirmed: boolean;
  /** Version to send: the version that the page read. After a merge it is the other user's version. */
  readonly version: number;
}

export interface EntityFormProps<A extends WriteAddress, V extends FormValues> {
  /** Name of the form in drafts. A form that edits an object includes the object's id: `team.edit.12`. */
  readonly formKey: string;
  readonly initial: V;
  readonly groups: readonly FieldGroup<V>[];
  readonly address: A;
  /** Converts the submitted form values to the request body for `address`. */
  readonly toInput: (submission: Submission<V>) => Input<A>;
  /** Version of the edited object, with which the server detects conflicts. It is 0 for a new object. */
  readonly version?: number;
  /** Label of the submit button. It names the action: "Freeze station". */
  readonly submit: Label | ((values: V, t: Translate) => string);
  readonly onDone: (data: Data<A>, values: V) => void;
  /** Returns the success message if the response data contains no message. */
  readonly success?: (data: Data<A>, t: Translate) => string;
  /** Reads the object again after a conflict and returns form values. Without it the form shows only the conflict message. */
  readonly reload?: () => Promise<{ readonly values: V; readonly version: number }>;
  /** Stores a draft in the browser. Default: true. */
  readonly draft?: boolean;
  /** Title of the form in the list of drafts. Default: the title of the page. */
  readonly title?: string;
  /** Shown beside the submit button. */
  readonly footer?: ReactNode;
  /** Uses the full width, for forms with a wide control such as the permission tree. */
  readonly wide?: boolean;
  /** Shows a list of links to the groups. */
  readonly anchors?: boolean;
  readonly handle?: Ref<FormHandle<V>>;
  /** Reason why the form is read-only. If set, the form shows this reason, is disabled and has no submit button. */
  readonly readOnly?: Label;
}

/** Renders fields of a form. The component around them manages the form: {@link EntityForm}, a wizard, a dialog or a calculator. */
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

interface Problem {
  readonly text: string;
  readonly requestId: string;
  readonly missing?: number | undefined;
}

/**
 * Prefixes of the API paths whose data depends on many objects, for example figures, to-dos and approvals. This data is loaded again after
 * each save.
 */
const EVERYWHERE = ['dashboard.', 'approval.', 'common.'] as const;

/** Manages the form's fields, its call, and all outcomes of the call. */
function useEntityForm<A extends WriteAddress, V extends FormValues>(props: EntityFormProps<A, V>) {
  const { formKey, initial, groups, address, toInput, version = 0, onDone, reload, draft = true, readOnly } = props;
  const t = useT();
  const refresh = useRefresh();
  const fields = useMemo(() => groups.flatMap((group) => group.fields), [groups]);
  const form = useFields(initial, fields);
  const { store } = form;
  const [problem, setProblem] = useState<Problem | null>(null);
  const base = useRef(version);
  useImperativeHandle(props.handle, () => form, [form]);
  useLeaveGuard(store, readOnly === undefined);
  const submission = useEntitySubmission<V, { readonly version: number }>({
    form,
    fields,
    formKey,
    address,
    title: props.title ?? '',
    keepsDraft: draft && readOnly === undefined,
    target: { version: base.current },
    calls: ['save'],
    onTarget: (target) => {
      base.current = target.version;
    },
  });
  const { drafts, pending, setConflict } = submission;

  const showConflict = async ({ conflict, msg }: Extract<MutationResult<A>, { kind: 'conflict' }>) => {
    const fresh = await reload?.().catch(() => null);
    const { changedBy, changedAt } = conflict;
    if (fresh) {
      const { values: theirs, version: latest } = fresh;
      setConflict({ changedBy, changedAt, theirs, target: { version: latest } });
    } else {
      setProblem({ text: msg, requestId: '' });
    }
  };
  const send = async () => {
    if (pending) return;
    setProblem(null);
    if (!form.check()) return;
    const values = store.values();
    const changed = store.changed();
    const end = await submission.send('save', address, ({ confirmed }) =>
      toInput({ values, changed, confirmed, version: base.current }),
    );
    switch (end.kind) {
      case 'done': {
        store.reset(values);
        drafts.end();
        setConflict(null);
        const told = serverMessage(end.data) ?? props.success?.(end.data, t) ?? end.msg;
        toast.success(told, undefined, undoAction(end.undoId));
        refresh(areaOf(address), ...EVERYWHERE);
        onDone(end.data, values);
        return;
      }
      case 'fields': {
        const homeless = form.showErrors(end.errors);
        if (homeless.length > 0) setProblem({ text: messagesOf(homeless), requestId: '' });
        return;
      }
      case 'conflict':
        await showConflict(end);
        return;
      case 'refused':
        setProblem({
          text: end.msg || t('common.networkError'),
          requestId: end.requestId,
          missing: missingPermissions(end.data)[0],
        });
        return;
      default:
    }
  };

  const merge = (mine: FormValues, then: 'save' | 'edit') => {
    if (submission.merge(mine) && then === 'save') void send();
  };
  return { form, fields, submission, problem, send, merge };
}

function focusFirst<V extends FormValues>(form: FormHandle<V>, fields: readonly Field<V>[]): void {
  const first = fields.find((field) => isShown(field, form.values()));
  if (first) form.focus(first.name);
}

/** Renders a declarative form with the rules of DOMAIN §0.3. After saving, data that may depend on the object is read again. */
export function EntityForm<A extends WriteAddress, V extends FormValues>(props: EntityFormProps<A, V>) {
  const { groups, submit, readOnly } = props;
  const t = useT();
  const isInModal = useContext(InModal);
  const { form, fields, submission, problem, send, merge } = useEntityForm(props);
  return (
    <Library>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void send();
        }}
      >
        {props.anchors && groups.length > 1 ? <Anchors groups={groups} formId={form.formId} /> : null}
        <div className={`${styles.column} ${props.wide ? styles.wide : ''}`}>
          {readOnly ? <div className={styles.offer}>{t(readOnly)}</div> : null}
          {readOnly || !isInModal ? null : <OpeningFocus focus={() => focusFirst(form, fields)} />}
          <SubmissionNotices submission={submission} form={form} fields={fields} onMerge={merge} />
          {problem ? <ProblemNotice problem={problem} /> : null}
          {groups.map((group) => (
            <fieldset key={group.key} id={`${form.formId}-g-${group.key}`} className={styles.group}>
              {group.title ? <legend className={styles.legend}>{t(group.title)}</legend> : null}
              {group.help ? <p className={styles.groupHelp}>{t(group.help)}</p> : null}
              <Fields form={form} fields={group.fields} readOnly={readOnly !== undefined} />
            </fieldset>
          ))}
          {readOnly ? null : (
            <div className={styles.footer}>
              <SubmitButton form={form} submit={submit} pending={submission.pending} />
              {props.footer}
            </div>
          )}
        </div>
        <PromptHost />
      </form>
    </Library>
  );
}

/** Renders links to the field groups that have a title. */
function Anchors<V extends FormValues>({
  groups,
  formId,
}: {
  readonly groups: readonly FieldGroup<V>[];
  readonly formId: string;
}) {
  const t = useT();
  return (
    <nav className={styles.anchors} aria-label={t('form.groups')}>
      {groups.map((group) =>
        group.title ? (
          <a
            key={group.key}
            href={`#${formId}-g-${group.key}`}
            onClick={(event) => {
              event.preventDefault();
              document.getElementById(`${formId}-g-${group.key}`)?.scrollIntoView({ block: 'start' });
            }}
          >
            {t(group.title)}
          </a>
        ) : null,
      )}
    </nav>
  );
}

function ProblemNotice({ problem }: { readonly problem: Problem }) {
  const t = useT();
  return (
    <div className={styles.problem} role="alert">
      <p>{problem.text}</p>
      {problem.missing === undefined ? null : <WhoCan rule={problem.missing} />}
      <p>
        {t('form.kept')} {problem.requestId ? <RequestId id={problem.requestId} /> : null}
      </p>
    </div>
  );
}

function SubmitButton<V extends FormValues>({
  form,
  submit,
  pending,
}: {
  readonly form: FormHandle<V>;
  readonly submit: Label | ((values: V, t: Translate) => string);
  readonly pending: boolean;
}) {
  const t = useT();
  return (
    <Button type="primary" htmlType="submit" loading={pending} disabled={pending}>
      {typeof submit === 'function' ? submit(form.values(), t) : t(submit)}
    </Button>
  );
}

export type { FieldError, FormHandle };
