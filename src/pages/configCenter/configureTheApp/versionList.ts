import { APP_VERSIONS } from '@contract/appVersion.fields';
import { APP_VERSION, appVersionLifecycle, FORCE_TEXT, FORCES, type Force } from '@contract/appVersion.states';
import type { Data } from '@contract/index';
import { formAddress } from '@/app/formAddress';
import { type Action, post } from '@/ui/actions/types';
import { trimmed } from '@/ui/EntityForm/store';
import { listOf } from '@/ui/resource/list';

export type VersionRow = Data<'config.App/getVersions'>['list'][number];

/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const INSIDE = ['tab', 'form'];

export const LIST = listOf('config.App/getVersions', APP_VERSIONS);

const label = (action: Parameters<typeof appVersionLifecycle.transition>[0]) =>
  appVersionLifecycle.transition(action).text;
const of = ({ id, version }: VersionRow) => ({ id, version });

/** Actions on a version. The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<VersionRow>[] = [
  { key: 'editVersion', label: 'appVersion.edit', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'publishVersion',
    label: label('publishVersion'),
    hotkey: 'p',
    confirm: { text: (names, _rows, t) => t('appVersion.publishText', { names }) },
    call: post('config.App/publishVersion', of),
  },
  {
    key: 'setForce',
    label: label('setForce'),
    fields: () => [
      {
        kind: 'radio',
        name: 'force',
        label: 'appVersion.force',
        required: true,
        options: FORCES.map((value) => ({ value, label: FORCE_TEXT[value] })),
      },
    ],
    initial: ([row]) => ({ force: row?.force ?? 'none' }),
    call: post('config.App/setForce', (row: VersionRow, values) => ({ ...of(row), force: values.force as Force })),
  },
  {
    key: 'setGray',
    label: label('setGray'),
    fields: () => [
      {
        kind: 'number',
        name: 'grayPercent',
        label: 'appVersion.grayPercent',
        unit: 'appVersion.percent',
        required: true,
        ...APP_VERSION.gray,
      },
    ],
    initial: ([row]) => ({ grayPercent: row?.grayPercent ?? 100 }),
    call: post('config.App/setGray', (row: VersionRow, values) => ({
      ...of(row),
      grayPercent: Number(values.grayPercent),
    })),
  },
  {
    key: 'withdrawVersion',
    label: label('withdrawVersion'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('appVersion.withdrawText', { names }) },
    fields: () => [{ kind: 'text', name: 'reason', label: 'appVersion.reason', required: true, min: 2, max: 200 }],
    call: post('config.App/withdrawVersion', (row: VersionRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
    })),
  },
];
