import type { Data } from '@contract/index';
import { INSURE_RECON_LIST } from '@contract/insure.fields';
import { GAP_STATES, INSURE } from '@contract/insure.states';
import { Link } from '@umijs/max';
import { getLocale, useT } from '@/app/i18n/i18n';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Facts } from '@/ui/DetailDrawer';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { formatMoney } from '@/ui/Money/format';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { KEPT, type MonthRow } from './links';

type Detail = Data<'safety.Insure/getMonth'>;
type Gap = Detail['gaps'][number];
const gapName = (gap: Gap) => gap.policyNo ?? gap.insurerNo ?? '';

const NOTE: readonly Field[] = [
  { kind: 'textarea', name: 'note', label: 'insureRecon.note', required: true, rows: 2, ...INSURE.reason },
];
const adjustText = ({ gapFen, policyId }: Gap) => {
  if (gapFen > 0) return 'insureRecon.adjustUpText';
  return policyId === null ? 'insureRecon.adjustChargeText' : 'insureRecon.adjustDownText';
};

const RESOLVE: readonly Action<Gap>[] = [
  {
    key: 'adjustGap',
    label: 'insureRecon.adjust',
    confirm: {
      text: (names, [gap], t) =>
        gap ? t(adjustText(gap), { names, x: formatMoney(Math.abs(gap.gapFen), getLocale()) }) : names,
    },
    fields: () => NOTE,
    call: post('safety.Insure/adjustGap', ({ id, version }: Gap, values) => ({
      id,
      version,
      note: trimmed(values, 'note'),
    })),
  },
  {
    key: 'resolveGap',
    label: 'insureRecon.resolve',
    confirm: { text: (names, _rows, t) => t('insureRecon.resolveText', { names }) },
    fields: () => NOTE,
    call: post('safety.Insure/resolveGap', ({ id, version }: Gap, values) => ({
      id,
      version,
      note: trimmed(values, 'note'),
    })),
  },
];

/** Shows the premium reconciliation of one insurer and month in a drawer: figures, differences, remittances. */
export function MonthDrawer({ context }: { readonly context: DetailContext<MonthRow> }) {
  const t = useT();
  const { start, element } = useActions<Gap>(gapName);
  return (
    <>
      <RecordDrawer
        address="safety.Insure/getMonth"
        context={context}
        inside={KEPT}
        width={860}
        name={(month) => `${month.month} ${month.insurerName}`}
        title={(month) => `${month.month} · ${month.insurerName}`}
        beside={(month) => cellOf(INSURE_RECON_LIST, 'state', month, t)}
        visible={2}
        tabs={(month) => [
          { key: 'month', label: t('insureRecon.tabMonth'), content: () => <Figures month={month} /> },
          { key: 'gaps', label: t('insureRecon.gaps'), content: () => <Gaps month={month} start={start} /> },
          { key: 'remits', label: t('insureRecon.remits'), content: () => <Remits month={month} /> },
        ]}
      />
      {element}
    </>
  );
}

function Figures({ month }: { readonly month: Detail }) {
  const t = useT();
  const file = month.fileName ? [{ key: 'file', label: t('insureRecon.fileName'), value: month.fileName }] : [];
  return <Facts items={[...facts(INSURE_RECON_LIST, month, t), ...file]} />;
}

const yuan = (fen: number | null) => (fen === null ? '—' : <Money fen={fen} />);

function Gaps({ month, start }: { readonly month: Detail; readonly start: (action: Action<Gap>, gap: Gap) => void }) {
  const t = useT();
  if (month.gaps.length === 0) return <p className={styles.note}>{t('insureRecon.noGaps')}</p>;
  return (
    <SmallTable
      isNamed
      label={t('insureRecon.gaps')}
      heads={[
        t('insureRecon.policyNo'),
        t('insureRecon.gapKind'),
        t('insureRecon.ourFen'),
        t('insureRecon.theirFen'),
        t('insureRecon.gapState'),
        t('insureRecon.note'),
      ]}
      rows={month.gaps.map((gap) => ({
        key: gap.id,
        cells: [
          gap.policyId === null ? (
            gapName(gap)
          ) : (
            <Link key="no" to={`/safetyModule/insureData?open=${gap.policyId}`}>
              {gapName(gap)}
            </Link>
          ),
          gap.kindText,
          yuan(gap.ourFen),
          yuan(gap.theirFen),
          <StatusTag key="state" tone={GAP_STATES[gap.state].tone} text={gap.stateText} />,
          gap.state === 'open' ? (
            <RowActions key="act" row={gap} name={gapName(gap)} actions={RESOLVE} start={start} />
          ) : (
            <Handled key="note" gap={gap} />
          ),
        ],
      }))}
    />
  );
}

function Handled({ gap: { note, adjustFen, txNo } }: { readonly gap: Gap }) {
  return (
    <>
      {note}
      {adjustFen === null ? null : (
        <>
          {' '}
          <Money fen={adjustFen} sign /> <code>{txNo}</code>
        </>
      )}
    </>
  );
}

function Remits({ month }: { readonly month: Detail }) {
  const t = useT();
  if (month.remits.length === 0) return <p className={styles.note}>{t('insureRecon.noRemits')}</p>;
  return (
    <SmallTable
      isNamed
      label={t('insureRecon.remits')}
      heads={[
        t('insureRecon.remitNo'),
        t('insureRecon.remitAt'),
        t('insureRecon.policies'),
        t('insureRecon.amountFen'),
        t('insureRecon.merchantNumber'),
        t('insureRecon.voucherNo'),
        t('insureRecon.txNo'),
        t('insureRecon.byName'),
      ]}
      rows={month.remits.map((remit) => ({
        key: remit.no,
        cells: [
          remit.no,
          <TimeText key="at" at={remit.at} mode="full" />,
          String(remit.policies),
          <Money key="fen" fen={remit.amountFen} />,
          remit.merchantNumber,
          remit.voucherNo,
          remit.txNo,
          remit.byName,
        ],
      }))}
    />
  );
}
