import { usePlatform } from '@/app/platform';

/** The page of the ledger figures. Without its rule, they are not offered. */
export const LEDGER_PAGE = 31;
const LEDGER: readonly string[] = ['commissionFen', 'netFen'];

/** Returns which figures the user may choose. Amounts need the field rule "amount", ledger figures also need the page's rule. */
export function useShown(): (metric: string) => boolean {
  const { can, reveals } = usePlatform();
  return (metric) => !metric.endsWith('Fen') || (reveals('amount') && (!LEDGER.includes(metric) || can(LEDGER_PAGE)));
}
