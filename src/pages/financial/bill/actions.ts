import { REVERSE_REASON } from '@contract/finance';
import { getLocale } from '@/app/i18n/i18n';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import { formatMoney } from '@/ui/Money/format';
import type { BillRow } from './list';

/** Actions on a bill. A reversal needs the approval of a second person. */
export const ACTIONS: readonly Action<BillRow>[] = [
  {
    key: 'reverse',
    label: 'bill.reverse',
    hotkey: 'r',
    danger: true,
    confirm: {
      text: (names, rows, t) =>
        t('bill.reverseText', {
          names,
          amount: formatMoney(rows[0]?.amountFen ?? null, getLocale()),
          direction: rows[0]?.directionText ?? '',
        }),
    },
    fields: () => [{ kind: 'text', name: 'reason', label: 'bill.reason', required: true, ...REVERSE_REASON }],
    call: post('finance.Bill/reverse', (row: BillRow, values) => ({
      id: row.id,
      reason: trimmed(values, 'reason'),
    })),
  },
];
