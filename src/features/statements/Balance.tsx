import type { Data } from '@contract/index';
import { STATEMENT_FIELDS } from '@contract/statement.states';
import { useT } from '@/app/i18n/i18n';
import { Money } from '@/ui/Money';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';

/** Shows the opening balance, movements by entry type, the closing balance, and whether the sum is correct. */
export function Balance({ statement }: { readonly statement: Data<'finance.Statement/getDetail'> }) {
  const t = useT();
  const line = (key: string, label: string, fen: number | null) => ({
    key,
    cells: [label, <Money key="amount" fen={fen} sign sum />],
  });
  return (
    <>
      <h3>
        {t('statement.balance')}{' '}
        <StatusTag
          tone={statement.isBalanced ? 'good' : 'bad'}
          text={t(statement.isBalanced ? 'statement.balanced' : 'statement.unbalanced')}
        />
      </h3>
      <SmallTable
        label={t('statement.balance')}
        isNamed
        figuresFrom={1}
        heads={[t('statement.entryType'), t(STATEMENT_FIELDS.amountFen)]}
        rows={[
          line('opening', t(STATEMENT_FIELDS.openingFen), statement.openingFen),
          ...statement.movements.map(({ type, typeText, amountFen }) => line(type, typeText, amountFen)),
          line('closing', t(STATEMENT_FIELDS.closingFen), statement.closingFen),
        ]}
      />
    </>
  );
}
