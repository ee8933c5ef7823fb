import { HOUR_STORE } from '@contract/hourToReach.fields';
import type { Data } from '@contract/index';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { type Action, post } from '@/ui/actions/types';
import type { Field } from '@/ui/EntityForm/types';
import { ListPage } from '@/ui/ListPage';
import { listOf } from '@/ui/resource/list';
import { StatusTag } from '@/ui/StatusTag';
import styles from './index.css';

type StoreRow = Data<'config.HourToReach/getStores'>['list'][number];

type Tested = Data<'config.HourToReach/testEnquiry'> & { readonly name: string };

const INSIDE: readonly string[] = ['tab'];

const TEST_FIELDS: readonly Field[] = [
  { kind: 'number', name: 'distanceM', label: 'hourStore.distance', required: true, min: 0, max: 100_000 },
  { kind: 'number', name: 'weightG', label: 'hourStore.weight', required: true, min: 0, max: 200_000 },
  { kind: 'money', name: 'goodsFen', label: 'hourStore.goods', required: true, minFen: 0, maxFen: 100_000_000 },
];

/** Builds the actions on stores. @param onTested receives the response to a test enquiry, or `null` when the last result is outdated */
const storeActions = (onTested: (tested: Tested | null) => void): readonly Action<StoreRow>[] => [
  {
    key: 'bindStore',
    label: 'hourStore.bind',
    fields: () => [{ kind: 'options', name: 'teamId', label: 'hourStore.teamId', source: 'teams', required: true }],
    call: post('config.HourToReach/bindStore', ({ id, version }: StoreRow, values) => ({
      ...{ id, version },
      teamId: Number(values.teamId),
    })),
    after: () => onTested(null),
  },
  {
    key: 'unbindStore',
    label: 'hourStore.unbind',
    danger: true,
    confirm: { text: (names, _rows, translate) => translate('hourStore.unbindText', { names }) },
    call: post('config.HourToReach/bindStore', ({ id, version }: StoreRow) => ({ id, version, teamId: null })),
    after: () => onTested(null),
  },
  {
    key: 'testEnquiry',
    label: 'hourStore.test',
    confirm: { text: (_names, _rows, translate) => translate('hourStore.testHelp') },
    fields: () => TEST_FIELDS,
    initial: () => ({ distanceM: 2_000, weightG: 1_000, goodsFen: 5_000 }),
    quiet: true,
    call: post('config.HourToReach/testEnquiry', ({ id }: StoreRow, values) => ({
      id,
      distanceM: Number(values.distanceM),
      weightG: Number(values.weightG),
      goodsFen: Number(values.goodsFen),
    })),
    after: (answer, { name }) => onTested({ ...(answer as Data<'config.HourToReach/testEnquiry'>), name }),
  },
];

/** Lists the stores of the shops. The station that is bound to a store answers the store's enquiries. */
export function Stores() {
  const t = useT();
  const [tested, setTested] = useState<Tested | null>(null);
  const { data } = useData('config.HourToReach/getStores', { limit: 10 });
  const unbound = data?.summary.unbound ?? 0;
  const list = useMemo(
    () =>
      listOf('config.HourToReach/getStores', HOUR_STORE, {
        columns: { teamId: (row) => row.teamName ?? t('hourStore.unbound') },
      }),
    [t],
  );
  const actions = useMemo(() => storeActions(setTested), []);
  return (
    <>
      {unbound > 0 ? (
        <p className={styles.notice} role="status">
          {t('hourStore.unboundNotice', { n: unbound })}
        </p>
      ) : null}
      {tested ? <TestResult tested={tested} /> : null}
      <ListPage<'config.HourToReach/getStores'>
        {...list}
        inside={INSIDE}
        name="hourStore"
        title="hourStore.tab"
        actions={actions}
        rowName={(row) => row.name}
        empty={{ text: 'hourStore.empty' }}
      />
    </>
  );
}

/** Shows the result of a store's test enquiry as a list of checks. */
function TestResult({ tested }: { readonly tested: Tested }) {
  const t = useT();
  return (
    <section aria-label={t('hourStore.test')} role="status">
      <h2>{`${t('hourStore.test')} · ${tested.name}`}</h2>
      <ul className={styles.checks}>
        {tested.checks.map(({ name, ok, detail }) => (
          <li key={name}>
            <StatusTag tone={ok ? 'good' : 'bad'} text={t(ok ? 'hourStore.passed' : 'hourStore.failed')} /> {name}
            {detail === '' ? '' : ` · ${detail}`}
          </li>
        ))}
      </ul>
    </section>
  );
}
