import { CheckOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Facts } from '@/ui/DetailDrawer';
import { Checkbox } from '@/ui/library/Checkbox';
import { SrOnly } from '@/ui/SrOnly';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';
import { RuleGrid } from './RuleGrid';
import { countOf, keep, modulesOf } from './tree';

type Explained = Data<'rights.Identity/explain'>;
type Rule = Pick<Explained['tree'][number], 'id' | 'parentId' | 'kind' | 'name' | 'held' | 'by'>;

/**
 * Shows which pages, actions and fields a person or an identity may use, and the data scope by module (权限透视). For a person, numbers next
 * to each name refer to the identities that grant the permission. The data comes from the evaluator that also authorizes requests.
 */
export function Explanation({ data }: { readonly data: Explained }) {
  const t = useT();
  const [onlyHeld, setOnly] = useState(true);
  const { identities, subject } = data;
  const all = useMemo(() => modulesOf<Rule>(data.tree as never), [data.tree]);
  const modules = useMemo(() => (onlyHeld ? keep(all, (rule) => rule.held) : all), [all, onlyHeld]);
  const isPerson = subject.kind === 'person';
  const why = (by: readonly number[]) =>
    isPerson ? <Reason by={by} identities={identities} isOwner={subject.isOwner} /> : null;
  return (
    <>
      {subject.isOwner ? <p className={styles.note}>{t('identity.ownerHolds')}</p> : null}
      {isPerson ? <Sources identities={identities} /> : null}
      {data.scopes.length > 0 ? (
        <Facts
          title={t('identity.rowsByModule')}
          items={data.scopes.map((scope) => ({ key: String(scope.moduleId), label: scope.name, value: scope.text }))}
        />
      ) : null}
      <Facts
        title={t('identity.fields')}
        items={data.fields.map((field) => ({
          key: field.key,
          label: field.name,
          value: (
            <>
              {t(field.held ? 'list.yes' : 'list.no')} {why(field.by)}
            </>
          ),
        }))}
      />
      <h3 className={styles.sectionTitle}>{t('identity.rules')}</h3>
      <RuleGrid<Rule>
        label={t('identity.rules')}
        modules={modules}
        empty={t('identity.holdsNothing')}
        tools={
          <Checkbox checked={onlyHeld} onChange={(event) => setOnly(event.target.checked)}>
            {t('identity.onlyHeld')}
          </Checkbox>
        }
        head={({ root }) => <strong>{root.name}</strong>}
        count={({ root }) => {
          const whole = all.find((module) => module.root.id === root.id);
          const { chosen, all: n } = countOf(whole?.pages ?? [], (rule) => rule.held);
          return t('identity.countOf', { n: chosen, all: n });
        }}
        cell={(rule) => (
          <span className={rule.held ? styles.has : styles.hasNot}>
            {rule.held ? <CheckOutlined aria-hidden className={styles.held} /> : <span aria-hidden="true">—</span>}{' '}
            {rule.name}
            {rule.held ? why(rule.by) : <SrOnly>{t('list.no')}</SrOnly>}
          </span>
        )}
      />
    </>
  );
}

interface SourcesProps {
  readonly identities: Explained['identities'];
}

/**
 * Lists the person's identities in the order of the numbers that `Reason` shows. Each identity shows what disables or restricts it: state,
 * hours and IP addresses.
 */
function Sources({ identities }: SourcesProps) {
  const t = useT();
  return (
    <section className={styles.sources}>
      <h3 className={styles.sectionTitle}>{t('identity.sources')}</h3>
      {identities.length === 0 ? <p>{t('identity.noIdentity')}</p> : null}
      <ol>
        {identities.map((identity) => (
          <li key={identity.id}>
            <strong>{identity.name}</strong>{' '}
            {identity.off ? (
              <StatusTag
                tone="neutral"
                text={t(identity.off === 'disabled' ? 'identity.offDisabled' : 'identity.offHours')}
              />
            ) : null}
            {identity.conditions.length > 0 ? (
              <small>{t('identity.onlyWhen', { what: identity.conditions.join(t('list.separator')) })}</small>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface ReasonProps extends SourcesProps {
  /** Ids of the identities that grant the permission. */
  readonly by: readonly number[];
  readonly isOwner: boolean;
}

/** Shows the numbers of the identities that grant a permission. Screen readers get the names instead. */
function Reason({ by, identities, isOwner }: ReasonProps) {
  const t = useT();
  if (by.length === 0) return isOwner ? <SrOnly>{t('identity.byOwner')}</SrOnly> : null;
  const number = (id: number) => identities.findIndex((identity) => identity.id === id) + 1;
  const names = by.map((id) => identities.find((identity) => identity.id === id)?.name ?? '').join(t('list.separator'));
  return (
    <span className={styles.by} title={t('identity.by', { names })}>
      <span aria-hidden="true">{by.map(number).join(' ')}</span>
      <SrOnly>{t('identity.by', { names })}</SrOnly>
    </span>
  );
}
