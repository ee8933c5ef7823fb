import type { Data } from '@contract/index';
import { SITE_INSPECTION } from '@contract/siteInspection.fields';
import { inspectionCase } from '@contract/siteInspection.states';
import { gradeOf } from '@contract/siteSafety.score';
import { SAFETY } from '@contract/siteSafety.states';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { serverAddress } from '@/app/windowSettings';
import { INSPECTION_ACTIONS, type InspectionRow } from '@/features/siteSafety/actions';
import { photosField, photosOf } from '@/features/siteSafety/PhotosField';
import { RowActions } from '@/ui/actions/RowActions';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { Facts } from '@/ui/DetailDrawer';
import type { Field } from '@/ui/EntityForm/types';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { cellOf, facts } from '@/ui/resource/cells';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { Answering } from './Answering';
import styles from './index.css';
import { Print } from './Print';
import { History, Photos, Places, plain } from './parts';

type Detail = Data<'safety.Site/getInspection'>;
type Item = Detail['items'][number];
interface FixRow {
  readonly id: number;
  readonly version: number;
  readonly itemKey: string;
  readonly title: string;
}

const HEIGHT = 480;
const FACTS = [
  ...(['no', 'teamId', 'kind', 'checklistName', 'plannedOn', 'inspectorName'] as const),
  ...(['badCount', 'deadline', 'startedAt', 'submittedAt', 'makerName'] as const),
] as const;
const TONES = { ok: 'good', bad: 'bad', na: 'neutral' } as const;
const RECHECK_TONES = { passed: 'good', failed: 'bad' } as const;
const isOpen = ({ result, recheck, fixText }: Item) =>
  result === 'bad' && recheck !== 'passed' && (fixText === '' || recheck === 'failed');
const isToRecheck = ({ result, recheck, fixText }: Item) => result === 'bad' && recheck === null && fixText !== '';

const FIX: Action<FixRow> = {
  key: 'fix',
  label: 'siteInspection.fix',
  confirm: { text: (names, _rows, t) => t('siteInspection.fixHelp', { names }) },
  fields: () => [
    { kind: 'textarea', name: 'fixText', label: 'siteInspection.fixText', rows: 3, required: true, ...SAFETY.fixText },
    photosField('siteInspection.fixPhotos', { required: true }),
  ],
  initial: () => ({ fixText: '', photos: [] }),
  call: post('safety.Site/fix', ({ id, version, itemKey }: FixRow, values) => ({
    id,
    version,
    itemKey,
    fixText: String(values.fixText).trim(),
    photos: photosOf(values.photos),
  })),
};

/** Builds two fields for each rectified item: passed or failed, and a note. */
const recheckFields = (detail: Detail): Field[] =>
  detail.items.filter(isToRecheck).flatMap((item): Field[] => [
    {
      kind: 'radio',
      name: `result_${item.key}`,
      label: plain(item.title),
      required: true,
      options: [
        { value: 'passed', label: 'siteInspection.recheck_passed' },
        { value: 'failed', label: 'siteInspection.recheck_failed' },
      ],
    },
    { kind: 'text', name: `note_${item.key}`, label: 'siteInspection.recheckNote', max: SAFETY.remark.max },
  ]);

/** Actions of the detail page: actions whose forms need the items, and the actions of the list. */
const ACTIONS: readonly Action<Detail>[] = [
  {
    key: 'recheck',
    label: inspectionCase.transition('recheck').text,
    hotkey: 'c',
    confirm: { text: (_names, _rows, t) => t('siteInspection.recheckHelp') },
    fields: ([detail]) => (detail ? recheckFields(detail) : []),
    call: post('safety.Site/recheck', (detail: Detail, values) => ({
      id: detail.id,
      version: detail.version,
      results: detail.items.filter(isToRecheck).map(({ key }) => ({
        itemKey: key,
        isPassed: values[`result_${key}`] === 'passed',
        note: String(values[`note_${key}`] ?? '').trim(),
      })),
    })),
  },
  ...(INSPECTION_ACTIONS as readonly Action<InspectionRow>[] as unknown as readonly Action<Detail>[]),
];

/** Shows the page of an inspection. During the inspection, the inspector can answer the items. Otherwise the items are listed. */
export function Inspection({ id }: { readonly id: number }) {
  const t = useT();
  const query = useData('safety.Site/getInspection', { id });
  const { data } = query;
  const running = useActions<Detail>(({ no }) => no);
  return (
    <>
      <PageHeader
        title={data ? plain(data.no) : 'menu.siteSafetyDetail'}
        beside={data ? cellOf(SITE_INSPECTION, 'state', data, t) : null}
        extra={
          data ? (
            <>
              <Print />
              <RowActions row={data} name={data.no} actions={ACTIONS} start={running.start} visible={2} buttons />
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
  const isAnswering = detail.state === 'inspecting' && detail.isMine && detail.actions.includes('complete');
  const own = {
    teamId: detail.teamName,
    checklistName: t('siteChecklist.named', { name: detail.checklistName, n: detail.edition }),
  };
  return (
    <>
      <div className={styles.head}>
        <Ring score={detail.score} />
        <Facts level={2} title={t('siteInspection.facts')} items={facts(SITE_INSPECTION, detail, t, own, FACTS)} />
      </div>
      {isAnswering ? <Answering detail={detail} /> : <Items detail={detail} />}
      {detail.signatures ? (
        <Facts
          level={2}
          title={t('siteInspection.signatures')}
          items={(['inspector', 'station'] as const).map((side) => {
            const signed = detail.signatures?.[side];
            return {
              key: side,
              label: t(side === 'inspector' ? 'siteInspection.signInspector' : 'siteInspection.signStation'),
              value: signed ? (
                <span className={styles.signature}>
                  {signed.url ? (
                    <img src={serverAddress(signed.url)} alt={t('siteInspection.signatureOf', { name: signed.name })} />
                  ) : null}
                  <span>
                    {signed.name} <TimeText at={signed.at} mode="full" />
                  </span>
                </span>
              ) : null,
            };
          })}
        />
      ) : null}
      <Places place={detail.place} team={detail.teamPlace} label={t('siteInspection.placeSubmitted')} />
      <History lines={detail.history} />
    </>
  );
}

const RADIUS = 48;
const ROUND = 2 * Math.PI * RADIUS;
const LOW = 60;

/** Shows the score as a ring with its grade. */
function Ring({ score }: { readonly score: number | null }) {
  const t = useT();
  const grade = score === null ? '' : gradeOf(score);
  const label = score === null ? t('siteInspection.noScore') : t('siteInspection.scoreOf', { n: score, grade });
  return (
    <svg className={styles.ring} viewBox="0 0 112 112" role="img" aria-label={label}>
      <circle cx="56" cy="56" r={RADIUS} />
      {score === null ? null : (
        <circle
          className={score < LOW ? `${styles.kept} ${styles.low}` : styles.kept}
          cx="56"
          cy="56"
          r={RADIUS}
          strokeDasharray={`${(ROUND * score) / 100} ${ROUND}`}
        />
      )}
      <text x="56" y={score === null ? 62 : 60}>
        {score ?? '—'}
      </text>
      <text className={styles.grade} x="56" y="80">
        {grade}
      </text>
    </svg>
  );
}

/** Lists the items by group. Users can edit only the rectification. */
function Items({ detail }: { readonly detail: Detail }) {
  const t = useT();
  const { start, element } = useActions<FixRow>(({ title }) => title);
  const groups = [...new Set(detail.items.map(({ groupText }) => groupText))];
  const mayFix = detail.actions.includes('fix');
  return (
    <section className={styles.section}>
      <h2>{t('siteInspection.items')}</h2>
      {groups.map((group) => (
        <div key={group}>
          <h3>{group}</h3>
          <ul className={styles.items}>
            {detail.items
              .filter(({ groupText }) => groupText === group)
              .map((item) => (
                <li key={item.key} className={styles.item}>
                  <ItemFacts item={item} />
                  {mayFix && isOpen(item) ? (
                    <div>
                      <Button
                        aria-label={`${t('siteInspection.fix')} ${item.title}`}
                        onClick={() =>
                          start(FIX, { id: detail.id, version: detail.version, itemKey: item.key, title: item.title })
                        }
                      >
                        {t('siteInspection.fix')}
                      </Button>
                    </div>
                  ) : null}
                </li>
              ))}
          </ul>
        </div>
      ))}
      {element}
    </section>
  );
}

function ItemFacts({ item }: { readonly item: Item }) {
  const t = useT();
  return (
    <>
      <span className={styles.title}>
        {item.title}
        {item.result ? (
          <span>
            <StatusTag tone={TONES[item.result]} text={item.resultText} />
            {item.result === 'bad' ? <span className={styles.meta}> −{item.lost}</span> : null}
          </span>
        ) : (
          <span className={styles.meta}>{t('siteInspection.notAnswered')}</span>
        )}
      </span>
      <p className={styles.standard}>{item.standard}</p>
      {item.remark ? <p>{item.remark}</p> : null}
      <Photos photos={item.photos} label={t('siteInspection.photos')} />
      {item.fixText ? (
        <>
          <p>
            {t('siteInspection.fixText')}: {item.fixText}{' '}
            <span className={styles.meta}>
              {item.fixByName} {item.fixAt ? <TimeText at={item.fixAt} mode="full" /> : null}
            </span>
          </p>
          <Photos photos={item.fixPhotos} label={t('siteInspection.fixPhotos')} />
        </>
      ) : null}
      {item.recheck ? (
        <p>
          {t('siteInspection.recheck')}: <StatusTag tone={RECHECK_TONES[item.recheck]} text={item.recheckText} />{' '}
          {item.recheckNote}
        </p>
      ) : null}
    </>
  );
}
