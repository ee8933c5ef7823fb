import type { Data } from '@contract/index';
import type { SiteSettingGroup } from '@contract/site';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { FieldValue } from '@/ui/EntityForm/FieldValue';
import { same } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { TimeText } from '@/ui/TimeText';
import { groupsOf, toForm } from './groups';
import styles from './index.css';

type Version = Data<'site.Site/getSettingHistory'>['list'][number];

const PAGE = 20;

interface HistoryProps {
  readonly group: SiteSettingGroup;
  readonly onClose: () => void;
}

/** Earlier versions of a group, newest first, each with what it changed. */
export function History({ group, onClose }: HistoryProps) {
  const t = useT();
  const [page, setPage] = useState(1);
  const query = useData(
    'site.Site/getSettingHistory',
    { group, page, limit: PAGE },
    { keepPrevious: true, staleTime: 0 },
  );
  const title = t('site.historyOf', { group: t(`site.tab_${group}`) });
  return (
    <Drawer open title={title} size={560} onClose={onClose}>
      <QueryBoundary
        query={query}
        minHeight={240}
        isEmpty={({ list }) => list.length === 0}
        empty={<EmptyState text={t('site.historyEmpty')} />}
      >
        {({ list, total }) => (
          <>
            <ol className={styles.versions}>
              {list.map((version, at) => (
                <li key={version.id}>
                  <VersionView group={group} version={version} before={list[at + 1] ?? null} />
                </li>
              ))}
            </ol>
            {total > PAGE ? (
              <div className={styles.pages}>
                <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
                  {t('site.newer')}
                </Button>
                <Button disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
                  {t('site.older')}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </QueryBoundary>
    </Drawer>
  );
}

interface VersionViewProps {
  readonly group: SiteSettingGroup;
  readonly version: Version;
  /** The version before, where the page has it. */
  readonly before: Version | null;
}

function VersionView({ group, version, before }: VersionViewProps) {
  const t = useT();
  const fields = useMemo(
    () => groupsOf(group, { t, hasSecret: [], callerIp: '', maySecrets: false }).flatMap((part) => part.fields),
    [group, t],
  );
  const now = toForm(group, version.values);
  const was = before ? toForm(group, before.values) : null;
  const isNamed = (name: string) =>
    version.changed.includes(name) || (group === 'sms' && version.changed.includes('templates'));
  const changed = fields.filter(
    (field) => isNamed(field.name) && (field.secret || was === null || !same(now[field.name], was[field.name])),
  );
  return (
    <article>
      <h3 className={styles.version}>
        {t('site.version', { n: version.version })}
        <span>
          {version.byName} · <TimeText at={version.at} />
        </span>
      </h3>
      {changed.length === 0 ? (
        <p className={styles.state}>{t('site.nothingChanged')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[t('form.field'), t('site.before'), t('site.after')]}
          rows={changed.map((field) => ({
            key: field.name,
            cells: [
              t(field.label),
              field.secret || !was ? '—' : <FieldValue key="before" field={field} value={was[field.name]} />,
              field.secret ? (
                t('site.secretReplaced')
              ) : (
                <FieldValue key="after" field={field} value={now[field.name]} />
              ),
            ],
          }))}
        />
      )}
    </article>
  );
}
