import type { Data } from '@contract/index';
import type { SiteSettingGroup } from '@contract/site';
import { useMemo, useState } from 'react';
import { useSay } from '@/app/i18n/translate';
import { useData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { FieldValue } from '@/ui/EntityForm/FieldValue';
import { same } from '@/ui/EntityForm/store';
import { Drawer } from '@/ui/library/Drawer';
import { Region } from '@/ui/QueryBoundary';
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
  const say = useSay();
  const [page, setPage] = useState(1);
  const query = useData(
    'site.Site/getSettingHistory',
    { group, page, limit: PAGE },
    { keepPrevious: true, staleTime: 0 },
  );
  const title = say('site.historyOf', { group: say(`site.tab_${group}`) });
  return (
    <Drawer open title={title} size={560} onClose={onClose}>
      <Region
        query={query}
        minHeight={240}
        isEmpty={({ list }) => list.length === 0}
        empty={<EmptyState text={say('site.historyEmpty')} />}
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
                  {say('site.newer')}
                </Button>
                <Button disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
                  {say('site.older')}
                </Button>
              </div>
            ) : null}
          </>
        )}
      </Region>
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
  const say = useSay();
  const fields = useMemo(
    () => groupsOf(group, { say, hasSecret: [], callerIp: '', maySecrets: false }).flatMap((part) => part.fields),
    [group, say],
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
        {say('site.version', { n: version.version })}
        <span>
          {version.byName} · <TimeText at={version.at} />
        </span>
      </h3>
      {changed.length === 0 ? (
        <p className={styles.state}>{say('site.nothingChanged')}</p>
      ) : (
        <SmallTable
          isNamed
          heads={[say('form.field'), say('site.before'), say('site.after')]}
          rows={changed.map((field) => ({
            key: field.name,
            cells: [
              say(field.label),
              field.secret || !was ? '—' : <FieldValue key="before" field={field} value={was[field.name]} />,
              field.secret ? (
                say('site.secretReplaced')
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
