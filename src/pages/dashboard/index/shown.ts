import { usePlatform } from '@/app/platform';

/** Permission id of the page with ledger figures. Users without this permission are not offered these figures. */
export const LEDGER_PAGE = 31;
const LEDGER: readonly string[] = ['commissionFen', 'netFen'];

/** Returns a function that tells whether the user may see a figure. Amounts need a permission; ledger figures need a second one. */
export function useShown(): (metric: string) => boolean {
  const { can, reveals } = usePlatform();
  return (metric) => !metric.endsWith('Fen') || (reveals('amount') && (!LEDGER.includes(metric) || can(LEDGER_PAGE)));
}
