import { identityLifecycle } from '@contract/identity.states';
import type { Data } from '@contract/index';
import { history } from '@umijs/max';
import { useLocale, useSay } from '@/app/i18n/translate';
import { useData } from '@/app/request/useData';
import { WEEK_ORDER } from '@/features/hoursEditor/hours';
import { RowActions } from '@/ui/actions/RowActions';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { Region } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import type { IdentityRow } from './columns';
import { Explanation } from './Explanation';
import styles from './index.css';

type Detail = Data<'rights.Identity/getDetail'>;

const LOCKS = {
  builtin: 'identity.lock_builtin',
  own: 'identity.lock_own',
  above: 'identity.lock_above',
} as const;

/** Detail of an identity beside the list: what it is, what it grants, who has it. */
export function IdentityDrawer({ id, tab, setTab, close, actions, start }: DetailContext<IdentityRow>) {
  const say = useSay();
  const query = useData('rights.Identity/getDetail', { id });
  return (
    <DetailDrawer<Detail>
      query={query}
      title={(identity) => identity.name}
      beside={(identity) => (
        <StatusTag tone={identityLifecycle.states[identity.status].tone} text={identity.statusText} />
      )}
      actions={(identity) => (
        <RowActions row={identity} name={identity.name} actions={actions} start={start} visible={3} buttons />
      )}
      tab={tab}
      onTab={setTab}
      onClose={close}
      tabs={(identity) => [
        { key: 'profile', label: say('identity.tabProfile'), content: () => <Profile identity={identity} /> },
        {
          key: 'rights',
          label: say('identity.tabRights', { n: identity.ruleCount }),
          content: () => <Rights id={identity.id} />,
        },
        {
          key: 'people',
          label: say('identity.tabPeople', { n: identity.staffCount }),
          content: () => <Holders id={identity.id} />,
        },
      ]}
    />
  );
}

function Profile({ identity }: { readonly identity: Detail }) {
  const say = useSay();
  const locale = useLocale();
  const separator = say('list.separator');
  // A few regions stand in the scope's own words already.
  const isTold = identity.dataScope.kind === 'regions' && identity.scopeItems.length <= 3;
  const members = isTold ? '' : identity.scopeItems.map(({ name }) => name).join(separator);
  const hidden = identity.scopeHidden > 0 ? say('identity.scopeHidden', { n: identity.scopeHidden }) : '';
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <>
      {identity.locked ? <p className={styles.note}>{say(LOCKS[identity.locked])}</p> : null}
      {identity.warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      <Facts
        items={[
          { key: 'type', label: say('identity.type'), value: identity.typeText },
          { key: 'description', label: say('identity.description'), value: identity.description },
          { key: 'scope', label: say('identity.scope'), value: identity.scopeText },
          ...(members || hidden
            ? [
                {
                  key: 'members',
                  label: say('identity.scopeMembers'),
                  value: [members, hidden].filter(Boolean).join(separator),
                },
              ]
            : []),
          { key: 'need2v', label: say('identity.need2v'), value: say(identity.need2v ? 'list.yes' : 'list.no') },
          {
            key: 'addresses',
            label: say('identity.addresses'),
            value: identity.ipAllowList.join(separator) || say('identity.anywhere'),
          },
          ...(identity.loginHours === null
            ? [{ key: 'hours', label: say('identity.hours'), value: say('identity.anyTime') }]
            : []),
        ]}
      />
      {identity.loginHours === null ? null : (
        <Facts
          title={say('identity.hours')}
          items={WEEK_ORDER.map((weekday) => ({
            key: String(weekday),
            // 4 January 1970 was a Sunday.
            label: day.format((weekday + 3) * 86_400_000),
            value:
              identity.loginHours
                ?.find((one) => one.weekday === weekday)
                ?.ranges.map(({ from, to }) => `${from}–${to}`)
                .join(', ') || say('identity.notThatDay'),
          }))}
        />
      )}
      <Facts
        title={say('identity.record')}
        items={[
          {
            key: 'createdAt',
            label: say('identity.createdAt'),
            value: <TimeText at={identity.createdAt} mode="full" />,
          },
          { key: 'createdBy', label: say('identity.createdBy'), value: identity.createdByName },
          {
            key: 'updatedAt',
            label: say('identity.updatedAt'),
            value: <TimeText at={identity.updatedAt} mode="full" />,
          },
          { key: 'updatedBy', label: say('identity.updatedBy'), value: identity.updatedByName },
        ]}
      />
    </>
  );
}

function Rights({ id }: { readonly id: number }) {
  const query = useData('rights.Identity/explain', { identityId: id });
  return (
    <Region query={query} minHeight={240}>
      {(data) => <Explanation data={data} />}
    </Region>
  );
}

function Holders({ id }: { readonly id: number }) {
  const say = useSay();
  const query = useData('rights.Identity/findPeople', { identityId: id });
  return (
    <Region
      query={query}
      minHeight={160}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={say('identity.nobody')} />}
    >
      {({ list, total }) => (
        <>
          <SmallTable
            heads={[say('identity.person'), say('identity.allIdentities'), say('identity.status'), say('list.actions')]}
            rows={list.map((person) => ({
              key: person.id,
              cells: [
                <span key="person">
                  {person.name} <small>{person.account}</small>
                </span>,
                person.identityNames.join(say('list.separator')),
                person.statusText,
                <button
                  key="xray"
                  type="button"
                  className={styles.all}
                  aria-label={`${say('identity.xray')} ${person.name}`}
                  onClick={() => history.push(`/rightsManagement/identity?explain=person:${person.id}`)}
                >
                  {say('identity.xray')}
                </button>,
              ],
            }))}
          />
          {total > list.length ? (
            <p className={styles.quiet}>{say('identity.morePeople', { n: total - list.length })}</p>
          ) : null}
        </>
      )}
    </Region>
  );
}
