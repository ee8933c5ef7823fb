import type { Data } from '@contract/index';
import type { FilterOf } from '@/ui/ListPage/types';

/** Filters of the operation records (DOMAIN §3.11); modules and actions are named by the server. */
export function filtersWith({
  modules,
  actions,
}: Data<'rights.Record/getChoices'>): readonly FilterOf<'rights.Record/getList'>[] {
  return [
    { kind: 'options', key: 'accountId', label: 'record.account', source: 'people' },
    { kind: 'days', key: 'at', label: 'record.at' },
    { kind: 'many', key: 'module', label: 'record.module', options: modules },
    {
      kind: 'one',
      key: 'result',
      label: 'record.result',
      options: [
        { value: 'success', label: 'record.success' },
        { value: 'refused', label: 'record.refused' },
        { value: 'failed', label: 'record.failed' },
      ],
    },
    { kind: 'many', key: 'action', label: 'record.action', options: actions },
    { kind: 'text', key: 'objectNo', label: 'record.objectNo' },
    { kind: 'text', key: 'ip', label: 'record.ip' },
    { kind: 'text', key: 'requestId', label: 'record.requestId' },
    { kind: 'flag', key: 'money', label: 'record.money' },
    { kind: 'flag', key: 'reveals', label: 'record.reveals' },
    { kind: 'flag', key: 'outOfHours', label: 'record.outOfHours' },
  ];
}
