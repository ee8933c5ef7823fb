import type { Data } from '@contract/index';
import { history } from '@umijs/max';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { useData, useOptions } from '@/app/request/useData';
import { useRested } from '@/app/useRested';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Retry } from '@/ui/LoadFailed/Retry';
import { Input } from '@/ui/library/Input';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { RadioGroup } from '@/ui/RadioGroup';
import { Select } from '@/ui/Select';
import { Explanation } from './Explanation';
import styles from './index.css';

const PAGE = '/rightsManagement/identity';
export type Subject = { readonly kind: 'identity' | 'person'; readonly id: number | null };

const address = (subject: Subject) => `${PAGE}?explain=${subject.kind}:${subject.id ?? ''}`;

/** Shows the permission X-ray (权限透视) of an identity or a person. The URL contains the subject. */
export function Xray({ subject }: { readonly subject: Subject }) {
  const t = useT();
  const { userId } = usePlatform();
  const { kind } = subject;
  const identities = useOptions('allIdentities', kind === 'identity');
  // By default, the page explains the signed-in user or, if the subject is an identity, the first identity.
  const id = subject.id ?? (kind === 'person' ? userId : (identities.options[0]?.value ?? null));
  const input = kind === 'identity' ? { identityId: id ?? 0 } : { accountId: id ?? 0 };
  const query = useData('rights.Identity/explain', input, { enabled: id !== null, staleTime: 0 });
  return (
    <>
      <PageHeader
        title="identity.xray"
        extra={<Button onClick={() => history.push(PAGE)}>{t('identity.backToList')}</Button>}
      />
      <div className={`${styles.panel} ${styles.xray}`}>
        <div className={styles.subject}>
          <RadioGroup<Subject['kind']>
            label={t('identity.of')}
            value={kind}
            options={(['identity', 'person'] as const).map((value) => ({ value, label: t(`identity.of_${value}`) }))}
            onChange={(next) => history.replace(address({ kind: next, id: null }))}
          />
          <p className={styles.quiet}>{t(kind === 'identity' ? 'identity.xrayIdentity' : 'identity.xrayPerson')}</p>
          {kind === 'identity' ? <IdentityChoice id={id} choices={identities} /> : <PersonSearch id={id} />}
        </div>
        <div className={styles.explained}>
          {id === null ? (
            <NoIdentity choices={identities} />
          ) : (
            <QueryBoundary query={query} minHeight={360}>
              {(data) => (
                <>
                  <h2 className={styles.subjectName} data-personal="">
                    {data.subject.name}
                  </h2>
                  <Explanation key={`${kind}:${id}`} data={data} />
                </>
              )}
            </QueryBoundary>
          )}
        </div>
      </div>
    </>
  );
}

type Choices = ReturnType<typeof useOptions>;

/** Shows why no identity can be explained: the identities still load, could not be loaded, or there are none. */
function NoIdentity({ choices: { loading, onRetry } }: { readonly choices: Choices }) {
  const t = useT();
  if (onRetry) {
    return <EmptyState text={t('list.loadFailed')} action={<Retry onRetry={onRetry} loading={loading} />} />;
  }
  return loading ? null : <EmptyState text={t('list.nothingFound')} />;
}

function IdentityChoice({
  id,
  choices: { options, ...state },
}: {
  readonly id: number | null;
  readonly choices: Choices;
}) {
  const t = useT();
  return (
    <Select<number>
      label={t('identity.of_identity')}
      placeholder={t('identity.chooseIdentity')}
      search
      {...state}
      options={options}
      value={id}
      onChange={(next) => history.replace(address({ kind: 'identity', id: next }))}
    />
  );
}

/** Searches for people by typed text, because a list could contain thousands of people. */
function PersonSearch({ id }: { readonly id: number | null }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const keyword = useRested(typed.trim());
  const query = useData('rights.Identity/findPeople', keyword ? { keyword } : {}, { keepPrevious: true });
  return (
    <div className={styles.people}>
      <Input
        value={typed}
        allowClear
        placeholder={t('identity.findPerson')}
        aria-label={t('identity.findPerson')}
        onChange={(event) => setTyped(event.target.value)}
      />
      <QueryBoundary
        query={query}
        minHeight={80}
        isEmpty={({ list }) => list.length === 0}
        empty={<p className={styles.quiet}>{t('list.nothingFound')}</p>}
      >
        {(found) => <People found={found} current={id} />}
      </QueryBoundary>
    </div>
  );
}

function People({
  found,
  current,
}: {
  readonly found: Data<'rights.Identity/findPeople'>;
  readonly current: number | null;
}) {
  const t = useT();
  return (
    <>
      <ul className={styles.personList}>
        {found.list.map((person) => (
          <li key={person.id}>
            <button
              type="button"
              className={styles.person}
              aria-pressed={person.id === current}
              onClick={() => history.replace(address({ kind: 'person', id: person.id }))}
            >
              <strong>{person.name}</strong> <code>{person.account}</code>
              <small>{person.identityNames.join(t('list.separator')) || t('identity.noIdentity')}</small>
            </button>
          </li>
        ))}
      </ul>
      {found.total > found.list.length ? (
        <p className={styles.quiet}>{t('list.refine', { n: found.total - found.list.length })}</p>
      ) : null}
    </>
  );
}
