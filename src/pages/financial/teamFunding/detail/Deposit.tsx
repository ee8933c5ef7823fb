import { useT } from '@/app/i18n/i18n';
import type { FundRow } from '@/features/funds';
import { ACTIONS } from '@/features/funds/actions';
import { RowActions } from '@/ui/actions/RowActions';
import type { ActionRunner } from '@/ui/actions/useActions';
import { Facts } from '@/ui/DetailDrawer';
import { Money } from '@/ui/Money';

const OWN = new Set(['recordDeposit', 'refundDeposit', 'terms']);
const HERE = ACTIONS.filter(({ key }) => OWN.has(key));

/** Shows the reserve (储备金): its balance, its warning limit, the station's settlement mode and credit limit, and actions on the reserve. */
export function Deposit({ row, start }: { readonly row: FundRow; readonly start: ActionRunner<FundRow>['start'] }) {
  const t = useT();
  return (
    <>
      <Facts
        items={[
          { key: 'deposit', label: t('fund.deposit'), value: <Money fen={row.depositFen} sign sum /> },
          { key: 'warn', label: t('fund.warn'), value: <Money fen={row.depositWarnFen} sign /> },
          {
            key: 'mode',
            label: t('fund.mode'),
            value: t(row.mode === 'deposit' ? 'team.modeDeposit' : 'team.modeBalance'),
          },
          { key: 'credit', label: t('fund.credit'), value: <Money fen={row.creditLimitFen} sign /> },
        ]}
      />
      <RowActions row={row} name={row.name} actions={HERE} start={start} visible={3} buttons />
    </>
  );
}
