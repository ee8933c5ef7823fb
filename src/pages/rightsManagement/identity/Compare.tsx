import { CheckOutlined } from '@ant-design/icons';
import type { Data } from '@contract/index';
import { history } from '@umijs/max';
import { Fragment, useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData, useOptions } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { Checkbox } from '@/ui/library/Checkbox';
import { PageHeader } from '@/ui/PageHeader';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { ScrollBox } from '@/ui/ScrollBox';
import { Select } from '@/ui/Select';
import { SrOnly } from '@/ui/SrOnly';
import styles from './index.css';
import { keep, modulesOf } from './tree';

type Comparison = Data<'rights.Identity/compare'>;
type Rule = Pick<Comparison['tree'][number], 'id' | 'parentId' | 'kind' | 'name' | 'a' | 'b'>;

const PAGE = '/rightsManagement/identity';
const FACTS = {
  type: 'identity.type',
  status: 'identity.status',
  scope: 'identity.scope',
  fields: 'identity.fields',
  hours: 'identity.hours',
  addresses: 'identity.addresses',
  need2v: 'identity.need2v',
} as const satisfies Record<Comparison['facts'][number]['key'], string>;

/** Compares two identities side by side. The URL contains their ids. */
export function Compare({ a, b }: { readonly a: number | null; readonly b: number | null }) {
  const t = useT();
  const { options, ...state } = useOptions('allIdentities', true);
  const go = (first: number | null, second: number | null) =>
    history.replace(`${PAGE}?compare=${[first ?? '', second ?? ''].join(',')}`);
  const isPair = a !== null && b !== null;
  const query = useData('rights.Identity/compare', { a: a ?? 0, b: b ?? 0 }, { enabled: isPair, keepPrevious: true });
  return (
    <>
      <PageHeader
        title="identity.compareTitle"
        extra={<Button onClick={() => history.push(PAGE)}>{t('identity.backToList')}</Button>}
      />
      <div className={styles.panel}>
        <div className={styles.pair}>
          <Select<number>
            label={t('identity.first')}
            prefix={t('identity.first')}
            placeholder={t('identity.chooseIdentity')}
            search
            {...state}
            options={options}
            value={a}
            onChange={(next) => go(next, b)}
          />
          <Select<number>
            label={t('identity.second')}
            prefix={t('identity.second')}
            placeholder={t('identity.chooseIdentity')}
            search
            {...state}
            options={options}
            value={b}
            onChange={(next) => go(a, next)}
          />
          <Button disabled={!isPair} onClick={() => go(b, a)}>
            {t('identity.swap')}
          </Button>
        </div>
        {isPair ? (
          <QueryBoundary query={query} minHeight={360}>
            {(data) => <Table data={data} />}
          </QueryBoundary>
        ) : (
          <EmptyState text={t('identity.comparePick')} />
        )}
      </div>
    </>
  );
}

function Table({ data }: { readonly data: Comparison }) {
  const t = useT();
  const [onlyDifferent, setOnly] = useState(true);
  const all = useMemo(() => modulesOf<Rule>(data.tree as never), [data.tree]);
  const modules = useMemo(
    () => keep(all, (rule) => (onlyDifferent ? rule.a !== rule.b : rule.kind !== 'menu')),
    [all, onlyDifferent],
  );
  const facts = data.facts.filter((fact) => !onlyDifferent || fact.a !== fact.b);
  const differences = useMemo(
    () =>
      data.facts.filter((fact) => fact.a !== fact.b).length +
      all
        .flatMap(({ pages }) => pages.flatMap(({ page, buttons }) => [page, ...buttons]))
        .filter((rule) => rule.a !== rule.b).length,
    [data.facts, all],
  );
  return (
    <>
      <div className={styles.tools}>
        <Checkbox checked={onlyDifferent} onChange={(event) => setOnly(event.target.checked)}>
          {t('identity.onlyDifferent')}
        </Checkbox>
        <span className={styles.total} role="status">
          {t('identity.differences', { n: differences })}
        </span>
      </div>
      {facts.length + modules.length === 0 ? (
        <EmptyState text={t('identity.same')} />
      ) : (
        <ScrollBox label={t('identity.compareTitle')}>
          <table className={styles.compare}>
            <thead>
              <tr>
                <th scope="col">{t('identity.what')}</th>
                <th scope="col">{data.a.name}</th>
                <th scope="col">{data.b.name}</th>
              </tr>
            </thead>
            <tbody>
              {facts.map((fact) => (
                <tr key={fact.key} className={fact.a === fact.b ? undefined : styles.differs}>
                  <th scope="row">{t(FACTS[fact.key])}</th>
                  <td>{fact.a}</td>
                  <td>{fact.b}</td>
                </tr>
              ))}
            </tbody>
            {modules.map(({ root, pages }) => (
              <tbody key={root.id}>
                {root.kind === 'menu' ? (
                  <tr>
                    <th scope="rowgroup" colSpan={3} className={styles.compareRoot}>
                      {root.name}
                    </th>
                  </tr>
                ) : null}
                {pages.map(({ page, buttons }) => (
                  <Fragment key={page.id}>
                    <Line rule={page} />
                    {buttons.map((button) => (
                      <Line key={button.id} rule={button} below />
                    ))}
                  </Fragment>
                ))}
              </tbody>
            ))}
          </table>
        </ScrollBox>
      )}
    </>
  );
}

function Line({ rule, below = false }: { readonly rule: Rule; readonly below?: boolean }) {
  return (
    <tr className={rule.a === rule.b ? undefined : styles.differs}>
      <th scope="row" className={below ? styles.below : styles.pageName}>
        {rule.name}
      </th>
      <td>
        <Mark held={rule.a} />
      </td>
      <td>
        <Mark held={rule.b} />
      </td>
    </tr>
  );
}

/** Shows a tick or a dash, with a text for screen readers. */
function Mark({ held }: { readonly held: boolean }) {
  const t = useT();
  return (
    <>
      {held ? <CheckOutlined aria-hidden className={styles.held} /> : <span aria-hidden="true">—</span>}
      <SrOnly>{t(held ? 'list.yes' : 'list.no')}</SrOnly>
    </>
  );
}
