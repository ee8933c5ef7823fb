import { usePlatform } from '@/app/platform';

/** The page whose figures these are: without its rule they are not offered. */
export const LEDGER_PAGE = 31;
const LEDGER: readonly string[] = ['commissionFen', 'netFen'];

/** Which figures the person may choose: amounts by the field "amount", those of the ledger by its page as well. */
export function useShown(): (metric: string) => boolean {
  const { can, reveals } = usePlatform();
  return (metric) => !metric.endsWith('Fen') || (reveals('amount') && (!LEDGER.includes(metric) || can(LEDGER_PAGE)));
}
