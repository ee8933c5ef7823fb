import { writeDays } from '@contract/dates';
import { FRANCHISE_APPLY } from '@contract/franchiseApply.fields';
import type { Data } from '@contract/index';
import { Link } from '@umijs/max';
import { type ReactNode, useMemo } from 'react';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
import { MapBase, type MapMark } from '@/features/mapBase';
import { TerritoryMap } from '@/features/territoryMap';
import { type Fact, Facts } from '@/ui/DetailDrawer';
import { FileLinks } from '@/ui/FileLinks';
import type { DetailContext } from '@/ui/ListPage/types';
import { Unmask } from '@/ui/Masked';
import { Money } from '@/ui/Money';
import { formatFigure } from '@/ui/Money/format';
import { cellOf, facts } from '@/ui/resource/cells';
import { RecordDrawer } from '@/ui/resource/RecordDrawer';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';
import type { ApplyRow } from './list';

type Detail = Data<'franchise.Apply/getDetail'>;
const UNMASK_RULE = 4105;
const PAGE = '/franchisee/applicationList';

interface Inside {
  readonly apply: Detail;
}

/** Shows an application in a drawer: answers, duplicates, neighbours, follow-ups, contract, history. */
export function ApplyDrawer({ context }: { readonly context: DetailContext<ApplyRow> }) {
  const t = useT();
  return (
    <RecordDrawer
      address="franchise.Apply/getDetail"
      context={context}
      name={(apply) => apply.name}
      title={(apply) => `${apply.name} · ${apply.no}`}
      beside={(apply) => cellOf(FRANCHISE_APPLY, 'state', apply, t)}
      visible={2}
      tabs={(apply) => [
        { key: 'apply', label: t('franchiseApply.tabFacts'), content: () => <Whole apply={apply} /> },
        { key: 'follows', label: t('franchiseApply.tabFollows'), content: () => <Follows apply={apply} /> },
        { key: 'contract', label: t('franchiseApply.tabContract'), content: () => <Contract apply={apply} /> },
        { key: 'history', label: t('franchiseApply.tabHistory'), content: () => <History apply={apply} /> },
      ]}
    />
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function useFact() {
  const t = useT();
  return (key: string, label: Label, value: Fact['value']): Fact => ({ key, label: t(label), value });
}

const full = (at: string | null) => (at ? <TimeText at={at} mode="full" /> : '—');

function Files({ files }: { readonly files: Detail['follows'][number]['files'] }) {
  if (files.length === 0) return '—';
  return <FileLinks files={files} />;
}

function Whole({ apply }: Inside) {
  const t = useT();
  const fact = useFact();
  const masked = (key: string, value: string) => (
    <Unmask
      objectType="franchiseApply"
      id={apply.id}
      {...(key === 'tel' ? { field: 'tel' } : { field: 'answer', answer: key })}
      value={value}
      name={apply.name}
      rule={UNMASK_RULE}
    />
  );
  return (
    <>
      <Facts
        items={[
          ...facts(FRANCHISE_APPLY, apply, t, { tel: masked('tel', apply.tel) }),
          ...(apply.makerName ? [fact('maker', 'franchiseApply.makerName', apply.makerName)] : []),
          ...(apply.supplementUntil
            ? [fact('until', 'franchiseApply.supplementUntil', full(apply.supplementUntil))]
            : []),
          ...(apply.missing.length > 0
            ? [fact('missing', 'franchiseApply.missing', apply.missing.join(t('list.separator')))]
            : []),
        ]}
      />
      <Section title={t('franchiseApply.answers')}>
        <SmallTable
          isNamed
          label={t('franchiseApply.answers')}
          heads={[t('franchiseApply.question'), t('franchiseApply.answer')]}
          rows={apply.answers.map(({ key, label, value, isSensitive, files }) => ({
            key,
            cells: [
              label,
              isSensitive ? masked(key, value) : files.length > 0 ? <Files key="files" files={files} /> : value,
            ],
          }))}
        />
      </Section>
      <Points apply={apply} />
      <Doubles apply={apply} />
      <Neighbours apply={apply} />
    </>
  );
}

const MAP_HEIGHT = 260;

/** Shows a map with the positions that the applicant added to addresses. */
function Points({ apply }: Inside) {
  const t = useT();
  const marks = useMemo<MapMark[]>(
    () =>
      apply.answers.flatMap(({ key, label, point }) =>
        point ? [{ key, at: point, kind: 'goal', label } as const] : [],
      ),
    [apply.answers],
  );
  if (marks.length === 0) return null;
  return (
    <Section title={t('franchiseApply.points')}>
      <MapBase
        label={t('franchiseApply.points')}
        height={MAP_HEIGHT}
        marks={marks}
        focus={{ key: apply.id, points: marks.map(({ at }) => at) }}
      />
    </Section>
  );
}

function Doubles({ apply }: Inside) {
  const t = useT();
  const elsewhere = apply.duplicates - apply.doubles.length;
  return (
    <Section title={t('franchiseApply.doubles')}>
      {elsewhere > 0 ? <p className={styles.note}>{t('franchiseApply.doublesElsewhere', { n: elsewhere })}</p> : null}
      {apply.duplicates === 0 ? <p className={styles.note}>{t('franchiseApply.noDoubles')}</p> : null}
      {apply.doubles.length === 0 ? null : (
        <SmallTable
          isNamed
          label={t('franchiseApply.doubles')}
          heads={[
            t('franchiseApply.no'),
            t('franchiseApply.name'),
            t('franchiseApply.state'),
            t('franchiseApply.sameBy'),
            t('franchiseApply.createdAt'),
          ]}
          rows={apply.doubles.map(({ id, no, name, stateText, by, createdAt }) => ({
            key: no,
            cells: [
              <Link key="no" to={`${PAGE}?open=${id}`}>
                {no}
              </Link>,
              name,
              stateText,
              by,
              full(createdAt),
            ],
          }))}
        />
      )}
    </Section>
  );
}

/** Shows the wanted region on a map, and the franchisees whose territory overlaps it. */
function Neighbours({ apply }: Inside) {
  const t = useT();
  // Use the smallest region, because larger regions contain areas that the applicant does not want.
  const wanted = apply.codes.slice(-1);
  const others = apply.neighbours.map((one) => ({ ...one, key: one.no }));
  return (
    <Section title={t('franchiseApply.neighbours')}>
      {wanted.length > 0 ? <TerritoryMap codes={wanted} label={t('franchiseApply.map')} others={others} /> : null}
      {others.length > 0 && wanted.length > 0 ? <p className={styles.note}>{t('franchiseApply.mapLegend')}</p> : null}
      {apply.neighbours.length === 0 ? (
        <p className={styles.note}>{t('franchiseApply.noNeighbours')}</p>
      ) : (
        <SmallTable
          isNamed
          label={t('franchiseApply.neighbours')}
          heads={[t('franchiseApply.franchisee'), t('franchiseApply.territory'), t('franchiseApply.isExclusive')]}
          rows={apply.neighbours.map(({ no, name, territory, isExclusive }) => ({
            key: no,
            cells: [
              name,
              territory,
              isExclusive ? <StatusTag key="tag" tone="bad" text={t('list.yes')} /> : t('list.no'),
            ],
          }))}
        />
      )}
    </Section>
  );
}

/** Shows the content of a follow-up. If the applicant handed in material, the changed answers are also listed. */
function Said({ content, changes }: Pick<Detail['follows'][number], 'content' | 'changes'>) {
  const t = useT();
  if (changes.length === 0) return content || '—';
  return (
    <>
      {content}
      <ul className={styles.changes}>
        {changes.map(({ label, before }) => (
          <li key={label}>
            {before ? t('franchiseApply.changed', { label, before }) : t('franchiseApply.added', { label })}
          </li>
        ))}
      </ul>
    </>
  );
}

function Follows({ apply }: Inside) {
  const t = useT();
  if (apply.follows.length === 0) return <p className={styles.note}>{t('franchiseApply.noFollows')}</p>;
  return (
    <SmallTable
      isNamed
      label={t('franchiseApply.tabFollows')}
      heads={[
        t('franchiseApply.at'),
        t('franchiseApply.way'),
        t('franchiseApply.content'),
        t('franchiseApply.files'),
        t('franchiseApply.nextAt'),
        t('franchiseApply.by'),
      ]}
      rows={apply.follows.map(({ key, at, wayText, content, changes, files, nextAt, byName }) => ({
        key,
        cells: [
          full(at),
          wayText,
          <Said key="said" content={content} changes={changes} />,
          <Files key="files" files={files} />,
          full(nextAt),
          byName,
        ],
      }))}
    />
  );
}

function Contract({ apply: { contract } }: Inside) {
  const t = useT();
  const locale = useLocale();
  const fact = useFact();
  if (contract === null) return <p className={styles.note}>{t('franchiseApply.noContract')}</p>;
  const { contractNo, company, creditCode, level, territory, exclusive, shareRateBp, franchisee } = contract;
  return (
    <Facts
      items={[
        fact('contractNo', 'franchiseApply.contractNo', contractNo),
        fact('company', 'franchiseApply.company', company),
        fact('creditCode', 'franchiseApply.creditCode', creditCode),
        fact('level', 'franchiseApply.level', level),
        fact('territory', 'franchiseApply.territory', territory.map(({ name }) => name).join(t('list.separator'))),
        fact('exclusive', 'franchiseApply.exclusive', t(exclusive ? 'list.yes' : 'list.no')),
        fact('share', 'franchiseApply.shareRateBp', formatFigure(shareRateBp, 'bp', locale)),
        fact('fee', 'franchiseApply.feeFen', <Money fen={contract.feeFen} sign />),
        fact('deposit', 'franchiseApply.depositFen', <Money fen={contract.depositFen} sign />),
        fact('term', 'franchiseApply.term', writeDays(contract.startsOn, contract.endsOn, locale)),
        fact('file', 'franchiseApply.contractFile', <Files files={contract.file ? [contract.file] : []} />),
        ...(contract.txNo ? [fact('txNo', 'franchiseApply.txNo', contract.txNo)] : []),
        ...(franchisee ? [fact('franchisee', 'franchiseApply.franchisee', franchisee.no)] : []),
      ]}
    />
  );
}

function History({ apply }: Inside) {
  const t = useT();
  return (
    <SmallTable
      isNamed
      label={t('franchiseApply.tabHistory')}
      heads={[t('franchiseApply.step'), t('franchiseApply.at'), t('franchiseApply.by'), t('franchiseApply.note')]}
      rows={apply.steps.map(({ key, at, text, byName, note }) => ({
        key,
        cells: [text, full(at), byName || t('cases.system'), note || '—'],
      }))}
    />
  );
}
