import { history, useSearchParams } from '@umijs/max';
import { lazy, Suspense, useEffect } from 'react';
import { t as tNow, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { toast } from '@/app/toast';
import type { FundRow } from '@/features/funds';
import { ACTIONS } from '@/features/funds/actions';
import { RowActions } from '@/ui/actions/RowActions';
import { useActions } from '@/ui/actions/useActions';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { AsOf, asOfOf } from './AsOf';
import { Balances, PastBalances } from './Balances';
import { Holds } from './Holds';
import styles from './index.css';
import { StationTabs } from './StationTabs';

const Transaction = lazy(() => import('./Transaction').then((module) => ({ default: module.Transaction })));

const LIST = '/financial/teamFunding';
const HEAD_HEIGHT = 380;
const HERE = ACTIONS.filter(({ key }) => key !== 'detail');
const nameOf = (row: FundRow) => row.name;

/** Shows the fund detail page of one station (资金明细, DOMAIN §3.5): balances, their movements, and pending items. */
export default function FundDetailPage() {
  const [query] = useSearchParams();
  const teamId = Number(query.get('teamId') ?? '');
  const isKnown = Number.isSafeInteger(teamId) && teamId > 0;
  useEffect(() => {
    if (isKnown) return;
    toast.warning(tNow('fund.chooseStation'));
    history.replace(LIST);
  }, [isKnown]);
  return isKnown ? <Station key={teamId} teamId={teamId} /> : null;
}

function Station({ teamId }: { readonly teamId: number }) {
  const t = useT();
  const [query, setQuery] = useSearchParams();
  const detail = useData('finance.TeamFund/getDetail', { teamId });
  const { start, element } = useActions<FundRow>(nameOf);
  const { data } = detail;
  const openTransaction = (txNo: string | null) => {
    const next = new URLSearchParams(query);
    if (txNo === null) next.delete('tx');
    else next.set('tx', txNo);
    setQuery(next);
  };
  const asOf = asOfOf(query);
  const changeAsOf = (next: string | null) => {
    const changed = new URLSearchParams(query);
    if (next === null) changed.delete('asOf');
    else changed.set('asOf', next);
    setQuery(changed, { replace: true });
  };
  const txNo = query.get('tx');
  return (
    <>
      <PageHeader
        title={
          data
            ? { 'zh-CN': data.name, 'zh-TW': data.name, 'en-US': data.name, 'pt-BR': data.name }
            : 'menu.teamFundingDetail'
        }
        beside={data ? <StatusTag tone={data.state === 'frozen' ? 'bad' : 'good'} text={data.stateText} /> : null}
        asOf={data?.asOf}
        extra={
          data ? <RowActions row={data} name={data.name} actions={HERE} start={start} visible={3} buttons /> : null
        }
      />
      <QueryBoundary query={detail} minHeight={HEAD_HEIGHT}>
        {(row) => (
          <>
            {row.state === 'frozen' ? (
              <p className={styles.note}>{t('fund.frozenNote', { reason: row.stateReason ?? '—' })}</p>
            ) : null}
            <AsOf value={asOf} onChange={changeAsOf} />
            <Balances row={row} past={asOf ? <PastBalances teamId={teamId} asOf={asOf} /> : null} />
            <Holds holds={row.holds} />
            <StationTabs row={row} start={start} onOpen={openTransaction} />
          </>
        )}
      </QueryBoundary>
      {txNo ? (
        <Suspense fallback={null}>
          <Transaction teamId={teamId} txNo={txNo} onOpen={openTransaction} />
        </Suspense>
      ) : null}
      {element}
    </>
  );
}
