import { SEPARATE_DUTIES } from '@contract/identity.states';
import type { Data } from '@contract/index';
import { history } from '@umijs/max';
import { lazy, Suspense, useMemo, useState, useSyncExternalStore } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { groupsOf } from './fields';
import styles from './index.css';
import { EMPTY, fromForm, type IdentityForm, toForm } from './values';

const Changes = lazy(() => import('./Changes').then((module) => ({ default: module.Changes })));

type Detail = Data<'rights.Identity/getDetail'>;
type Rules = Data<'rights.Identity/getRuleTree'>;

const LIST = '/rightsManagement/identity';
const LOCKS = {
  builtin: 'identity.lock_builtin',
  own: 'identity.lock_own',
  above: 'identity.lock_above',
} as const;

/** Edits a new or existing identity. The effects of saving are shown next to the form. */
export function Editor({ id }: { readonly id: number | null }) {
  const t = useT();
  const rules = useData('rights.Identity/getRuleTree', {});
  const query = useData('rights.Identity/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const back = <Button onClick={() => history.push(LIST)}>{t('identity.backToList')}</Button>;
  const title = id === null ? 'identity.create' : 'identity.edit';
  return (
    <>
      <PageHeader title={title} extra={back} />
      <QueryBoundary query={rules} minHeight={480}>
        {(tree) =>
          id === null ? (
            <Form rules={tree} opened={null} />
          ) : (
            <QueryBoundary query={fresh} minHeight={480}>
              {(detail) => <Form key={detail.id} rules={tree} opened={detail} />}
            </QueryBoundary>
          )
        }
      </QueryBoundary>
    </>
  );
}

function Form({ rules, opened }: { readonly rules: Rules; readonly opened: Detail | null }) {
  const t = useT();
  // A refetch of the identity must not change the edited values.
  const [detail] = useState(opened);
  const [form, setForm] = useState<FormHandle<IdentityForm> | null>(null);
  const initial = useMemo(() => (detail ? toForm(detail, rules.tree) : EMPTY), [detail, rules.tree]);
  const groups = useMemo(() => groupsOf({ t, rules, detail }), [t, rules, detail]);
  const id = detail?.id;
  return (
    <div className={styles.editor}>
      <div className={styles.panel}>
        <EntityForm<'rights.Identity/save', IdentityForm>
          formKey={id === undefined ? 'identity.new' : `identity.edit.${id}`}
          title={detail ? `${t('identity.edit')} · ${detail.name}` : t('identity.create')}
          initial={initial}
          groups={groups}
          address="rights.Identity/save"
          version={detail?.version ?? 0}
          toInput={({ values, version }) => ({ ...fromForm(values), ...(id === undefined ? {} : { id, version }) })}
          submit={id === undefined ? 'identity.submitNew' : 'identity.submit'}
          onDone={() => history.push(LIST)}
          {...(id === undefined
            ? {}
            : {
                reload: async () => {
                  const latest = await readData('rights.Identity/getDetail', { id });
                  return { values: toForm(latest, rules.tree), version: latest.version };
                },
              })}
          {...(detail?.locked ? { readOnly: LOCKS[detail.locked] } : {})}
          handle={setForm}
          wide
          footer={<Button onClick={() => history.push(LIST)}>{t('common.cancel')}</Button>}
        />
      </div>
      <aside className={styles.aside} aria-label={t('identity.changes')}>
        {form ? <Duties form={form} rules={rules} /> : null}
        {form && detail && !detail.locked ? (
          <Suspense fallback={null}>
            <Changes form={form} detail={detail} />
          </Suspense>
        ) : (
          <p className={styles.quiet}>{t(detail ? 'identity.changesLocked' : 'identity.changesNew')}</p>
        )}
      </aside>
    </div>
  );
}

/** Warns if the identity has two permissions that different people should have. The warning does not prevent saving. */
function Duties({ form, rules }: { readonly form: FormHandle<IdentityForm>; readonly rules: Rules }) {
  const t = useT();
  const chosen = useSyncExternalStore(form.store.subscribe, () => form.store.values().ruleIds);
  const name = (id: number) =>
    rules.tree
      .flatMap((root) => [...root.children, ...root.children.flatMap((page) => page.children)])
      .find((rule) => rule.id === id)?.name ?? String(id);
  const pairs = SEPARATE_DUTIES.filter(([a, b]) => chosen.includes(a) && chosen.includes(b));
  return (
    <div role="status">
      {pairs.map(([a, b]) => (
        <p key={a} className={styles.warning}>
          <strong>{t('identity.duties')}</strong> {t('identity.dutiesText', { a: name(a), b: name(b) })}
        </p>
      ))}
    </div>
  );
}
