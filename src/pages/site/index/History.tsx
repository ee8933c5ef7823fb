import type { Data } from '@contract/index';
import type { SiteSettingGroup } from '@contract/site';
import { Drawer } from 'antd';
import { useMemo, useState } from 'react';
import { Button } from '@/components/Button';
import { useData, useOptions } from '@/components/data';
import { EmptyState } from '@/components/EmptyState';
import { valueText } from '@/components/EntityForm';
import { type FormValues, same } from '@/components/EntityForm/store';
import type { Field } from '@/components/EntityForm/types';
import type { DayHours } from '@/components/HoursEditor/hours';
import { WEEK_ORDER } from '@/components/HoursEditor/hours';
import { Region } from '@/components/Region';
import { useLocale, useSay } from '@/components/say';
import { TimeText } from '@/components/TimeText';
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
  const read = useReader(group);
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
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{say('form.field')}</th>
              <th scope="col">{say('site.before')}</th>
              <th scope="col">{say('site.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((field) => (
              <tr key={field.name}>
                <th scope="row">{say(field.label)}</th>
                <td>{field.secret || !was ? '—' : read(field, was[field.name])}</td>
                <td>{field.secret ? say('site.secretReplaced') : read(field, now[field.name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}

/** How a stored value reads: ids by their names, hours by days. */
function useReader(group: SiteSettingGroup): (field: Field<FormValues>, value: unknown) => string {
  const say = useSay();
  const locale = useLocale();
  const plans = useOptions('feePlans', group === 'teamDefaults').options;
  const identities = useOptions('identities', group === 'security').options;
  return (field, value) => {
    if (field.name === 'weekHours') return hoursText(value as readonly DayHours[], locale);
    if (field.name === 'ipAllowList') return (value as readonly string[]).join(', ') || '—';
    if (field.kind === 'options') {
      const named = field.source === 'feePlans' ? plans : identities;
      const ids = Array.isArray(value) ? value : value === null ? [] : [value];
      return ids.map((id) => named.find((option) => option.value === id)?.label ?? String(id)).join(', ') || '—';
    }
    if (typeof value === 'number' && (field.name.startsWith('logo') || field.name === 'favicon')) {
      return say('site.fileNumber', { id: value });
    }
    return valueText(field, value, say);
  };
}

/** `Mon 08:00–22:00`, days with the same hours together. */
function hoursText(week: readonly DayHours[], locale: string): string {
  const names = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  // 4 January 1970 was a Sunday.
  const name = (weekday: number) => names.format((weekday + 3) * 86_400_000);
  const hours = (weekday: number) =>
    (week.find((day) => day.weekday === weekday)?.ranges ?? []).map(({ from, to }) => `${from}–${to}`).join(', ') ||
    '—';
  const runs: { days: number[]; text: string }[] = [];
  for (const weekday of WEEK_ORDER) {
    const text = hours(weekday);
    const last = runs.at(-1);
    if (last?.text === text) last.days.push(weekday);
    else runs.push({ days: [weekday], text });
  }
  return runs
    .map(({ days, text }) => {
      const [first = 0] = days;
      const last = days.at(-1) ?? first;
      return `${first === last ? name(first) : `${name(first)}–${name(last)}`} ${text}`;
    })
    .join('; ');
}
