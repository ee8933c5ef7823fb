import { useState, useSyncExternalStore } from 'react';
import { type BulkOutcome, bulkOutcome } from '@/app/calls/bulkOutcome';
import type { Conflict, MutationResult } from '@/app/calls/mutate';
import { serverMessage } from '@/app/calls/serverMessage';
import { type CallKey, useCallKey } from '@/app/calls/useCallKey';
import { useT } from '@/app/i18n/i18n';
import { type Area, missingPermissions } from '@/app/request/useData';
import { toast } from '@/app/toast';
import { undoAction } from '@/app/undo';
import type { FormValues } from '../EntityForm/store';
import { useDraft } from '../EntityForm/useDraft';
import { messagesOf, useFields } from '../EntityForm/useFields';
import { askingAddress } from './asked';
import type { Action, ActionRow, AllMatching } from './types';

export interface ActionDialogProps<R extends ActionRow> {
  readonly action: Action<R>;
  readonly rows: readonly R[];
  readonly bulk: boolean;
  /** Set when all matching records are selected. `rows` are then only the loaded rows. */
  readonly all?: AllMatching | null;
  /** Called when the number of matching records has changed. The caller then loads the list again. */
  readonly onStale?: (areas: readonly Area[]) => void;
  readonly rowName: (row: R) => string;
  readonly onClose: () => void;
  /** Called when the user chooses to reload after a conflict. The caller then loads the data again. */
  readonly onReload: (areas: readonly Area[]) => void;
  readonly onDone: (data: unknown, areas: readonly Area[]) => void;
  readonly onBulk: (outcome: BulkOutcome, areas: readonly Area[], data: unknown) => void;
}

const NAMED = 3;
/** Response code when the number of matching records differs from the number that the user confirmed. */
const COUNT_CHANGED = 40905;

const countIn = (data: unknown): number | null =>
  typeof data === 'object' && data !== null && 'count' in data ? Number(data.count) : null;

interface Problem {
  readonly text: string;
  readonly requestId: string;
  readonly missing?: number | undefined;
}

/** Returns the action's label, the names and number of its rows, the API path of its call, and the areas that the call changes. */
function useSubject<R extends ActionRow>({ action, rows, bulk, all = null, rowName }: ActionDialogProps<R>) {
  const t = useT();
  const names = rows.slice(0, NAMED).map(rowName).join(t('list.separator'));
  const [count, setCount] = useState(all?.count ?? rows.length);
  const ofRows = rows.length > NAMED ? t('list.andMore', { names, n: rows.length - NAMED }) : names;
  const named = all ? t('list.allMatching', { n: count }) : ofRows;
  const [only] = rows;
  const call = bulk ? action.bulk : action.call;
  const areas: readonly Area[] = call?.areas ?? ['common.'];
  return {
    label: t(action.label),
    named,
    count,
    setCount,
    only,
    areas,
    address: call?.address ?? '',
    mustType: action.confirm?.typeName === true && !bulk && only !== undefined,
  };
}
type Subject<R extends ActionRow> = ReturnType<typeof useSubject<R>>;

/** Manages the action's small form, and drafts of its unsent input. */
function useActionForm<R extends ActionRow>(
  { action, rows, bulk }: ActionDialogProps<R>,
  { label, named, only, areas, address }: Subject<R>,
  callKey: CallKey,
) {
  const [fields] = useState(() => action.fields?.(rows) ?? []);
  const form = useFields(action.initial?.(rows) ?? {}, fields);
  const current = useSyncExternalStore(form.store.subscribe, form.store.values);
  const drafts = useDraft({
    formKey: `action.${areas[0] ?? ''}${action.key}.${bulk || !only ? 'bulk' : only.id}`,
    store: form.store,
    fields,
    address,
    title: `${label} · ${named}`,
    // The draft does not depend on the row's version, because each call sends the version of the row.
    version: 0,
    on: fields.length > 0,
    sentKey: callKey.stored,
    ...(bulk || !only ? {} : { to: () => askingAddress(action.key, only.id, action.at?.(only)) }),
    onContinue: (found, { values }) => {
      callKey.restore(found.key);
      form.set(values);
    },
    onUndo: callKey.renew,
  });
  return { fields, form, current, drafts };
}

/**
 * Returns a function that shows why the call was refused. If the number of matching records has changed, also shows the new number and
 * requests a reload of the list.
 */
function useRefusal<R extends ActionRow>(
  { onStale }: ActionDialogProps<R>,
  { areas, setCount }: Subject<R>,
  setProblem: (problem: Problem) => void,
) {
  const t = useT();
  return (end: Extract<MutationResult<never>, { kind: 'refused' }>) => {
    const now = end.code === COUNT_CHANGED ? countIn(end.data) : null;
    if (now !== null) {
      // Show the current number. The next press confirms it.
      setCount(now);
      onStale?.(areas);
    }
    setProblem({
      text: end.msg || t('common.networkError'),
      requestId: end.requestId,
      missing: missingPermissions(end.data)[0],
    });
  };
}

/**
 * Returns a function that shows the result as a message and then notifies the component that opened the dialog. If all records succeed,
 * only quiet actions show no message. A bulk action with refused records shows a message only if it can be undone.
 */
function useDone<R extends ActionRow>(
  { action, bulk, onBulk, onDone }: ActionDialogProps<R>,
  { label, named, areas }: Subject<R>,
) {
  const t = useT();
  return (end: { readonly data: unknown; readonly undoId: number | null }) => {
    const outcome = bulk ? bulkOutcome(end.data) : null;
    const isPart = outcome !== null && outcome.failed.length > 0;
    // Refused records are listed in another dialog. The message is still needed to undo the completed records.
    if (isPart ? end.undoId !== null : !action.quiet) {
      toast.success(
        outcome
          ? `${label}${t('list.colon')}${t('list.bulkDone', { n: outcome.success })}`
          : (serverMessage(end.data) ?? `${label}${t('list.colon')}${named}`),
        undefined,
        undoAction(end.undoId),
      );
    }
    if (outcome) onBulk(outcome, areas, end.data);
    else onDone(end.data, areas);
  };
}

/** Manages an action's dialog: its call and all outcomes. */
export function useActionDialog<R extends ActionRow>(props: ActionDialogProps<R>) {
  const { action, rows, bulk, all = null, rowName, onClose } = props;
  const t = useT();
  const callKey = useCallKey();
  const subject = useSubject(props);
  const { only, count, mustType } = subject;
  const actionForm = useActionForm(props, subject, callKey);
  const { form, drafts } = actionForm;
  const [typed, setTyped] = useState('');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const showRefusal = useRefusal(props, subject, setProblem);
  const showDone = useDone(props, subject);
  const isTyped = !mustType || typed.trim() === (only ? rowName(only) : '');

  /** Sends the input. @returns `null` when the action has no call for this subject */
  const call = async (values: FormValues) => {
    setPending(true);
    const key = callKey.take();
    drafts.flush();
    const sending = bulk
      ? action.bulk?.send(rows, values, key, all && { ...all, count })
      : only && action.call?.send(only, values, key);
    const end = await Promise.resolve(sending).finally(() => setPending(false));
    if (end) callKey.settle(end);
    return end ?? null;
  };
  const send = async () => {
    if (pending) return;
    setProblem(null);
    if (!isTyped) {
      setProblem({ text: t('form.typeNameExactly'), requestId: '' });
      return;
    }
    if (!form.check()) return;
    const end = await call(form.values());
    switch (end?.kind) {
      case 'done':
        drafts.end();
        showDone(end);
        return;
      case 'fields': {
        const homeless = form.showErrors(end.errors);
        if (homeless.length > 0) setProblem({ text: messagesOf(homeless), requestId: '' });
        return;
      }
      case 'conflict':
        setConflict(end.conflict);
        return;
      case 'refused':
        showRefusal(end);
        return;
      case 'expired':
        onClose();
        return;
      default:
    }
  };
  return { ...subject, ...actionForm, typed, setTyped, pending, problem, conflict, send };
}
