import type { Data } from '@contract/index';
import { COURSES, type Course } from '@contract/riderWork.states';
import { RULE } from '@contract/rule-ids';
import { SITE_INCIDENT } from '@contract/siteIncident.fields';
import { incidentCase } from '@contract/siteIncident.states';
import { LIABILITIES, type Liability, SAFETY } from '@contract/siteSafety.states';
import { Link } from '@umijs/max';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData } from '@/app/request/useData';
import { INCIDENT_ACTIONS, type IncidentRow } from '@/features/siteSafety/actions';
import { IncidentTable } from '@/features/siteSafety/IncidentTable';
import { claimAddress } from '@/features/siteSafety/links';
import { measuresField, readMeasures, typedMeasures } from '@/features/siteSafety/Measures';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { type Fact, Facts } from '@/ui/DetailDrawer';
import { trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf, facts } from '@/ui/resource/cells';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import { Print } from './Print';
import { History, Photos, Places, plain } from './parts';
import { Videos } from './Videos';

type Detail = Data<'safety.Site/getIncident'>;

const HEIGHT = 480;
const ASSIGN_RULE = RULE['safety.rider.edit'];
const FACTS = [
  ...(['no', 'teamId', 'riderName', 'riderNo', 'kind', 'severity'] as const),
  ...(['happenedAt', 'createdAt', 'place', 'injured', 'orderNo', 'claimNo', 'makerName'] as const),
] as const;

const WHYS = Array.from({ length: SAFETY.whys }, (_, at) => `why${at + 1}`);
const WHY_LABELS = [
  ...(['siteIncident.why1', 'siteIncident.why2', 'siteIncident.why3'] as const),
  ...(['siteIncident.why4', 'siteIncident.why5'] as const),
] as const;
const causeFields = (): Field[] => [
  ...WHYS.map(
    (name, at): Field => ({
      kind: 'text',
      name,
      label: WHY_LABELS[at] ?? 'siteIncident.why1',
      required: at === 0,
      ...(at === 0 && { help: 'siteIncident.whyHelp' as const }),
      ...SAFETY.why,
    }),
  ),
  {
    kind: 'choice',
    name: 'liability',
    label: 'siteIncident.liability',
    required: true,
    options: LIABILITIES.map((value) => ({ value, label: `siteIncident.liability_${value}` as const })),
  },
  {
    kind: 'textarea',
    name: 'liabilityNote',
    label: 'siteIncident.liabilityNote',
    rows: 2,
    max: SAFETY.liabilityNote.max,
  },
];
const ACTIONS: readonly Action<Detail>[] = [
  {
    key: 'analyse',
    label: incidentCase.transition('analyse').text,
    hotkey: 'a',
    confirm: { text: (names) => names },
    fields: causeFields,
    call: post('safety.Site/analyse', ({ id, version }: Detail, values) => ({
      id,
      version,
      whys: WHYS.map((name) => trimmed(values, name)).filter(Boolean),
      liability: values.liability as Liability,
      liabilityNote: trimmed(values, 'liabilityNote'),
    })),
  },
  {
    key: 'measures',
    label: 'siteIncident.editMeasures',
    hotkey: 'm',
    confirm: { text: (names) => names },
    fields: () => [
      measuresField,
      {
        kind: 'text',
        name: 'claimNo',
        label: 'siteIncident.claimNo',
        help: 'siteIncident.claimHelp',
        max: SAFETY.claimNo.max,
      },
    ],
    initial: ([row]) => ({ measures: typedMeasures(row?.measures ?? []), claimNo: row?.claimNo ?? '' }),
    call: post('safety.Site/saveMeasures', ({ id, version }: Detail, values) => ({
      id,
      version,
      measures: readMeasures(values.measures),
      claimNo: trimmed(values, 'claimNo'),
    })),
  },
  {
    key: 'assignTraining',
    label: 'rider.assignTraining',
    confirm: { text: (_names, [row], t) => t('rider.assignTrainingText', { names: row?.riderName ?? '' }) },
    fields: () => [
      {
        kind: 'choice',
        name: 'course',
        label: 'rider.course',
        required: true,
        options: COURSES.map((value) => ({ value, label: `rider.course_${value}` as const })),
      },
    ],
    call: post('safety.Rider/assignTraining', ({ riderId }: Detail, values) => ({
      ids: [riderId ?? 0],
      course: values.course as Course,
    })),
  },
  ...(INCIDENT_ACTIONS as readonly Action<IncidentRow>[] as unknown as readonly Action<Detail>[]),
];

/** Shows the page of an incident. */
export function Incident({ id }: { readonly id: number }) {
  const t = useT();
  const { can } = usePlatform();
  const query = useData('safety.Site/getIncident', { id });
  const running = useActions<Detail>(({ no }) => no);
  const { data } = query;
  const row =
    data && data.riderId !== null && can(ASSIGN_RULE)
      ? { ...data, actions: [...data.actions, 'assignTraining'] }
      : data;
  return (
    <>
      <PageHeader
        title={data ? plain(data.no) : 'menu.siteSafetyDetail'}
        beside={data ? cellOf(SITE_INCIDENT, 'state', data, t) : null}
        extra={
          row ? (
            <>
              <Print />
              <RowActions row={row} name={row.no} actions={ACTIONS} start={running.start} visible={2} buttons />
            </>
          ) : null
        }
      />
      <QueryBoundary query={query} minHeight={HEIGHT}>
        {(detail) => <Whole detail={detail} />}
      </QueryBoundary>
      {running.element}
    </>
  );
}

function Whole({ detail }: { readonly detail: Detail }) {
  const t = useT();
  const { can } = usePlatform();
  const yes = (value: boolean) => t(value ? 'list.yes' : 'list.no');
  const more: Fact[] = [
    { key: 'police', label: t('siteIncident.policeReported'), value: yes(detail.policeReported) },
    { key: 'medical', label: t('siteIncident.medical'), value: yes(detail.medical) },
    { key: 'description', label: t('siteIncident.description'), value: detail.description },
  ];
  const rider = detail.riderId;
  const own = {
    teamId: detail.teamName,
    riderName:
      rider !== null && can(RULE['safety.rider']) ? (
        <Link to={`/safetyModule/riderManage?open=${rider}`}>{detail.riderName}</Link>
      ) : (
        detail.riderName
      ),
    claimNo:
      detail.claimId !== null && can(RULE['safety.insure']) ? (
        <Link to={claimAddress(detail.claimId)}>{detail.claimNo}</Link>
      ) : (
        detail.claimNo
      ),
  };
  return (
    <>
      <Facts
        level={2}
        title={t('siteIncident.facts')}
        items={[...facts(SITE_INCIDENT, detail, t, own, FACTS), ...more]}
      />
      <Effects detail={detail} />
      {detail.photos.length > 0 ? (
        <section className={styles.section}>
          <h2>{t('siteIncident.photos')}</h2>
          <Photos photos={detail.photos} label={t('siteIncident.photos')} />
        </section>
      ) : null}
      <Videos videos={detail.videos} />
      <Causes detail={detail} />
      <MeasureTable detail={detail} />
      {rider === null ? null : <Trainings detail={detail} />}
      <section className={styles.section}>
        <h2>{t('siteIncident.similar')}</h2>
        <p className={styles.note}>{t('siteIncident.similarHelp')}</p>
        {detail.similar.length === 0 ? (
          <p className={styles.note}>{t('siteIncident.noSimilar')}</p>
        ) : (
          <IncidentTable label={t('siteIncident.similar')} rows={detail.similar} />
        )}
      </section>
      <Places place={detail.point} team={detail.teamPlace} label={t('siteIncident.place')} />
      <History lines={detail.history} />
    </>
  );
}

/** Shows what the system did because of the incident, and links to the rider's fund entries. */
function Effects({ detail }: { readonly detail: Detail }) {
  const t = useT();
  const { can } = usePlatform();
  const lines = [
    detail.suspendedRider ? t('siteIncident.suspendedRider') : null,
    detail.frozeTeam ? t('siteIncident.frozeTeam') : null,
  ].filter((line) => line !== null);
  const hasFunds = detail.riderNo !== null && can(RULE.fundAudit);
  if (lines.length === 0 && !hasFunds) return null;
  return (
    <section className={styles.section}>
      <h2>{t('siteIncident.effects')}</h2>
      {lines.map((line) => (
        <p key={line} className={styles.note}>
          {line}
        </p>
      ))}
      {hasFunds ? <Link to={`/fundAudit/index?keyword=${detail.riderNo}`}>{t('siteIncident.funds')}</Link> : null}
    </section>
  );
}

function Causes({ detail: { causes } }: { readonly detail: Detail }) {
  const t = useT();
  return (
    <section className={styles.section}>
      <h2>{t('siteIncident.causes')}</h2>
      {causes ? (
        <>
          <ol className={styles.whys}>
            {causes.whys.map((why, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: answers are identified by their order
              <li key={at}>{why}</li>
            ))}
          </ol>
          <Facts
            items={[
              { key: 'liability', label: t('siteIncident.liability'), value: causes.liabilityText },
              { key: 'note', label: t('siteIncident.liabilityNote'), value: causes.liabilityNote },
            ]}
          />
        </>
      ) : (
        <p className={styles.note}>{t('siteIncident.noCauses')}</p>
      )}
    </section>
  );
}

function MeasureTable({ detail: { measures } }: { readonly detail: Detail }) {
  const t = useT();
  return (
    <section className={styles.section}>
      <h2>{t('siteIncident.measures')}</h2>
      {measures.length === 0 ? (
        <p className={styles.note}>{t('siteIncident.noMeasures')}</p>
      ) : (
        <SmallTable
          isNamed
          label={t('siteIncident.measures')}
          heads={[
            ...([t('siteIncident.measure'), t('siteIncident.measureOwner')] as const),
            ...([t('siteIncident.dueOn'), t('siteIncident.doneOn')] as const),
          ]}
          rows={measures.map((measure, at) => ({
            key: at,
            cells: [
              measure.text,
              measure.ownerName,
              measure.dueOn,
              measure.doneOn ?? (
                <StatusTag
                  key="state"
                  tone={measure.isOverdue ? 'bad' : 'attention'}
                  text={t(measure.isOverdue ? 'siteIncident.measureLate' : 'siteIncident.measureOpen')}
                />
              ),
            ],
          }))}
        />
      )}
    </section>
  );
}

function Trainings({ detail: { trainings } }: { readonly detail: Detail }) {
  const t = useT();
  return (
    <section className={styles.section}>
      <h2>{t('siteIncident.trainings')}</h2>
      {trainings.length === 0 ? (
        <p className={styles.note}>{t('siteIncident.noTrainings')}</p>
      ) : (
        <SmallTable
          isNamed
          label={t('siteIncident.trainings')}
          heads={[t('siteIncident.course'), t('siteIncident.assigned'), t('siteIncident.score')]}
          figuresFrom={2}
          rows={trainings.map(({ key, courseText, assignedAt, score }) => ({
            key,
            cells: [courseText, <TimeText key="at" at={assignedAt} mode="full" />, score ?? '—'],
          }))}
        />
      )}
    </section>
  );
}
