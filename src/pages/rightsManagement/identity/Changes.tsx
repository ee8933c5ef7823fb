import type { Data } from '@contract/index';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import type { FormHandle } from '@/ui/EntityForm';
import styles from './index.css';
import { type IdentityForm, scopeOf } from './values';

type Preview = Data<'rights.Identity/preview'>;
type Change = Preview['gained'][number];

const WAIT_MS = 500;
const SHOWN = 12;

interface ChangesProps {
  readonly form: FormHandle<IdentityForm>;
  readonly detail: Data<'rights.Identity/getDetail'>;
}

/**
 * Shows the effects of saving on permissions, field rules and data scope, and the number of affected people. The server computes them while
 * the user edits.
 */
export function Changes({ form, detail }: ChangesProps) {
  const t = useT();
  const values = useSyncExternalStore(form.store.subscribe, form.store.values);
  const question = JSON.stringify({
    id: detail.id,
    ruleIds: values.ruleIds,
    dataScope: scopeOf(values),
    fieldRules: values.fieldRules,
  });
  const [answer, setAnswer] = useState<{ question: string; data: Preview | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const outcome = await api
        .askPost('rights.Identity/preview', JSON.parse(question), { silent: true })
        .catch(() => null);
      if (isCurrent) setAnswer({ question, data: outcome?.ok ? outcome.data : null });
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [question]);
  const data = answer?.data;
  const isStale = answer?.question !== question;
  return (
    <section className={isStale ? styles.stale : undefined} aria-busy={isStale} aria-live="polite">
      <h2 className={styles.asideTitle}>{t('identity.changes')}</h2>
      {data === undefined ? <p className={styles.quiet}>{t('common.loading')}</p> : null}
      {data === null ? <p className={styles.quiet}>{t('identity.changesFailed')}</p> : null}
      {data ? <Told data={data} /> : null}
    </section>
  );
}

function Told({ data }: { readonly data: Preview }) {
  const t = useT();
  const nothing =
    data.gained.length + data.lost.length + data.fieldsGained.length + data.fieldsLost.length === 0 &&
    data.scope === null;
  if (nothing) return <p className={styles.quiet}>{t('identity.changesNone', { n: data.people })}</p>;
  const separator = t('list.separator');
  return (
    <>
      <p>
        {data.people === 0
          ? t('identity.affectedNobody')
          : t('identity.affected', { n: data.affected, all: data.people })}
      </p>
      <List title={t('identity.gained', { n: data.gained.length })} changes={data.gained} mark="+" />
      <List title={t('identity.lost', { n: data.lost.length })} changes={data.lost} mark="−" />
      {data.fieldsGained.length > 0 ? (
        <p>{t('identity.fieldsGained', { names: data.fieldsGained.join(separator) })}</p>
      ) : null}
      {data.fieldsLost.length > 0 ? (
        <p>{t('identity.fieldsLost', { names: data.fieldsLost.join(separator) })}</p>
      ) : null}
      {data.scope ? <p>{t('identity.scopeChange', data.scope)}</p> : null}
    </>
  );
}

function List({
  title,
  changes,
  mark,
}: {
  readonly title: string;
  readonly changes: readonly Change[];
  readonly mark: string;
}) {
  const t = useT();
  if (changes.length === 0) return null;
  return (
    <>
      <h3 className={styles.changeTitle}>{title}</h3>
      <ul className={styles.changeList}>
        {changes.slice(0, SHOWN).map((change) => (
          <li key={change.id}>
            <span aria-hidden="true">{mark}</span> {change.name}{' '}
            {change.people > 0 ? <small>{t('identity.people', { n: change.people })}</small> : null}
          </li>
        ))}
      </ul>
      {changes.length > SHOWN ? (
        <p className={styles.quiet}>{t('identity.moreChanges', { n: changes.length - SHOWN })}</p>
      ) : null}
    </>
  );
}
