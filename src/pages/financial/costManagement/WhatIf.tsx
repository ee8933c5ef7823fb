import type { Data } from '@contract/index';
import { useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useData, useRefresh } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { Fields } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { useFields } from '@/ui/EntityForm/useFields';
import { Money } from '@/ui/Money';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { SmallTable } from '@/ui/SmallTable';
import styles from './index.css';

type Detail = Data<'finance.Cost/getRule'>;
type Run = Data<'finance.Cost/getWhatIf'>;
type Result = NonNullable<Run['result']>;

const FIELDS: readonly Field[] = [
  { kind: 'day', name: 'fromDay', label: 'whatIf.from', required: true },
  { kind: 'day', name: 'toDay', label: 'whatIf.to', required: true },
];
const POLL_MS = 1_000;
/** Maximum number of stations, and of riders, that are listed by name. */
const NAMED = 20;
const isOpen = ({ state }: Run): boolean => state === 'waiting' || state === 'running';

/** Shows how a version of a fee rule would have changed the fees of past orders, so that users can check it before its publication. */
export function WhatIf({ rule }: { readonly rule: Pick<Detail, 'id'> }) {
  const t = useT();
  const [isWaiting, setWaiting] = useState(false);
  const query = useData('finance.Cost/getWhatIfs', { ruleId: rule.id }, { everyMs: isWaiting ? POLL_MS : undefined });
  const [last] = query.data?.list ?? [];
  const isRunning = last !== undefined && isOpen(last);
  if (isRunning !== isWaiting) setWaiting(isRunning);
  const refresh = useRefresh();
  const form = useFields<FormValues>({ fromDay: '', toDay: '' }, FIELDS);
  const [problem, setProblem] = useState('');
  const start = async () => {
    if (!form.check()) return;
    const { fromDay, toDay } = form.values();
    const input = { ruleId: rule.id, fromDay: String(fromDay), toDay: String(toDay) };
    const end = await mutate('finance.Cost/startWhatIf', () => input, newKey());
    setProblem(end.kind === 'done' ? '' : ('msg' in end && end.msg) || t('common.networkError'));
    refresh('finance.Cost/getWhatIfs');
  };
  const cancel = async () => {
    if (last) await mutate('finance.Cost/cancelWhatIf', () => ({ id: last.id }), newKey());
    refresh('finance.Cost/getWhatIfs');
  };
  return (
    <>
      <p className={styles.note}>{t('whatIf.help')}</p>
      <form
        noValidate
        aria-label={t('whatIf.title')}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <Fields form={form} fields={FIELDS} />
        <Button type="primary" htmlType="submit" disabled={isRunning || query.data === undefined}>
          {t('whatIf.start')}
        </Button>
      </form>
      {problem ? (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      ) : null}
      <QueryBoundary query={query}>
        {({ list: [run] }) => (run ? <Shown run={run} onCancel={() => void cancel()} /> : null)}
      </QueryBoundary>
    </>
  );
}

function Shown({ run, onCancel }: { readonly run: Run; readonly onCancel: () => void }) {
  const t = useT();
  return (
    <section className={styles.run} aria-label={t('whatIf.title')}>
      <p role="status">
        {t('whatIf.range', { from: run.fromDay, to: run.toDay })} · {run.stateText}
        {isOpen(run) ? ` · ${t('whatIf.progress', { done: run.done, total: run.total })}` : ''}
      </p>
      {isOpen(run) ? (
        <>
          <progress max={Math.max(1, run.total)} value={run.done} aria-label={run.stateText} />
          <Button onClick={onCancel}>{t('whatIf.cancel')}</Button>
        </>
      ) : null}
      {run.result ? <Outcome result={run.result} /> : null}
    </section>
  );
}

function Outcome({ result }: { readonly result: Result }) {
  const t = useT();
  if (result.orders === 0) return <p>{t('whatIf.noOrders')}</p>;
  const money = (fen: number | null) => <Money key="fen" fen={fen} sign sum />;
  const change = (key: string, label: string, fen: number | null) => ({ key, cells: [label, money(fen)] });
  const more = result.stations.length - NAMED;
  return (
    <>
      <SmallTable
        label={t('whatIf.orders')}
        heads={[t('whatIf.orders'), t('whatIf.changed'), t('whatIf.before'), t('whatIf.after')]}
        figuresFrom={0}
        rows={[
          {
            key: 'all',
            cells: [String(result.orders), String(result.changed), money(result.beforeFen), money(result.afterFen)],
          },
        ]}
      />
      {result.changed === 0 ? (
        <p>{t('whatIf.noChange')}</p>
      ) : (
        <>
          <SmallTable
            label={t('whatIf.change')}
            heads={[t('whatIf.party'), t('whatIf.change')]}
            isNamed
            figuresFrom={1}
            rows={[
              change('platform', t('whatIf.platform'), result.platformFen),
              change('stations', t('whatIf.stations'), result.stationsFen),
              change('merchants', t('whatIf.merchants'), result.merchantsFen),
              change('riders', t('whatIf.riders'), result.ridersFen),
            ]}
          />
          <h3>{t('whatIf.byStation')}</h3>
          <SmallTable
            label={t('whatIf.byStation')}
            heads={[t('whatIf.stations'), t('whatIf.orders'), t('whatIf.changed'), t('whatIf.change')]}
            isNamed
            figuresFrom={1}
            rows={result.stations.slice(0, NAMED).map((row) => ({
              key: row.teamId,
              cells: [row.name, String(row.orders), String(row.changed), money(row.changeFen)],
            }))}
          />
          {more > 0 ? <p>{t('whatIf.rest', { n: more })}</p> : null}
          {result.riders.length > 0 ? (
            <>
              <h3>{t('whatIf.byRider')}</h3>
              <SmallTable
                label={t('whatIf.byRider')}
                heads={[t('whatIf.riders'), t('whatIf.orders'), t('whatIf.change')]}
                isNamed
                figuresFrom={1}
                rows={result.riders.slice(0, NAMED).map((row) => ({
                  key: row.riderId,
                  cells: [row.name, String(row.orders), money(row.changeFen)],
                }))}
              />
              {result.riders.length > NAMED ? <p>{t('whatIf.onlyRiders', { n: NAMED })}</p> : null}
            </>
          ) : null}
        </>
      )}
    </>
  );
}
