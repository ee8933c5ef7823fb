import type { Data, Input, ReadAddress } from '@contract/index';
import type { ReactNode } from 'react';
import type { Label, Translate } from '@/app/i18n/i18n';
import type { OptionSource } from '@/app/request/useData';
import type { Action, ActionRow } from '../actions/types';
import type { ActionRunner } from '../actions/useActions';
import type { OptionSpec } from '../EntityForm/types';
import type { FigureKind } from '../Money/format';
import type { FilterValue, FilterValues } from './listState';

/** Addresses that answer a list (DOMAIN §6.1 **L**). */
export type ListAddress = {
  [A in ReadAddress]: Data<A> extends { list: readonly ActionlessRow[]; total: number; limit: number } ? A : never;
}[ReadAddress];
interface ActionlessRow {
  readonly id: number;
}
export type RowOf<A extends ListAddress> = Data<A>['list'][number];
export type SummaryOf<A extends ListAddress> = Data<A>['summary'];

/** Addresses that answer one record by its id. */
export type DetailAddress = { [A in ReadAddress]: { readonly id: number } extends Input<A> ? A : never }[ReadAddress];

type FilterKind = 'text' | 'one' | 'many' | 'options' | 'region' | 'days' | 'amounts' | 'counts' | 'flag';
type Stem<I extends string, End extends string> = I extends `${infer S}${End}` ? S : never;
/** Keys that a filter of this kind may have: the input of the list takes them. */
export type FilterKey<A extends ListAddress, K extends FilterKind> = K extends 'days'
  ? Stem<keyof Input<A> & string, 'From'>
  : K extends 'amounts' | 'counts'
    ? Stem<keyof Input<A> & string, 'Min'>
    : Exclude<keyof Input<A> & string, 'page' | 'limit' | 'sortField' | 'sortOrder'>;
type Keyed<Plain extends string, Days extends string, Bounds extends string> = { readonly label: Label } & (
  | { readonly key: Plain; readonly kind: 'text'; readonly placeholder?: Label }
  | {
      readonly key: Plain;
      readonly kind: 'one' | 'many';
      readonly options: readonly (OptionSpec & { readonly value: string })[];
    }
  | { readonly key: Plain; readonly kind: 'options'; readonly source: OptionSource }
  | { readonly key: Plain; readonly kind: 'region' | 'flag' }
  | { readonly key: Days; readonly kind: 'days' }
  | { readonly key: Bounds; readonly kind: 'amounts' | 'counts' }
);
/**
 * A filter of the list. Its key is the name in the address and in the request; `days` makes `<key>From` and `<key>To`, `amounts`
 * (fen) and `counts` `<key>Min` and `<key>Max`.
 */
export type Filter = Keyed<string, string, string>;
/** A filter of this list: a key that its input lacks does not compile. */
export type FilterOf<A extends ListAddress> = Keyed<
  FilterKey<A, 'text'>,
  FilterKey<A, 'days'>,
  FilterKey<A, 'amounts'>
>;

export interface Column<R> {
  readonly key: string;
  readonly title: Label;
  readonly render: (row: R, t: Translate) => ReactNode;
  /** Name that the server sorts by; true: the column's key. */
  readonly sort?: true | string;
  readonly align?: 'end';
  /** Shown in the head, not in every cell. */
  readonly unit?: Label;
  readonly help?: Label;
  /** Pixels. */
  readonly width?: number;
  /** What people call the row: opens it. Always visible, always first. */
  readonly opens?: true;
  /** Not visible until the person chooses it. */
  readonly hidden?: true;
  /**
   * On a narrow window a row is a card. `state` is shown beside its title, `fact` below it, everything else is folded. Default:
   * the column `status` or `state`, and the first two others ({@link cardParts}).
   */
  readonly card?: 'state' | 'fact';
}

export interface SummaryCard {
  readonly key: string;
  readonly label: Label;
  readonly value: number | null;
  readonly kind?: FigureKind;
  readonly unit?: Label;
  readonly help?: Label;
  /** Where what it adds up is shown: the card is a link. */
  readonly to?: string | undefined;
  /** Pressing the card sets these filters. */
  readonly filter?: Readonly<Record<string, FilterValue>>;
  /** The list shows the card's rows; absent: derived from its filters. */
  readonly isChosen?: boolean;
}

export interface DetailContext<R extends ActionRow> {
  readonly id: number;
  readonly tab: string | null;
  readonly setTab: (tab: string) => void;
  readonly close: () => void;
  readonly actions: readonly Action<R>[];
  readonly start: ActionRunner<R>['start'];
}

export interface ViewContext {
  /** The filters as a query of the view's own endpoint. */
  readonly query: Readonly<Record<string, string>>;
  readonly open: (id: number) => void;
}

export interface ListView {
  readonly key: string;
  readonly label: Label;
  readonly icon?: ReactNode;
  readonly render: (context: ViewContext) => ReactNode;
}

export interface ListPageProps<A extends ListAddress> {
  readonly address: A;
  /** Names the column settings on the server: `team`. */
  readonly name: string;
  readonly title: Label;
  readonly columns: readonly Column<RowOf<A>>[];
  readonly rowName: (row: RowOf<A>) => string;
  readonly filters?: readonly FilterOf<A>[];
  readonly summary?: (summary: SummaryOf<A>, filters: FilterValues) => readonly SummaryCard[];
  /** How many cards the summary has: their room is there before they are. */
  readonly cards?: number;
  readonly actions?: readonly Action<RowOf<A> & ActionRow>[];
  /** One sentence about what the list holds, above it: the days that the server chose. */
  readonly note?: (summary: SummaryOf<A>, filters: FilterValues) => string;
  /** The page's own button, at the right of its title. */
  readonly primary?: ReactNode;
  readonly views?: readonly ListView[];
  readonly detail?: (context: DetailContext<RowOf<A> & ActionRow>) => ReactNode;
  /** One sentence about what will stand here, and the way to the first record. */
  readonly empty: { readonly text: Label; readonly action?: ReactNode };
  /** Filters that the page itself sets: a detail page's own id. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** The list is inside a page, under its title; these parameters of the address belong to that page. */
  readonly inside?: readonly string[];
  /** Columns that stand at the right of each row, before the actions. */
  readonly selectable?: boolean;
}
