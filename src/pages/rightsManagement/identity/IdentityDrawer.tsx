import { identityLifecycle } from '@contract/identity.states';
import type { Data } from '@contract/index';
import { history } from '@umijs/max';
import { useLocale, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { WEEK_ORDER } from '@/features/hoursEditor/hours';
import { RowActions } from '@/ui/actions/RowActions';
import { DetailDrawer, Facts } from '@/ui/DetailDrawer';
import { EmptyState } from '@/ui/EmptyState';
import type { DetailContext } from '@/ui/ListPage/types';
import { QueryBoundary } from '@/ui/QueryBoundary';
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

/** Shows an identity in a drawer: its facts, its permissions, and the people who have it. */
export function IdentityDrawer({ id, tab, setTab, close, actions, start }: DetailContext<IdentityRow>) {
  const t = useT();
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
        { key: 'profile', label: t('identity.tabProfile'), content: () => <Profile identity={identity} /> },
        {
          key: 'rights',
          label: t('identity.tabRights', { n: identity.ruleCount }),
          content: () => <Rights id={identity.id} />,
        },
        {
          key: 'people',
          label: t('identity.tabPeople', { n: identity.staffCount }),
          content: () => <Holders id={identity.id} />,
        },
      ]}
    />
  );
}

function Profile({ identity }: { readonly identity: Detail }) {
  const t = useT();
  const locale = useLocale();
  const separator = t('list.separator');
  // The text of the scope already names the regions if there are at most three.
  const isTold = identity.dataScope.kind === 'regions' && identity.scopeItems.length <= 3;
  const members = isTold ? '' : identity.scopeItems.map(({ name }) => name).join(separator);
  const hidden = identity.scopeHidden > 0 ? t('identity.scopeHidden', { n: identity.scopeHidden }) : '';
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  return (
    <>
      {identity.locked ? <p className={styles.note}>{t(LOCKS[identity.locked])}</p> : null}
      {identity.warnings.map((warning) => (
        <p key={warning} className={styles.warning}>
          {warning}
        </p>
      ))}
      <Facts
        items={[
          { key: 'type', label: t('identity.type'), value: identity.typeText },
          { key: 'description', label: t('identity.description'), value: identity.description },
          { key: 'scope', label: t('identity.scope'), value: identity.scopeText },
          ...(members || hidden
            ? [
                {
                  key: 'members',
                  label: t('identity.scopeMembers'),
                  value: [members, hidden].filter(Boolean).join(separator),
                },
              ]
            : []),
          { key: 'need2v', label: t('identity.need2v'), value: t(identity.need2v ? 'list.yes' : 'list.no') },
          {
            key: 'addresses',
            label: t('identity.addresses'),
            value: identity.ipAllowList.join(separator) || t('identity.anywhere'),
          },
          ...(identity.loginHours === null
            ? [{ key: 'hours', label: t('identity.hours'), value: t('identity.anyTime') }]
            : []),
        ]}
      />
      {identity.loginHours === null ? null : (
        <Facts
          title={t('identity.hours')}
          items={WEEK_ORDER.map((weekday) => ({
            key: String(weekday),
            // 4 January 1970, three days after the epoch, was a Sunday.
            label: day.format((weekday + 3) * 86_400_000),
            value:
              identity.loginHours
                ?.find((one) => one.weekday === weekday)
                ?.ranges.map(({ from, to }) => `${from}–${to}`)
                .join(', ') || t('identity.notThatDay'),
          }))}
        />
      )}
      <Facts
        title={t('identity.record')}
        items={[
          {
            key: 'createdAt',
            label: t('identity.createdAt'),
            value: <TimeText at={identity.createdAt} mode="full" />,
          },
          { key: 'createdBy', label: t('identity.createdBy'), value: identity.createdByName },
          {
            key: 'updatedAt',
            label: t('identity.updatedAt'),
            value: <TimeText at={identity.updatedAt} mode="full" />,
          },
          { key: 'updatedBy', label: t('identity.updatedBy'), value: identity.updatedByName },
        ]}
      />
    </>
  );
}

function Rights({ id }: { readonly id: number }) {
  const query = useData('rights.Identity/explain', { identityId: id });
  return (
    <QueryBoundary query={query} minHeight={240}>
      {(data) => <Explanation data={data} />}
    </QueryBoundary>
  );
}

function Holders({ id }: { readonly id: number }) {
  const t = useT();
  const query = useData('rights.Identity/findPeople', { identityId: id });
  return (
    <QueryBoundary
      query={query}
      minHeight={160}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState text={t('identity.nobody')} />}
    >
      {({ list, total }) => (
        <>
          <SmallTable
            heads={[t('identity.person'), t('identity.allIdentities'), t('identity.status'), t('list.actions')]}
            rows={list.map((person) => ({
              key: person.id,
              cells: [
                <span key="person">
                  {person.name} <small>{person.account}</small>
                </span>,
                person.identityNames.join(t('list.separator')),
                person.statusText,
                <button
                  key="xray"
                  type="button"
                  className={styles.all}
                  aria-label={`${t('identity.xray')} ${person.name}`}
                  onClick={() => history.push(`/rightsManagement/identity?explain=person:${person.id}`)}
                >
                  {t('identity.xray')}
                </button>,
              ],
            }))}
          />
          {total > list.length ? (
            <p className={styles.quiet}>{t('identity.morePeople', { n: total - list.length })}</p>
          ) : null}
        </>
      )}
    </QueryBoundary>
  );
}
