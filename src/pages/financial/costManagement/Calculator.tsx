import { SERVICE_TYPE_TEXT } from '@contract/cost.states';
import type { Data, Input } from '@contract/index';
import { LARGEST_FEN } from '@contract/ledger';
import { Link } from '@umijs/max';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData, useFresh } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { Fields } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { useFields } from '@/ui/EntityForm/useFields';
import { Money } from '@/ui/Money';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { TwoLines } from '@/ui/TwoLines';
import styles from './index.css';

type Asked = Input<'finance.Cost/calculate'>;
type Answer = Data<'finance.Cost/calculate'>;

const amount = { kind: 'money', minFen: 0, maxFen: LARGEST_FEN } as const;
const FIELDS: readonly Field[] = [
  { kind: 'options', name: 'teamId', label: 'feeTrial.team', source: 'teams', required: true },
  {
    kind: 'choice',
    name: 'type',
    label: 'feeTrial.type',
    required: true,
    options: Object.entries(SERVICE_TYPE_TEXT).map(([value, label]) => ({ value, label })),
  },
  { name: 'goodsFen', label: 'feeTrial.goods', required: true, ...amount },
  { name: 'deliveryFen', label: 'feeTrial.delivery', required: true, ...amount },
  { name: 'paidFen', label: 'feeTrial.paid', required: true, ...amount },
  {
    kind: 'number',
    name: 'distanceM',
    label: 'feeTrial.distance',
    unit: 'costRule.metres',
    required: true,
    min: 0,
    max: 1_000_000,
  },
  { kind: 'switch', name: 'hasMerchant', label: 'feeTrial.hasMerchant' },
  { kind: 'moment', name: 'at', label: 'feeTrial.at', help: 'feeTrial.atHelp' },
];
const INITIAL: FormValues = {
  teamId: null,
  type: 'food',
  goodsFen: 2_000,
  deliveryFen: 1_000,
  paidFen: 3_000,
  distanceM: 2_000,
  hasMerchant: true,
  at: null,
};

function inputOf(values: FormValues): Asked {
  return {
    teamId: Number(values.teamId),
    type: values.type as Asked['type'],
    goodsFen: Number(values.goodsFen),
    deliveryFen: Number(values.deliveryFen),
    paidFen: Number(values.paidFen),
    distanceM: Number(values.distanceM),
    hasMerchant: values.hasMerchant === true ? 'true' : 'false',
    ...(typeof values.at === 'string' && values.at !== '' && { at: values.at }),
  };
}

/** Calculates the fees of an order from typed values, and shows who pays each fee (费用试算). */
export function Calculator() {
  const t = useT();
  const form = useFields(INITIAL, FIELDS);
  const [asked, setAsked] = useState<Asked | null>(null);
  /** Number of submissions. Each shows a new result, because fee rules may have changed since the last submission. */
  const [turn, setTurn] = useState(0);
  return (
    <div className={styles.calculator}>
      <form
        noValidate
        aria-label={t('costRule.tabCalculator')}
        onSubmit={(event) => {
          event.preventDefault();
          // Without a new calculation, the page must not show the result of earlier values.
          setAsked(form.check() ? inputOf(form.values()) : null);
          setTurn(turn + 1);
        }}
      >
        <p className={styles.note}>{t('feeTrial.intro')}</p>
        <Fields form={form} fields={FIELDS} />
        <Button type="primary" htmlType="submit">
          {t('feeTrial.submit')}
        </Button>
      </form>
      {asked ? <Outcome key={turn} asked={asked} /> : null}
    </div>
  );
}

function Outcome({ asked }: { readonly asked: Asked }) {
  const t = useT();
  const query = useFresh(useData('finance.Cost/calculate', asked, { staleTime: 0 }));
  return (
    <section aria-label={t('feeTrial.result')} aria-live="polite">
      <QueryBoundary query={query} minHeight={200}>
        {(answer) => (
          <>
            <FeeItems items={answer.items} />
            <Shares answer={answer} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function FeeItems({ items }: { readonly items: Answer['items'] }) {
  const t = useT();
  if (items.length === 0) return <p>{t('feeTrial.noFees')}</p>;
  return (
    <>
      <h2>{t('feeTrial.items')}</h2>
      <SmallTable
        label={t('feeTrial.items')}
        heads={[t('feeTrial.fee'), t('feeTrial.rule'), t('feeTrial.formula'), t('feeTrial.amount')]}
        isNamed
        figuresFrom={3}
        rows={items.map((item) => ({
          key: item.key,
          cells: [
            // There is room for only four columns next to the form, so this cell has two lines.
            <TwoLines key="fee">
              {item.kindText}
              <small>{t('feeTrial.chargedTo', { target: item.targetText })}</small>
            </TwoLines>,
            <TwoLines key="rule">
              {item.ruleId === null ? null : (
                <Link to={`/financial/costManagement?open=${item.ruleId}`}>
                  {t('costRule.versionTitle', { name: item.ruleName, n: item.revision ?? 0 })}
                </Link>
              )}
              <small>{item.why}</small>
            </TwoLines>,
            item.formula || '—',
            <Money key="amount" fen={item.amountFen} sign />,
          ],
        }))}
      />
    </>
  );
}

function Shares({ answer }: { readonly answer: Answer }) {
  const t = useT();
  const row = (key: 'merchant' | 'rider' | 'platform' | 'station' | 'total', fen: number) => ({
    key,
    cells: [t(`feeTrial.${key}`), <Money key="fen" fen={fen} sign />],
  });
  return (
    <>
      <h2>{t('feeTrial.shares')}</h2>
      <SmallTable
        label={t('feeTrial.shares')}
        heads={[t('whatIf.party'), t('feeTrial.amount')]}
        isNamed
        figuresFrom={1}
        rows={[
          row('merchant', answer.merchantFen),
          row('rider', answer.riderFen),
          row('platform', answer.platformFen),
          row('station', answer.stationFen),
          row('total', answer.totalFen),
        ]}
      />
    </>
  );
}
