import { ENQUIRY_LIST } from '@contract/enquiry.fields';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { useMemo } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { MapBase, type MapMark, type MapShape } from '@/features/mapBase';
import { type Fact, Facts } from '@/ui/DetailDrawer';
import type { DetailContext } from '@/ui/ListPage/types';
import { formatFigure } from '@/ui/Money/format';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { type EnquiryRow, INSIDE } from './list';
import { marginRate } from './margin';
import { Steps } from './Steps';

type Detail = Data<'enquiry.Enquiry/getDetail'>;
const MAP_HEIGHT = 280;

/** Shows an enquiry in a drawer (DOMAIN §3.9): the route, the price calculation, request and response. */
export function EnquiryDrawer({ context }: { readonly context: DetailContext<EnquiryRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="enquiry.Enquiry/getDetail"
      context={context}
      inside={INSIDE}
      name={(enquiry) => enquiry.no}
      title={(enquiry) => enquiry.no}
      beside={(enquiry) => cellOf(ENQUIRY_LIST, 'state', enquiry, t)}
      visible={2}
      tabs={(enquiry) => [
        { key: 'enquiry', label: t('enquiry.tabEnquiry'), content: () => <Whole enquiry={enquiry} /> },
        { key: 'price', label: t('enquiry.tabPrice'), content: () => <Price enquiry={enquiry} /> },
        { key: 'bodies', label: t('enquiry.tabBodies'), content: () => <Bodies enquiry={enquiry} /> },
      ]}
    />
  );
}

function Whole({ enquiry }: { readonly enquiry: Detail }) {
  const t = useT();
  const fact = (key: string, label: Parameters<typeof t>[0], value: Fact['value']): Fact => ({
    key,
    label: t(label),
    value,
  });
  const { block, followedAt, quotedAt, quotedByName, remark, belowCostReason } = enquiry;
  return (
    <>
      <Place enquiry={enquiry} />
      <Facts
        items={[
          ...facts(ENQUIRY_LIST, enquiry, t),
          fact('expireAt', 'enquiry.expireAt', enquiry.expireAt && <TimeText at={enquiry.expireAt} mode="full" />),
          ...(quotedAt && quotedByName
            ? [
                fact(
                  'quotedBy',
                  'enquiry.quotedBy',
                  <span>
                    {quotedByName} <TimeText at={quotedAt} mode="full" />
                  </span>,
                ),
                fact('remark', 'enquiry.remark', remark),
              ]
            : []),
          ...(belowCostReason ? [fact('belowCost', 'enquiry.belowCost', belowCostReason)] : []),
          ...(followedAt
            ? [
                fact(
                  'followedBy',
                  'enquiry.followedBy',
                  <span>
                    {enquiry.followedByName} <TimeText at={followedAt} mode="full" />
                  </span>,
                ),
                fact('followNote', 'enquiry.followNote', enquiry.followNote),
              ]
            : []),
          ...(block
            ? [
                fact(
                  'block',
                  'enquiry.shopIsBlocked',
                  t('enquiry.blockedBy', { name: block.byName, reason: block.reason }),
                ),
              ]
            : []),
        ]}
      />
    </>
  );
}

/** Shows pickup and drop-off on a map, with the station's current area. */
function Place({ enquiry }: { readonly enquiry: Detail }) {
  const t = useT();
  const { id, from, to, area, teamName } = enquiry;
  const marks = useMemo<MapMark[]>(
    () => [
      ...(from ? [{ key: 'from', at: from, kind: 'centre' as const, label: t('enquiry.pickup') }] : []),
      ...(to ? [{ key: 'to', at: to, kind: 'goal' as const, label: t('enquiry.dropOff') }] : []),
    ],
    [from, to, t],
  );
  const shapes = useMemo<MapShape[]>(
    () => (area.length < 3 ? [] : [{ key: 'area', points: area, tone: 'good', dimmed: true, name: teamName ?? '' }]),
    [area, teamName],
  );
  const points = [...area, ...marks.map(({ at }) => at)];
  if (marks.length === 0) return null;
  return (
    <div className={styles.map}>
      <MapBase
        label={t('enquiry.map')}
        height={MAP_HEIGHT}
        marks={marks}
        shapes={shapes}
        focus={{ key: id, points }}
        whole={points}
      />
    </div>
  );
}

function Price({ enquiry }: { readonly enquiry: Detail }) {
  const t = useT();
  const locale = useLocale();
  const { rule, quoteFen, costFen, steps } = enquiry;
  return (
    <>
      <Facts
        items={[
          {
            key: 'rule',
            label: t('enquiry.rule'),
            value: rule ? (
              <Link to={`/enquiryManagement/index?part=rules&open=${rule.id}`}>
                {t('enquiry.ruleVersion', { name: rule.name, n: rule.revision })}
              </Link>
            ) : (
              t('enquiry.noRule')
            ),
          },
          {
            key: 'margin',
            label: t('enquiry.marginRate'),
            value: formatFigure(marginRate(quoteFen, costFen), 'bp', locale),
          },
        ]}
      />
      <Steps steps={steps} />
    </>
  );
}

function Bodies({ enquiry }: { readonly enquiry: Detail }) {
  const t = useT();
  return (
    <>
      <p className={styles.note}>{t('enquiry.bodiesHelp')}</p>
      <h3>{t('enquiry.request')}</h3>
      <pre className={styles.body}>{enquiry.request}</pre>
      <h3>{t('enquiry.answer')}</h3>
      <pre className={styles.body}>{enquiry.answer}</pre>
    </>
  );
}
