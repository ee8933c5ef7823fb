import { BULK_BY_FILTER } from '@contract/bulk';
import type { Input, WriteAddress } from '@contract/index';
import type { ReactNode } from 'react';
import { type MutationResult, mutate } from '@/app/calls/mutate';
import type { Label, Translate } from '@/app/i18n/i18n';
import { type Area, areaOf } from '@/app/request/useData';
import type { FormValues } from '../EntityForm/store';
import type { Field } from '../EntityForm/types';

/** What an action needs to know of a row: which one it is, and what the server lets this person do with it. */
export interface ActionRow {
  readonly id: number;
  /** Absent where every row of the list may take every action. */
  readonly actions?: readonly string[];
}

/** Whether the server lets this person run the action with this row now. */
function mayRun(action: { readonly key: string }, row: ActionRow): boolean {
  return row.actions?.includes(action.key) ?? true;
}

/** Everything that a list's filter leaves, instead of chosen rows; `count` is what the person sees and agrees to. */
export interface AllMatching {
  readonly filter: Readonly<Record<string, string>>;
  readonly count: number;
}

/** A call, with its body made from what it is about. */
export interface ActionCall<S> {
  readonly send: (
    subject: S,
    values: FormValues,
    key: string,
    all?: AllMatching | null,
  ) => Promise<MutationResult<WriteAddress>>;
  /** Takes the list's filter instead of ids. */
  readonly byFilter: boolean;
  /** Beginnings of addresses, `team.`: what is read from there is outdated afterwards. */
  readonly areas: readonly Area[];
  readonly address: WriteAddress;
}

/**
 * Binds an endpoint to a subject: `post('team.Team/pause', (row: TeamRow, values) => ({ id: row.id, … }))`. Idempotency key,
 * second verification and warnings are added by {@link mutate}.
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
          // The page says which rows by their ids; here it is the filter, whatever the rows are called in the body.
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
  /** Names the object and the consequence (DOMAIN §0.3). `names`: the rows' names, joined; `n`: how many there are. */
  readonly text: (names: string, rows: readonly R[], t: Translate, n: number) => string;
  /** Only where it cannot be undone: the name has to be typed. */
  readonly typeName?: boolean;
  /** Says what the button will do, where the label alone does not. */
  readonly submit?: (values: FormValues, t: Translate) => string;
}

/**
 * One thing that can be done with a row, declared once: the row menu, the bulk bar and the drawer run the same object
 * (ARCHITECTURE §1). Whether it may run comes from the row's `actions`.
 */
export interface Action<R extends ActionRow> {
  /** As in the row's `actions`. */
  readonly key: string;
  readonly label: Label;
  readonly icon?: ReactNode;
  /** A letter, pressed while the drawer of the row is open: `p`. */
  readonly hotkey?: string;
  readonly danger?: boolean;
  /** Goes to another page instead of calling. */
  readonly to?: (row: R) => string;
  /** Does something on this page instead of calling: opens a form. */
  readonly run?: (row: R) => void;
  readonly confirm?: Confirmation<R>;
  /** A small form inside the confirmation. Asked when it opens, since limits may depend on the present moment. */
  readonly fields?: (rows: readonly R[]) => readonly Field[];
  readonly initial?: (rows: readonly R[]) => FormValues;
  readonly call?: ActionCall<R>;
  /** Harmless, and easily done the other way: runs at once, without a dialog. */
  readonly instant?: boolean;
  /** What was done shows itself: no message says so. */
  readonly quiet?: boolean;
  /** For several rows at once; absent: the action is not offered in the bulk bar. */
  readonly bulk?: ActionCall<readonly R[]>;
  /** Goes to another page with several rows instead of calling. */
  readonly bulkTo?: (rows: readonly R[]) => string;
  /** Where the dialog opens again for its typed values; default: its page. */
  readonly at?: (row: R) => string;
  /** After it was done with several rows; `data` as the endpoint answers it. */
  readonly afterBulk?: (data: unknown, rows: readonly R[]) => void;
  /** After it was done with one row; `data` as the endpoint answers it. */
  readonly after?: (data: unknown, row: R) => void;
}

/** The actions that a row offers, in declared order. */
export function actionsOf<R extends ActionRow>(actions: readonly Action<R>[], row: R): readonly Action<R>[] {
  return actions.filter((action) => mayRun(action, row) && (action.to ?? action.run ?? action.call));
}

/** Whether an action takes several rows at once. */
export const isBulk = ({ bulk, bulkTo }: Pick<Action<never>, 'bulk' | 'bulkTo'>): boolean =>
  (bulk ?? bulkTo) !== undefined;

/** The actions of the bulk bar, each with the chosen rows that may take it. */
export function bulkActionsOf<R extends ActionRow>(
  actions: readonly Action<R>[],
  rows: readonly R[],
): readonly { readonly action: Action<R>; readonly able: readonly R[] }[] {
  return actions.filter(isBulk).map((action) => ({ action, able: rows.filter((row) => mayRun(action, row)) }));
}
