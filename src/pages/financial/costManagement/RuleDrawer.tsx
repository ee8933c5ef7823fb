import { COST_RULE_LIST } from '@contract/cost.fields';
import {
  COST_BASE_TEXT,
  COST_CALC_TEXT,
  COST_PERIOD_TEXT,
  type CostTerms,
  costRuleCase,
  isOrderKind,
  RESIDUAL_TEXT,
  SERVICE_TYPE_TEXT,
} from '@contract/cost.states';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { formatFigure, formatMoney } from '@/ui/Money/format';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { INSIDE, type RuleRow } from './ruleList';
import { WhatIf } from './WhatIf';

type Detail = Data<'finance.Cost/getRule'>;

/** Shows a version of a fee rule in a drawer: its scope, its calculation, what-if calculations, other versions and history. */
export function RuleDrawer({ context }: { readonly context: DetailContext<RuleRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="finance.Cost/getRule"
      context={context}
      inside={INSIDE}
      name={(rule) => rule.name}
      title={(rule) => t('costRule.versionTitle', { name: rule.name, n: rule.revision })}
      beside={(rule) => cellOf(COST_RULE_LIST, 'state', rule, t)}
      visible={2}
      tabs={(rule) => [
        {
          key: 'rule',
          label: t('costRule.groupRule'),
          content: () => (
            <>
              <Whole rule={rule} />
              <Fee terms={rule.terms} />
            </>
          ),
        },
        ...(isOrderKind(rule.kind)
          ? [{ key: 'whatIf', label: t('whatIf.title'), content: () => <WhatIf rule={rule} /> }]
          : []),
        { key: 'versions', label: t('costRule.versions'), content: () => <Versions rule={rule} /> },
        { key: 'history', label: t('costRule.history'), content: () => <Steps rule={rule} /> },
      ]}
    />
  );
}

function Whole({ rule }: { readonly rule: Detail }) {
  const t = useT();
  const services = rule.serviceTypes.map((type) => t(SERVICE_TYPE_TEXT[type])).join(t('list.separator'));
  return (
    <Facts
      items={[
        ...facts(COST_RULE_LIST, rule, t),
        { key: 'services', label: t('costRule.serviceTypes'), value: services },
        { key: 'remark', label: t('costRule.remark'), value: rule.remark },
        ...(rule.decidedAt
          ? [
              {
                key: 'decided',
                label: t('costRule.decidedBy'),
                value: (
                  <span>
                    {rule.checkerName} <TimeText at={rule.decidedAt} mode="full" />
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Fee({ terms }: { readonly terms: CostTerms }) {
  const t = useT();
  const locale = useLocale();
  const yuan = (key: string, label: Parameters<typeof t>[0], fen: number) => ({
    key,
    label: t(label),
    value: <Money fen={fen} sign />,
  });
  const { calcType, distance } = terms;
  const isRated = calcType === 'rate' || calcType === 'tierAmount';
  const metres = (n: number) => `${formatFigure(n, 'count', locale)} ${t('costRule.metres')}`;
  return (
    <>
      <Facts
        title={t('costRule.groupFee')}
        items={[
          { key: 'calc', label: t('costRule.calcType'), value: t(COST_CALC_TEXT[calcType]) },
          ...(isRated ? [{ key: 'base', label: t('costRule.base'), value: t(COST_BASE_TEXT[terms.base]) }] : []),
          ...(calcType === 'rate'
            ? [{ key: 'rate', label: t('costRule.rateBp'), value: formatFigure(terms.rateBp, 'bp', locale) }]
            : []),
          ...(calcType === 'perOrder' || calcType === 'period'
            ? [yuan('fixed', 'costRule.fixedFen', terms.fixedFen)]
            : []),
          ...(calcType === 'period'
            ? [{ key: 'period', label: t('costRule.period'), value: t(COST_PERIOD_TEXT[terms.period]) }]
            : []),
          ...(calcType === 'distance'
            ? [
                { key: 'baseM', label: t('costRule.baseM'), value: metres(distance.baseM) },
                yuan('baseFen', 'costRule.baseFen', distance.baseFen),
                { key: 'stepM', label: t('costRule.stepM'), value: metres(distance.stepM) },
                yuan('stepFen', 'costRule.stepFen', distance.stepFen),
                yuan('nightFen', 'costRule.nightFen', distance.nightFen),
              ]
            : []),
          yuan('min', 'costRule.capMinFen', terms.capMinFen),
          ...(terms.capMaxFen === null ? [] : [yuan('max', 'costRule.capMaxFen', terms.capMaxFen)]),
          ...(isRated
            ? [{ key: 'residual', label: t('costRule.residualParty'), value: t(RESIDUAL_TEXT[terms.residualParty]) }]
            : []),
        ]}
      />
      {calcType === 'tierAmount' ? (
        <SmallTable
          label={t('costRule.tiers')}
          heads={[t('costRule.tiers'), t('costRule.fixedFen'), t('costRule.rateBp')]}
          isNamed
          figuresFrom={1}
          rows={terms.tiers.map(({ from, to, fixedFen, rateBp }) => ({
            key: from,
            cells: [
              t('costRule.tierLine', {
                from: formatMoney(from, locale),
                to: to === null ? '' : formatMoney(to, locale),
              }),
              <Money key="fixed" fen={fixedFen} sign />,
              formatFigure(rateBp, 'bp', locale),
            ],
          }))}
        />
      ) : null}
    </>
  );
}

/** Lists the calculation of each version, and marks the calculations that differ from the open version. */
function Versions({ rule }: { readonly rule: Detail }) {
  const t = useT();
  return (
    <SmallTable
      label={t('costRule.versions')}
      heads={[
        t('costRule.revision'),
        t('costRule.state'),
        t('costRule.formula'),
        t('costRule.effectiveFrom'),
        t('costRule.effectiveTo'),
      ]}
      rows={rule.versions.map(({ id, revision, state, stateText, formula, effectiveFrom, effectiveTo }) => ({
        key: id,
        cells: [
          id === rule.id ? (
            String(revision)
          ) : (
            <Link key="revision" to={`/financial/costManagement?open=${id}`}>
              {revision}
            </Link>
          ),
          <StatusTag key="state" tone={costRuleCase.states[state].tone} text={stateText} />,
          <span key="formula">
            {formula}
            {formula === rule.formula ? null : <small> ({t('costRule.differs')})</small>}
          </span>,
          <TimeText key="from" at={effectiveFrom} />,
          effectiveTo === null ? '—' : <TimeText key="to" at={effectiveTo} />,
        ],
      }))}
    />
  );
}

function Steps({ rule }: { readonly rule: Detail }) {
  const t = useT();
  return (
    <SmallTable
      label={t('costRule.history')}
      heads={[t('costRule.step'), t('costRule.by'), t('costRule.at'), t('costRule.note')]}
      rows={rule.steps.map(({ key, at, text, byName, note }) => ({
        key,
        cells: [text, byName || t('costRule.system'), <TimeText key="at" at={at} />, note || '—'],
      }))}
    />
  );
}
