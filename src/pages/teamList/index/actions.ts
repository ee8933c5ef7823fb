import { TEAM } from '@contract/limits';
import { type TeamAction, teamLifecycle } from '@contract/team.states';
import { DAY_MS } from '@contract/units';
import { history } from '@umijs/max';
import { now } from '@/app/clock';
import { termsReason } from '@/features/terms/fields';
import { termsLink } from '@/features/terms/links';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import type { TeamRow } from './columns';

const label = (action: TeamAction) => teamLifecycle.transition(action).text;
const ids = (rows: readonly TeamRow[]) => rows.map((row) => row.id);
const of = (row: TeamRow) => ({ id: row.id, version: row.version });

const reason: Field = { kind: 'text', name: 'reason', label: 'team.reason', required: true, ...TEAM.reason };
const withReason = () => [reason];
/** Returns the fields of a pause: the reason, and when the station resumes automatically, at most 30 days ahead. */
const pauseFields = (): readonly Field[] => {
  const at = now();
  return [
    reason,
    {
      kind: 'moment',
      name: 'resumeAt',
      label: 'team.resumeAt',
      help: 'team.resumeAtHelp',
      min: new Date(at + 60_000).toISOString(),
      max: new Date(at + TEAM.resumeDays * DAY_MS).toISOString(),
    },
  ];
};
const resumeAt = (values: FormValues) => (typeof values.resumeAt === 'string' ? values.resumeAt : null);

/** All actions on a station (DOMAIN §3.3). The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<TeamRow>[] = [
  { key: 'operation', label: 'team.operation', hotkey: 'o', to: (row) => `/teamList/teamOperation?id=${row.id}` },
  { key: 'edit', label: 'team.edit', hotkey: 'e', to: (row) => `/teamList/addTeam?id=${row.id}` },
  { key: 'terms', label: 'terms.propose', hotkey: 't', to: (row) => termsLink(row.id) },
  {
    key: 'start',
    label: label('start'),
    confirm: { text: (names, _rows, t) => t('team.startText', { names }) },
    call: post('team.Team/start', of),
  },
  {
    key: 'pause',
    label: label('pause'),
    hotkey: 'p',
    confirm: { text: (names, _rows, t) => t('team.pauseText', { names }) },
    fields: pauseFields,
    call: post('team.Team/pause', (row: TeamRow, values) => ({
      ...of(row),
      reason: trimmed(values, 'reason'),
      resumeAt: resumeAt(values),
    })),
    bulk: post('team.Team/bulk', (rows: readonly TeamRow[], values) => ({
      ids: ids(rows),
      action: 'pause',
      reason: trimmed(values, 'reason'),
      resumeAt: resumeAt(values),
    })),
  },
  {
    key: 'resume',
    label: label('resume'),
    confirm: { text: (names, _rows, t) => t('team.resumeText', { names }) },
    call: post('team.Team/resume', of),
    bulk: post('team.Team/bulk', (rows: readonly TeamRow[]) => ({ ids: ids(rows), action: 'resume' })),
  },
  {
    key: 'setFeePlan',
    label: 'terms.setPlan',
    confirm: { text: (names, _rows, t, n) => t('terms.setPlanText', { names, n }) },
    fields: () => [
      { kind: 'options', name: 'feePlanId', label: 'team.feePlan', source: 'feePlans', required: true },
      termsReason,
    ],
    bulk: post('team.Terms/bulk', (rows: readonly TeamRow[], values) => ({
      ids: ids(rows),
      feePlanId: Number(values.feePlanId),
      reason: trimmed(values, 'reason'),
    })),
  },
  {
    key: 'announce',
    label: 'team.announce',
    bulkTo: (rows) => `/announcementCenter/announcementCenter?form=new&teams=${ids(rows).join()}`,
  },
  {
    key: 'copy',
    label: 'team.copy',
    confirm: { text: (names, _rows, t) => t('team.copyText', { names }) },
    call: post('team.Team/copy', (row: TeamRow) => ({ id: row.id })),
    after: (data) => {
      if (typeof data === 'object' && data !== null && 'id' in data)
        history.push(`/teamList/addTeam?id=${String(data.id)}`);
    },
  },
  {
    key: 'consoleTicket',
    label: 'team.console',
    confirm: { text: (names, _rows, t) => t('team.consoleText', { names }) },
    call: post('team.Team/consoleTicket', (row: TeamRow) => ({ id: row.id })),
    after: (data) => {
      if (typeof data === 'object' && data !== null && 'url' in data)
        window.open(String(data.url), '_blank', 'noopener');
    },
  },
  {
    key: 'unfreeze',
    label: label('unfreeze'),
    confirm: { text: (names, _rows, t) => t('team.unfreezeText', { names }) },
    fields: withReason,
    call: post('team.Team/unfreeze', (row: TeamRow, values) => ({ ...of(row), reason: trimmed(values, 'reason') })),
  },
  {
    key: 'freeze',
    label: label('freeze'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('team.freezeText', { names }) },
    fields: withReason,
    call: post('team.Team/freeze', (row: TeamRow, values) => ({ ...of(row), reason: trimmed(values, 'reason') })),
  },
  {
    key: 'close',
    label: label('close'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('team.closeText', { names }), typeName: true },
    fields: withReason,
    call: post('team.Team/close', (row: TeamRow, values) => ({ ...of(row), reason: trimmed(values, 'reason') })),
  },
  {
    key: 'removeDraft',
    label: label('removeDraft'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('team.removeDraftText', { names }) },
    call: post('team.Team/removeDraft', of),
  },
];
