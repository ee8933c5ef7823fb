import { ENQUIRY_RULE_LIST } from '@contract/enquiry.fields';
import { enquiryRuleLifecycle, type TariffKey } from '@contract/enquiry.states';
import type { Data } from '@contract/index';
import { history, Link } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { formAddress, INSIDE, type RuleRow } from './ruleList';
import { TARIFF_GROUPS, TARIFF_KINDS } from './tariffFields';

type Detail = Data<'enquiry.Enquiry/getRule'>;

/** Shows a version of a price rule in a drawer: its scope, its tariff, and the versions of the rule. */
export function RuleDrawer({ context }: { readonly context: DetailContext<RuleRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="enquiry.Enquiry/getRule"
      context={context}
      inside={INSIDE}
      name={(rule) => rule.name}
      title={(rule) => t('enquiry.ruleVersion', { name: rule.name, n: rule.revision })}
      beside={(rule) => cellOf(ENQUIRY_RULE_LIST, 'state', rule, t)}
      visible={2}
      content={(rule) => (
        <>
          <Whole rule={rule} />
          <p className={styles.try}>
            <Button onClick={() => history.push(formAddress({ try: rule.id }))}>{t('enquiryRule.tryDraft')}</Button>
          </p>
          <Tariff rule={rule} />
          <Versions rule={rule} />
        </>
      )}
    />
  );
}

function Whole({ rule }: { readonly rule: Detail }) {
  const t = useT();
  return (
    <Facts
      items={[
        ...facts(ENQUIRY_RULE_LIST, rule, t),
        { key: 'remark', label: t('enquiryRule.remark'), value: rule.remark },
        ...(rule.publishedAt
          ? [
              {
                key: 'published',
                label: t('enquiryRule.publishedBy'),
                value: (
                  <span>
                    {rule.publishedByName} <TimeText at={rule.publishedAt} mode="full" />
                  </span>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

function Tariff({ rule }: { readonly rule: Detail }) {
  const t = useT();
  const locale = useLocale();
  const shown = (key: TariffKey) => {
    const kind = TARIFF_KINDS[key];
    const value = rule.tariff[key];
    if (kind.kind === 'money') return <Money fen={value} sign />;
    if (kind.kind === 'percent') return formatFigure(value, 'bp', locale);
    return `${formatFigure(value, 'count', locale)} ${t(`enquiry.${kind.unit}`)}`;
  };
  const periods = rule.tariff.periods
    .map(({ from, to, factorBp }) => `${from}–${to} ${formatFigure(factorBp, 'bp', locale)}`)
    .join(t('list.separator'));
  return (
    <>
      {(Object.keys(TARIFF_GROUPS) as (keyof typeof TARIFF_GROUPS)[]).map((group) => (
        <Facts
          key={group}
          title={t(`enquiryRule.${group}`)}
          items={[
            ...TARIFF_GROUPS[group].map((key) => ({ key, label: t(`enquiryRule.${key}`), value: shown(key) })),
            ...(group === 'groupFactors'
              ? [{ key: 'periods', label: t('enquiryRule.periods'), value: periods || t('enquiryRule.noPeriods') }]
              : []),
          ]}
        />
      ))}
    </>
  );
}

function Versions({ rule }: { readonly rule: Detail }) {
  const t = useT();
  return (
    <section>
      <h3>{t('enquiryRule.tabVersions')}</h3>
      <SmallTable
        label={t('enquiryRule.tabVersions')}
        heads={[t('enquiryRule.revision'), t('enquiryRule.state'), t('enquiryRule.updatedAt')]}
        rows={rule.versions.map(({ id, revision, state, stateText, updatedAt }) => ({
          key: id,
          cells: [
            id === rule.id ? (
              String(revision)
            ) : (
              <Link key="revision" to={`/enquiryManagement/index?part=rules&open=${id}`}>
                {revision}
              </Link>
            ),
            <StatusTag key="state" tone={enquiryRuleLifecycle.states[state].tone} text={stateText} />,
            <TimeText key="at" at={updatedAt} />,
          ],
        }))}
      />
    </section>
  );
}
