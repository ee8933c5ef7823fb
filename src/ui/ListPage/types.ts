import type { Data, Input, ReadAddress } from '@contract/index';
import type { ReactNode } from 'react';
import type { Label, Translate } from '@/app/i18n/i18n';
import type { OptionSource } from '@/app/request/useData';
import type { Action, ActionRow } from '../actions/types';
import type { ActionRunner } from '../actions/useActions';
import type { OptionSpec } from '../EntityForm/types';
import type { FigureKind } from '../Money/format';
import type { FilterValue, FilterValues } from './listState';

/** API paths that return a list (DOMAIN §6.1 **L**). */
export type ListAddress = {
  [A in ReadAddress]: Data<A> extends { list: readonly ActionlessRow[]; total: number; limit: number } ? A : never;
}[ReadAddress];
interface ActionlessRow {
  readonly id: number;
}
export type RowOf<A extends ListAddress> = Data<A>['list'][number];
export type SummaryOf<A extends ListAddress> = Data<A>['summary'];

/** API paths that return one record by its id. */
export type DetailAddress = { [A in ReadAddress]: { readonly id: number } extends Input<A> ? A : never }[ReadAddress];

type FilterKind = 'text' | 'one' | 'many' | 'options' | 'region' | 'days' | 'amounts' | 'counts' | 'flag';
type Stem<I extends string, End extends string> = I extends `${infer S}${End}` ? S : never;
/** Keys that a filter of this kind may have. The input of the list call defines them. */
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
 * A filter of the list. The URL and the request use its key as the parameter name. `days` uses `<key>From` and `<key>To`. `amounts`
 * (fen) and `counts` use `<key>Min` and `<key>Max`.
 */
export type Filter = Keyed<string, string, string>;
/** A filter of this list. A key that is missing in the list's input does not compile. */
export type FilterOf<A extends ListAddress> = Keyed<
  FilterKey<A, 'text'>,
  FilterKey<A, 'days'>,
  FilterKey<A, 'amounts'>
>;

export interface Column<R> {
  readonly key: string;
  readonly title: Label;
  readonly render: (row: R, t: Translate) => ReactNode;
  /** Field name for the server's sorting. `true` means the column's key. */
  readonly sort?: true | string;
  readonly align?: 'end';
  /** Unit of the figures. It is shown in the head instead of in every cell. */
  readonly unit?: Label;
  readonly help?: Label;
  /** Minimum width in pixels, until the user chooses a width. */
  readonly width?: number;
  /** The column contains the row's name, which opens the row. The column is always visible and always first. */
  readonly opens?: true;
  /** The column is hidden until the user selects it. */
  readonly hidden?: true;
  /**
   * Position of the column on a card in a narrow window. `state` is beside the title and `fact` is below it. Other columns are hidden
   * behind a button. Default: the column `status` or `state`, and the first two other columns ({@link cardParts}).
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
  /** URL of the summed records. If set, the card is a link, unless it has a `filter` or its value is 0 or unknown. */
  readonly to?: string | undefined;
  /** Filters that a press on the card sets. */
  readonly filter?: Readonly<Record<string, FilterValue>>;
  /** `true` if the list shows the card's records. Default: derived from the card's filters. */
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
  /** The filters as a query for the view's own call. */
  readonly query: Readonly<Record<string, string>>;
  readonly open: (id: number) => void;
}

export interface ListView {
  readonly key: string;
  readonly label: Label;
  readonly icon?: ReactNode;
  readonly render: (context: ViewContext) => ReactNode;
}

/** Content that may depend on the summary of the list. The summary is `undefined` until the list has loaded. */
export type SummaryContent<A extends ListAddress> = ReactNode | ((summary: SummaryOf<A> | undefined) => ReactNode);

export interface ListPageProps<A extends ListAddress> {
  readonly address: A;
  /** Name of the list in the stored column settings and saved views: `team`. */
  readonly name: string;
  readonly title: Label;
  readonly columns: readonly Column<RowOf<A>>[];
  readonly rowName: (row: RowOf<A>) => string;
  readonly filters?: readonly FilterOf<A>[];
  readonly summary?: (summary: SummaryOf<A>, filters: FilterValues) => readonly SummaryCard[];
  /** Number of summary cards. Their space is reserved while they load. */
  readonly cards?: number;
  readonly actions?: readonly Action<RowOf<A> & ActionRow>[];
  /** One sentence above the list about its content, for example the days that the server chose. */
  readonly note?: (summary: SummaryOf<A>, filters: FilterValues) => string;
  /** The page's own button. It is at the end of the title row, or at the bottom of a narrow window. */
  readonly primary?: SummaryContent<A>;
  readonly views?: readonly ListView[];
  readonly detail?: (context: DetailContext<RowOf<A> & ActionRow>) => ReactNode;
  /** One sentence about what will appear here, and the action that creates the first record. */
  readonly empty: { readonly text: Label; readonly action?: SummaryContent<A> };
  /** Filters that the page itself sets, for example the record's id on a detail page. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Set for a list below the title of another page: the query parameters that belong to that page. */
  readonly inside?: readonly string[];
}
