import { FOOD_LOSS } from '@contract/foodLoss.fields';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { CopyText } from '@/ui/CopyText';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { cellOf } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { Decisions } from './Decisions';
import { Evidence } from './Evidence';
import styles from './index.css';
import type { LossRow } from './list';
import { type Inside, useFact } from './parts';
import { Suggestion } from './Suggestion';

const UNMASK_RULE = 6005;
const DETAIL_RULE = 22;

/** Shows a food loss in a drawer: order and report, evidence, decisions and payments, history. */
export function LossDrawer({ context }: { readonly context: DetailContext<LossRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="foodLoss.Report/getDetail"
      context={context}
      name={(loss) => loss.no}
      title={(loss) => `${loss.reasonText} · ${loss.orderNo}`}
      beside={(loss) => cellOf(FOOD_LOSS, 'state', loss, t)}
      visible={2}
      tabs={(loss) => [
        { key: 'facts', label: t('foodLoss.tabFacts'), content: () => <Whole loss={loss} /> },
        { key: 'evidence', label: t('foodLoss.tabEvidence'), content: () => <Evidence loss={loss} /> },
        { key: 'decision', label: t('foodLoss.tabDecision'), content: () => <Decisions loss={loss} /> },
        { key: 'history', label: t('foodLoss.tabHistory'), content: () => <History loss={loss} /> },
      ]}
    />
  );
}

function Whole({ loss }: Inside) {
  const t = useT();
  const fact = useFact();
  const { can } = usePlatform();
  const user = loss.userName || '—';
  return (
    <>
      {loss.failText ? <p className={styles.bad}>{t('foodLoss.failed', { why: loss.failText })}</p> : null}
      <Facts
        items={[
          fact('no', 'foodLoss.no', <CopyText text={loss.no} />),
          fact('dueAt', 'foodLoss.dueAt', <TimeText at={loss.dueAt} mode="full" />),
          fact('teamId', 'foodLoss.teamId', loss.teamName),
          fact('reporter', 'foodLoss.reporter', `${loss.reporterTypeText} · ${loss.reporterName}`),
          fact('createdAt', 'foodLoss.createdAt', <TimeText at={loss.createdAt} mode="full" />),
          fact('handler', 'foodLoss.handlerName', loss.handlerName ?? '—'),
          fact('rider', 'foodLoss.riderName', loss.riderName || '—'),
          fact('merchant', 'foodLoss.merchantName', loss.merchantName || '—'),
          fact('description', 'foodLoss.description', loss.description),
          fact('lossFen', 'foodLoss.lossFen', <Money fen={loss.lossFen} sign />),
          fact('claimFen', 'foodLoss.claimFen', <Money fen={loss.claimFen} sign />),
          fact('maxComp', 'foodLoss.maxComp', <Money fen={loss.maxCompFen} sign />),
          fact('wantedRemedy', 'foodLoss.wantedRemedy', loss.wantedRemedyText),
        ]}
      />
      <SmallTable
        isNamed
        label={t('foodLoss.items')}
        heads={[t('foodLoss.itemName'), t('foodLoss.quantity'), t('foodLoss.itemLoss')]}
        rows={loss.items.map(({ name, quantity, lossFen }, at) => ({
          key: `${name} ${at}`,
          cells: [name, String(quantity), <Money key="loss" fen={lossFen} sign />],
        }))}
      />
      <Order loss={loss} />
      <Facts
        title={t('foodLoss.user')}
        items={[
          fact('user', 'foodLoss.user', user),
          fact(
            'tel',
            'foodLoss.tel',
            <Unmask
              objectType="foodLoss"
              id={loss.id}
              field="tel"
              value={loss.userTel}
              name={user}
              rule={UNMASK_RULE}
            />,
          ),
        ]}
      />
      {loss.state === 'deciding' || loss.state === 'submitted' ? <Suggestion id={loss.id} /> : null}
      <Past loss={loss} isLinked={can(DETAIL_RULE)} />
    </>
  );
}

function Order({ loss: { order, orderNo } }: Inside) {
  const t = useT();
  const fact = useFact();
  if (!order) return null;
  return (
    <>
      <Facts
        title={t('foodLoss.order')}
        items={[
          fact('orderNo', 'foodLoss.orderNo', <CopyText text={orderNo} />),
          fact('status', 'foodLoss.orderState', order.statusText),
          fact('goods', 'foodLoss.goods', <Money fen={order.goodsFen} sign />),
          fact('delivery', 'foodLoss.delivery', <Money fen={order.deliveryFen} sign />),
          fact('paid', 'foodLoss.paid', <Money fen={order.paidFen} sign />),
          fact('refunded', 'foodLoss.refunded', <Money fen={order.refundFen} sign />),
          fact('paidAt', 'foodLoss.paidAt', <TimeText at={order.paidAt} mode="full" />),
          fact('promisedAt', 'foodLoss.promisedAt', <TimeText at={order.promisedAt} mode="full" />),
          fact('deliveredAt', 'foodLoss.deliveredAt', <TimeText at={order.deliveredAt} mode="full" />),
        ]}
      />
      {order.isHeld ? <p className={styles.hint}>{t('foodLoss.held')}</p> : null}
    </>
  );
}

function Past({ loss, isLinked }: Inside & { readonly isLinked: boolean }) {
  const t = useT();
  if (loss.past.length === 0) return null;
  return (
    <SmallTable
      isNamed
      label={t('foodLoss.past')}
      heads={[
        t('foodLoss.no'),
        t('foodLoss.reason'),
        t('foodLoss.state'),
        t('foodLoss.paidFen'),
        t('foodLoss.createdAt'),
      ]}
      rows={loss.past.map((past) => ({
        key: past.id,
        cells: [
          isLinked ? (
            <Link key="no" to={`/foodLossManagement/index?open=${past.id}`}>
              {past.no}
            </Link>
          ) : (
            past.no
          ),
          past.reasonText,
          past.stateText,
          <Money key="paid" fen={past.paidFen} sign />,
          <TimeText key="at" at={past.at} />,
        ],
      }))}
    />
  );
}

function History({ loss }: Inside) {
  return (
    <ol className={styles.history}>
      {loss.history.map(({ key, at, text, byName, note, amountFen, txNo }) => (
        <li key={key}>
          <strong>{text}</strong>{' '}
          <span className={styles.hint}>
            {byName} <TimeText at={at} mode="full" />
          </span>{' '}
          {amountFen === null ? null : <Money fen={amountFen} sign />}
          {note ? <p>{note}</p> : null}
          {txNo ? <code>{txNo}</code> : null}
        </li>
      ))}
    </ol>
  );
}
