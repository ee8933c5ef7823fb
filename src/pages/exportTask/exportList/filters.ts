import { EXPORT_KEYS, exportModule } from '@contract/export.modules';
import { exportLifecycle } from '@contract/exportTask.states';
import type { Data } from '@contract/index';
import type { FilterOf, SummaryCard } from '@/ui/ListPage/types';

type Answer = Data<'export.Task/getList'>;

const STATES = [
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
  'expired',
] as const satisfies readonly Answer['list'][number]['state'][];

/** Returns the filters of the export list (DOMAIN §3.14). Users who see only their own exports get no requester filter. */
export function filtersFor(seesAll: boolean): readonly FilterOf<'export.Task/getList'>[] {
  return [
    {
      kind: 'many',
      key: 'module',
      label: 'exportTask.module',
      options: EXPORT_KEYS.map((key) => ({ value: key, label: exportModule(key).text })),
    },
    {
      kind: 'many',
      key: 'state',
      label: 'exportTask.state',
      options: STATES.map((state) => ({ value: state, label: exportLifecycle.states[state].text })),
    },
    ...(seesAll
      ? ([{ kind: 'options', key: 'requesterId', label: 'exportTask.requester', source: 'people' }] as const)
      : []),
    { kind: 'flag', key: 'toDownload', label: 'exportTask.toDownload' },
    { kind: 'days', key: 'created', label: 'exportTask.createdAt' },
  ];
}

const MEGABYTE = 1024 * 1024;

export function summaryCards(summary: Answer['summary']): readonly SummaryCard[] {
  return [
    { key: 'running', label: 'exportTask.running', value: summary.running, filter: { state: ['queued', 'running'] } },
    { key: 'doneToday', label: 'exportTask.doneToday', value: summary.doneToday },
    { key: 'failed', label: exportLifecycle.states.failed.text, value: summary.failed, filter: { state: ['failed'] } },
    {
      key: 'space',
      label: 'exportTask.space',
      value: summary.bytes / MEGABYTE,
      kind: 'decimal',
      help: 'exportTask.spaceHelp',
    },
  ];
}
