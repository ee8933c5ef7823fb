import { BULK_BY_FILTER } from '@contract/bulk';
import type { Input, WriteAddress } from '@contract/index';
import type { ReactNode } from 'react';
import { type MutationResult, mutate } from '@/app/calls/mutate';
import { type Label, type Translate, t as tNow } from '@/app/i18n/i18n';
import { type Area, areaOf } from '@/app/request/useData';
import type { FormValues } from '../EntityForm/store';
import type { Field } from '../EntityForm/types';

/** The fields of a row that actions need: its id, and the actions that the server allows. */
export interface ActionRow {
  readonly id: number;
  /** If `undefined`, the row allows every action. */
  readonly actions?: readonly string[];
}

/** Checks whether the server currently allows this action for this row. A row without `actions` allows every action. */
function mayRun(action: { readonly key: string }, row: ActionRow): boolean {
  return row.actions?.includes(action.key) ?? true;
}

/** All records that match a list's filter, instead of selected rows. `count` is the number that the user confirms. */
export interface AllMatching {
  readonly filter: Readonly<Record<string, string>>;
  readonly count: number;
}

/** A call whose input is built from its subject. */
export interface ActionCall<S> {
  readonly send: (
    subject: S,
    values: FormValues,
    key: string,
    all?: AllMatching | null,
  ) => Promise<MutationResult<WriteAddress>>;
  /** `true` if the call accepts the list's filter instead of ids. */
  readonly byFilter: boolean;
  /** Prefixes of API paths (`team.`) whose data is outdated after the call. */
  readonly areas: readonly Area[];
  readonly address: WriteAddress;
}

/**
 * Binds a call to a subject: `post('team.Team/pause', (row: TeamRow, values) => ({ id: row.id, … }))`. {@link mutate} sends the idempotency
 * key and handles second verification and warnings.
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
          // The page's input contains the ids of the rows. If all matching records are selected, the filter replaces the ids.
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
  /**
   * Text with the object and the consequence (DOMAIN §0.3). `names` contains up to three names of rows and the number of the other rows,
   * or a text for all matching records. `n` is the number of records.
   */
  readonly text: (names: string, rows: readonly R[], t: Translate, n: number) => string;
  /** Only for irreversible actions. The user must type the object's name. Has no effect on bulk calls. */
  readonly typeName?: boolean;
  /** Label of the submit button. Needed when the action's label is not sufficient. */
  readonly submit?: (values: FormValues, t: Translate) => string;
}

/**
 * An action of a row, declared once. The row menu, the selection bar and the drawer use the same object (ARCHITECTURE §1). The row's
 * `actions` decide whether the action may run.
 */
export interface Action<R extends ActionRow> {
  /** Key of the action in the row's `actions`. */
  readonly key: string;
  readonly label: Label;
  readonly icon?: ReactNode;
  /** Hotkey while the row has the focus or its drawer is open: `p`. */
  readonly hotkey?: string;
  readonly danger?: boolean;
  /**
   * Returns why the record blocks the action. Its button and its menu entry are then disabled with this reason. In the menu and the
   * palette, choosing the action shows the reason. Bulk calls leave the record out.
   */
  readonly blocked?: (row: R, t: Translate) => string | undefined;
  /** Returns the URL of a page. The action opens this page instead of making a call. */
  readonly to?: (row: R) => string;
  /** Runs code of the page instead of making a call, for example opens a form. */
  readonly run?: (row: R) => void;
  readonly confirm?: Confirmation<R>;
  /** Returns the fields of the confirmation's form. Called when the dialog opens, because limits may depend on the time. */
  readonly fields?: (rows: readonly R[]) => readonly Field[];
  readonly initial?: (rows: readonly R[]) => FormValues;
  readonly call?: ActionCall<R>;
  /** Runs without a dialog, because the action is harmless and easily reversed. For all matching records the dialog is still shown. */
  readonly instant?: boolean;
  /** Shows no message after full success in the dialog, because the result is visible. Has no effect on `instant` actions. */
  readonly quiet?: boolean;
  /** Call for several rows. An action with neither `bulk` nor `bulkTo` is not in the selection bar. */
  readonly bulk?: ActionCall<readonly R[]>;
  /** Returns the URL of a page for several rows. The action opens this page instead of making a call. */
  readonly bulkTo?: (rows: readonly R[]) => string;
  /** Returns the URL of the page on which a draft opens the dialog again. Default: the current page. */
  readonly at?: (row: R) => string;
  /** Called after success with several rows. `data` is the response data of the call. */
  readonly afterBulk?: (data: unknown, rows: readonly R[]) => void;
  /** Called after success with one row. `data` is the response data of the call. */
  readonly after?: (data: unknown, row: R) => void;
}

/** Lists the actions that one row allows, in declared order. Actions only for several rows are left out. */
export function actionsOf<R extends ActionRow>(actions: readonly Action<R>[], row: R): readonly Action<R>[] {
  return actions.filter((action) => mayRun(action, row) && (action.to ?? action.run ?? action.call));
}

/** Checks whether an action accepts several rows. */
export const isBulk = ({ bulk, bulkTo }: Pick<Action<never>, 'bulk' | 'bulkTo'>): boolean =>
  (bulk ?? bulkTo) !== undefined;

/** Lists the actions of the selection bar, each with the selected rows that allow it and do not block it. */
export function bulkActionsOf<R extends ActionRow>(
  actions: readonly Action<R>[],
  rows: readonly R[],
): readonly { readonly action: Action<R>; readonly able: readonly R[] }[] {
  return actions.filter(isBulk).map((action) => ({
    action,
    able: rows.filter((row) => mayRun(action, row) && action.blocked?.(row, tNow) === undefined),
  }));
}
