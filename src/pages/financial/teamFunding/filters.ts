import type { Data } from '@contract/index';
import { FUND_STATE_TEXT, type FundPart } from '@contract/teamFund.states';
import { allMovements } from '@/features/funds/links';
import type { FilterValues } from '@/ui/ListPage/listState';
import type { FilterOf, SummaryCard } from '@/ui/ListPage/types';

/** Filters of the station funds list: those filters of DOMAIN §3.5 for which data exists. */
export const FILTERS: readonly FilterOf<'finance.TeamFund/getList'>[] = [
  { kind: 'text', key: 'keyword', label: 'fund.keyword', placeholder: 'fund.keywordHint' },
  { kind: 'options', key: 'teamIds', label: 'fund.station', source: 'teams' },
  { kind: 'region', key: 'region', label: 'fund.region' },
  {
    kind: 'many',
    key: 'mode',
    label: 'fund.mode',
    options: [
      { value: 'balance', label: 'team.modeBalance' },
      { value: 'deposit', label: 'team.modeDeposit' },
    ],
  },
  {
    kind: 'one',
    key: 'state',
    label: 'fund.state',
    options: (['normal', 'frozen'] as const).map((value) => ({ value, label: FUND_STATE_TEXT[value] })),
  },
  { kind: 'amounts', key: 'availableFen', label: 'fund.available' },
  { kind: 'flag', key: 'belowWarning', label: 'fund.belowWarning' },
  { kind: 'flag', key: 'negative', label: 'fund.negative' },
  { kind: 'flag', key: 'holdExpired', label: 'fund.holdExpired' },
];

/** Filters for users without permission for amounts. */
export const FILTERS_WITHOUT_AMOUNTS = FILTERS.filter(({ kind }) => kind !== 'amounts');

const BOOKS = 31;
const PARTS = {
  available: ['available'],
  pending: ['pending'],
  frozen: ['frozen', 'held'],
  deposit: ['deposit'],
} as const satisfies Record<string, readonly FundPart[]>;

/**
 * Builds the cards with totals of all filtered stations. Without a filter, the cards of balances link to their movements, if the user may
 * see the books. With a filter they have no link, because movements cannot be filtered by properties of stations.
 */
export const summaryCards =
  (can: (rule: number) => boolean) =>
  (sums: Data<'finance.TeamFund/getList'>['summary'], filters: FilterValues): readonly SummaryCard[] => {
    const isAll = can(BOOKS) && Object.values(filters).every((value) => value === undefined);
    return [
      ...(['available', 'pending', 'frozen', 'deposit'] as const).map(
        (key): SummaryCard => ({
          key,
          label: `fund.${key}`,
          value: sums[`${key}Fen`],
          kind: 'fen',
          unit: 'fund.yuan',
          help: `fund.${key}Help`,
          ...(isAll && { to: allMovements(PARTS[key]) }),
        }),
      ),
      { key: 'negative', label: 'fund.negativeStations', value: sums.negative, filter: { negative: true } },
      { key: 'low', label: 'fund.belowWarning', value: sums.belowWarning, filter: { belowWarning: true } },
      { key: 'holds', label: 'fund.holdsExpired', value: sums.holdsExpired, filter: { holdExpired: true } },
    ];
  };
