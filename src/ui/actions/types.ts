import { BULK_BY_FILTER } from '@contract/bulk';
import type { Input, WriteAddress } from '@contract/index';
import type { ReactNode } from 'react';
import { type MutationResult, mutate } from '@/app/calls/mutate';
import type { Label, Translate } from '@/app/i18n/i18n';
import { type Area, areaOf } from '@/app/request/useData';
import type { FormValues } from '../EntityForm/store';
import type { Field } from '../EntityForm/types';

/** The part of a row that actions need: its id, and the actions that the server allows. */
export interface ActionRow {
  readonly id: number;
  /** Undefined: every row of the list allows every action. */
  readonly actions?: readonly string[];
}

/** Whether the server allows this action for this row now. */
function mayRun(action: { readonly key: string }, row: ActionRow): boolean {
  return row.actions?.includes(action.key) ?? true;
}

/** All records that match a list's filter, instead of selected rows; `count` is the number that the user confirms. */
export interface AllMatching {
  readonly filter: Readonly<Record<string, string>>;
  readonly count: number;
}

/** A call whose body is built from its subject. */
export interface ActionCall<S> {
  readonly send: (
    subject: S,
    values: FormValues,
    key: string,
    all?: AllMatching | null,
  ) => Promise<MutationResult<WriteAddress>>;
  /** Whether the call accepts the list's filter instead of ids. */
  readonly byFilter: boolean;
  /** Beginnings of addresses, `team.`, whose data is outdated after the call. */
  readonly areas: readonly Area[];
  readonly address: WriteAddress;
}

/**
 * Binds an endpoint to a subject: `post('team.Team/pause', (row: TeamRow, values) => ({ id: row.id, … }))`. {@link mutate} adds
 * idempotency key, second verification and warnings.
 */
export function post<S, A extends WriteAddress>(
  address: A,
  input: (subject: S, values: FormValues, extra: { readonly confirmed: boolean }) => Input<A>,
): ActionCall<S> {
  return {
    send: (subject, values, key, all = null) =>
      mutate(
        address,
        (extra) => {
          const body = input(subject, values, extra);
          if (all === null) return body;
          // The page's body names the rows by ids; for all matching records the filter replaces the ids.
          const { ids: _rows, ...rest } = body as { ids?: unknown };
          return { ...rest, filter: all.filter, count: all.count } as typeof body;
        },
        key,
      ) as Promise<MutationResult<WriteAddress>>,
    byFilter: (BULK_BY_FILTER as readonly string[]).includes(address),
    areas: [areaOf(address)],
    address,
  };
}

export interface Confirmation<R> {
  /** Text with the object and the consequence (DOMAIN §0.3). `names`: the rows' names, joined; `n`: their number. */
  readonly text: (names: string, rows: readonly R[], t: Translate, n: number) => string;
  /** For irreversible actions only: the user must type the name. */
  readonly typeName?: boolean;
  /** Label of the submit button, when the action's label is not sufficient. */
  readonly submit?: (values: FormValues, t: Translate) => string;
}

/**
 * An action of a row, declared once: the row menu, the selection bar and the drawer use the same object (ARCHITECTURE §1). The row's
 * `actions` decide whether it may run.
 */
export interface Action<R extends ActionRow> {
  /** Same key as in the row's `actions`. */
  readonly key: string;
  readonly label: Label;
  readonly icon?: ReactNode;
  /** Hotkey while the drawer of the row is open: `p`. */
  readonly hotkey?: string;
  readonly danger?: boolean;
  /** Why the record blocks the action now. The action is shown disabled with this reason; the server refuses it. */
  readonly blocked?: (row: R, t: Translate) => string | undefined;
  /** Opens another page instead of making a call. */
  readonly to?: (row: R) => string;
  /** Runs on this page instead of making a call: opens a form. */
  readonly run?: (row: R) => void;
  readonly confirm?: Confirmation<R>;
  /** Fields of a small form inside the confirmation. Called when it opens, because limits may depend on the time. */
  readonly fields?: (rows: readonly R[]) => readonly Field[];
  readonly initial?: (rows: readonly R[]) => FormValues;
  readonly call?: ActionCall<R>;
  /** Runs at once, without a dialog, because the action is harmless and easily reversed. */
  readonly instant?: boolean;
  /** No message after success, because the result is visible. */
  readonly quiet?: boolean;
  /** Call for several rows; undefined: the action is not in the selection bar. */
  readonly bulk?: ActionCall<readonly R[]>;
  /** Opens another page with several rows instead of making a call. */
  readonly bulkTo?: (rows: readonly R[]) => string;
  /** Address that opens the dialog again with its input; default: the current page. */
  readonly at?: (row: R) => string;
  /** Called after success with several rows; `data` is the endpoint's answer. */
  readonly afterBulk?: (data: unknown, rows: readonly R[]) => void;
  /** Called after success with one row; `data` is the endpoint's answer. */
  readonly after?: (data: unknown, row: R) => void;
}

/** The actions that a row allows, in declared order. */
export function actionsOf<R extends ActionRow>(actions: readonly Action<R>[], row: R): readonly Action<R>[] {
  return actions.filter((action) => mayRun(action, row) && (action.to ?? action.run ?? action.call));
}

/** Whether an action accepts several rows. */
export const isBulk = ({ bulk, bulkTo }: Pick<Action<never>, 'bulk' | 'bulkTo'>): boolean =>
  (bulk ?? bulkTo) !== undefined;

/** The actions of the selection bar, each with the selected rows that allow it. */
export function bulkActionsOf<R extends ActionRow>(
  actions: readonly Action<R>[],
  rows: readonly R[],
): readonly { readonly action: Action<R>; readonly able: readonly R[] }[] {
  return actions.filter(isBulk).map((action) => ({ action, able: rows.filter((row) => mayRun(action, row)) }));
}
