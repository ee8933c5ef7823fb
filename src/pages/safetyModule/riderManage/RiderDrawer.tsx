import type { Data } from '@contract/index';
import type { Tone } from '@contract/lifecycle';
import { RIDER_LIST } from '@contract/rider.fields';
import { Link } from '@umijs/max';
import type { ReactNode } from 'react';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import { IncidentTable } from '@/features/siteSafety/IncidentTable';
import { type Fact, Facts } from '@/ui/DetailDrawer';
import { FileLinks } from '@/ui/FileLinks';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { DayText, TimeText } from '@/ui/TimeText';
import { Certificates } from './Certificates';
import { Devices } from './Devices';
import { Insurance } from './Insurance';
import styles from './index.css';
import type { RiderRow } from './list';
import { Orders } from './Orders';

type Detail = Data<'safety.Rider/getDetail'>;
const UNMASK_RULE = 5405;
const TONES: Readonly<Record<Detail['gate']['checks'][number]['result'], Tone>> = {
  passed: 'good',
  failed: 'bad',
  warned: 'attention',
  notChecked: 'neutral',
};

/** Shows a rider in a drawer. Each tab shows one kind of data, for example certificates, work and training. */
export function RiderDrawer({ context }: { readonly context: DetailContext<RiderRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="safety.Rider/getDetail"
      context={context}
      name={(rider) => rider.name}
      title={(rider) => `${rider.name} · ${rider.riderNo}`}
      beside={(rider) => cellOf(RIDER_LIST, 'status', rider, t)}
      visible={2}
      tabs={(rider) => [
        { key: 'rider', label: t('rider.tabFacts'), content: () => <Whole rider={rider} /> },
        { key: 'certificates', label: t('rider.tabCertificates'), content: () => <Certificates rider={rider} /> },
        { key: 'insurance', label: t('rider.tabInsurance'), content: () => <Insurance rider={rider} /> },
        { key: 'work', label: t('rider.tabWork'), content: () => <Work rider={rider} /> },
        { key: 'orders', label: t('user.tabOrders'), content: () => <Orders riderId={rider.id} /> },
        { key: 'training', label: t('rider.tabTraining'), content: () => <Training rider={rider} /> },
        { key: 'incidents', label: t('siteIncident.riderTab'), content: () => <Incidents rider={rider} /> },
        { key: 'devices', label: t('user.tabDevices'), content: () => <Devices riderId={rider.id} /> },
        { key: 'money', label: t('rider.tabMoney'), content: () => <Funds rider={rider} /> },
        { key: 'history', label: t('rider.tabHistory'), content: () => <History rider={rider} /> },
      ]}
    />
  );
}

interface Inside {
  readonly rider: Detail;
}

function useFact() {
  const t = useT();
  return (key: string, label: Label, value: Fact['value']): Fact => ({ key, label: t(label), value });
}

const moment = (at: string | null) => at && <TimeText at={at} mode="full" />;

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Whole({ rider }: Inside) {
  const t = useT();
  const locale = useLocale();
  const fact = useFact();
  const masked = (field: 'tel' | 'idCard' | 'newIdCard', value: string) => (
    <Unmask objectType="rider" id={rider.id} field={field} value={value} name={rider.name} rule={UNMASK_RULE} />
  );
  return (
    <>
      <Section title={t('rider.gate')}>
        <p className={styles.verdict}>
          <StatusTag tone={rider.mayWork === 'yes' ? 'good' : 'bad'} text={rider.mayWorkText} />
        </p>
        <SmallTable
          isNamed
          label={t('rider.gate')}
          heads={[t('rider.gateCheck'), t('rider.gateResult'), t('rider.gateWhy')]}
          rows={rider.gate.checks.map(({ key, label, result, resultText, why }) => ({
            key,
            cells: [label, <StatusTag key="result" tone={TONES[result]} text={resultText} />, why],
          }))}
        />
      </Section>
      {rider.photoUrl ? (
        <img
          className={styles.photo}
          src={serverAddress(rider.photoUrl)}
          alt={t('rider.photoOf', { name: rider.name })}
        />
      ) : null}
      <Facts
        items={[
          ...facts(RIDER_LIST, rider, t, {
            tel: masked('tel', rider.tel),
            ratingX100: formatFigure(rider.ratingX100 / 100, 'rating', locale),
          }),
          fact('gender', 'rider.gender', t(`rider.gender_${rider.gender}`)),
          fact('idCard', 'rider.idCard', masked('idCard', rider.idCard)),
          ...(rider.identityReview
            ? [
                fact(
                  'identityReview',
                  'rider.identityReview',
                  <>
                    <Link to={`/dashboard/noticeManage?tab=approvals&open=${rider.identityReview.id}`}>
                      {rider.identityReview.name} · {rider.identityReview.no}
                    </Link>{' '}
                    {rider.identityReview.idCard ? masked('newIdCard', rider.identityReview.idCard) : null}
                  </>,
                ),
              ]
            : []),
          fact('birth', 'rider.birth', <DayText day={rider.birth} />),
          fact('province', 'rider.province', rider.provinceText),
          fact('faceAt', 'rider.faceAt', moment(rider.faceAt)),
          fact('heartbeatAt', 'rider.heartbeatAt', moment(rider.heartbeatAt)),
          ...(rider.leftAt ? [fact('leftAt', 'rider.leftAt', moment(rider.leftAt))] : []),
        ]}
      />
    </>
  );
}

function useDuration() {
  const t = useT();
  return (minutes: number) => t('rider.hoursMinutes', { h: Math.floor(minutes / 60), m: minutes % 60 });
}

function Work({ rider: { work } }: Inside) {
  const t = useT();
  const fact = useFact();
  const duration = useDuration();
  return (
    <>
      <Facts
        items={[
          fact('continuous', 'rider.continuous', duration(work.continuousMin)),
          fact('restUntil', 'rider.restUntil', moment(work.restUntil)),
        ]}
      />
      {work.days.length === 0 ? (
        <p className={styles.note}>{t('rider.noWork')}</p>
      ) : (
        <SmallTable
          isNamed
          label={t('rider.tabWork')}
          heads={[t('rider.day'), t('rider.online'), t('rider.longest'), t('rider.prompts'), t('rider.confirmedAt')]}
          rows={work.days.map(({ day, onlineMin, maxContinuousMin, prompts, confirmedAt }) => ({
            key: day,
            cells: [
              <DayText key="day" day={day} />,
              duration(onlineMin),
              duration(maxContinuousMin),
              prompts.join(t('list.separator')) || '—',
              confirmedAt ? <TimeText key="at" at={confirmedAt} mode="full" /> : '—',
            ],
          }))}
        />
      )}
    </>
  );
}

function Training({ rider }: Inside) {
  const t = useT();
  return (
    <>
      <Section title={t('rider.trainings')}>
        {rider.trainings.length === 0 ? (
          <p className={styles.note}>{t('rider.noTraining')}</p>
        ) : (
          <SmallTable
            isNamed
            label={t('rider.trainings')}
            heads={[t('rider.course'), t('rider.assigned'), t('rider.by'), t('rider.score'), t('rider.validTo')]}
            rows={rider.trainings.map(
              ({ key, courseText, assignedAt, byName, score, isPassed, expireAt, isExpired }) => ({
                key,
                cells: [
                  courseText,
                  <TimeText key="at" at={assignedAt} mode="full" />,
                  byName,
                  score === null ? (
                    '—'
                  ) : (
                    <StatusTag key="score" tone={isPassed ? 'good' : 'bad'} text={String(score)} />
                  ),
                  expireAt === null ? (
                    '—'
                  ) : (
                    <span key="end">
                      <TimeText at={expireAt} mode="full" />{' '}
                      {isExpired ? <StatusTag tone="bad" text={t('rider.healthState_expired')} /> : null}
                    </span>
                  ),
                ],
              }),
            )}
          />
        )}
      </Section>
      <Section title={t('rider.violationList')}>
        {rider.recentViolations.length === 0 ? (
          <p className={styles.note}>{t('rider.noViolations')}</p>
        ) : (
          <SmallTable
            isNamed
            label={t('rider.violationList')}
            heads={[
              t('rider.kind'),
              t('rider.isSerious'),
              t('rider.points'),
              t('rider.orderNo'),
              t('rider.note'),
              t('rider.at'),
              t('rider.by'),
              t('rider.evidence'),
            ]}
            rows={rider.recentViolations.map((row) => ({
              key: row.key,
              cells: [
                row.kindText,
                t(row.isSerious ? 'list.yes' : 'list.no'),
                String(row.points),
                row.orderNo ?? '—',
                row.note,
                <TimeText key="at" at={row.at} mode="full" />,
                row.byName,
                row.files.length > 0 ? <FileLinks key="files" files={row.files} /> : '—',
              ],
            }))}
          />
        )}
      </Section>
    </>
  );
}

function Incidents({ rider }: Inside) {
  const t = useT();
  const query = useData('safety.Site/getRiderIncidents', { riderId: rider.id });
  return (
    <QueryBoundary query={query} minHeight={160}>
      {({ list }) =>
        list.length === 0 ? (
          <p className={styles.note}>{t('siteIncident.noneOfRider')}</p>
        ) : (
          <IncidentTable label={t('siteIncident.riderTab')} rows={list} />
        )
      }
    </QueryBoundary>
  );
}

function Funds({ rider: { money, riderNo } }: Inside) {
  const t = useT();
  const fact = useFact();
  const fen = (value: number | null) => <Money fen={value} sum sign />;
  return (
    <Facts
      items={[
        fact('available', 'rider.available', fen(money.availableFen)),
        fact('frozen', 'rider.frozen', fen(money.frozenFen)),
        fact('owed', 'rider.owed', fen(money.owedFen)),
        fact('deposit', 'rider.depositFen', fen(money.depositFen)),
        ...(money.depositDueOn ? [fact('depositDue', 'rider.depositDue', <DayText day={money.depositDueOn} />)] : []),
        fact('running', 'rider.running', String(money.runningOrders)),
        fact(
          'fundAudits',
          'rider.fundAudits',
          <Link to={`/fundAudit/index?keyword=${riderNo}`}>{t('rider.fundAudits')}</Link>,
        ),
        fact(
          'withdrawals',
          'rider.withdrawals',
          <Link to={`/financial/apply?keyword=${riderNo}`}>{t('rider.withdrawals')}</Link>,
        ),
      ]}
    />
  );
}

function History({ rider }: Inside) {
  const t = useT();
  return (
    <SmallTable
      isNamed
      label={t('rider.tabHistory')}
      heads={[t('rider.status'), t('rider.at'), t('rider.by'), t('rider.reason')]}
      rows={rider.steps.map(({ key, at, text, byName, note }) => ({
        key,
        cells: [text, <TimeText key="at" at={at} mode="full" />, byName || t('cases.system'), note || '—'],
      }))}
    />
  );
}
