import { ANNOUNCEMENT } from '@contract/announcement.fields';
import { ANNOUNCE, announcementLifecycle } from '@contract/announcement.states';
import type { Data } from '@contract/index';
import { openAnnouncement } from '@/app/announcements';
import { formAddress } from '@/app/formAddress';
import { type Action, post } from '@/ui/actions/types';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import type { SummaryCard } from '@/ui/ListPage/types';
import { cellOf } from '@/ui/resource/cells';
import { listOf } from '@/ui/resource/list';

export type AnnouncementRow = Data<'announcement.Announcement/getList'>['list'][number];

export const PATH = '/announcementCenter/announcementCenter';
/** Query parameters of the page itself. A list on the page keeps them in the URL when its own parameters change. */
export const INSIDE = ['form', 'receipts', 'announcement'];
const receiptsAddress = (id: number): string => `${PATH}?receipts=${id}`;

const BASE = listOf('announcement.Announcement/getList', ANNOUNCEMENT, {
  columns: {
    confirmedCount: (row, t) => (row.mustConfirm ? cellOf(ANNOUNCEMENT, 'confirmedCount', row, t) : '—'),
  },
});
type Summary = Data<'announcement.Announcement/getList'>['summary'];
export const LIST = {
  ...BASE,
  summary: (summary: Summary): readonly SummaryCard[] =>
    (BASE.summary?.(summary) ?? []).map((card) => (card.key === 'meanReadBp' ? { ...card, kind: 'bp' } : card)),
};

const label = (action: Parameters<typeof announcementLifecycle.transition>[0]) =>
  announcementLifecycle.transition(action).text;
const reason: Field = {
  kind: 'text',
  name: 'reason',
  label: 'announcement.reason',
  required: true,
  ...ANNOUNCE.reason,
};
const reasonIn = (values: FormValues) => ({ reason: trimmed(values, 'reason') });
const target = ({ id, version }: AnnouncementRow) => ({ id, version });
const idsOf = (rows: readonly AnnouncementRow[]) => ({ ids: rows.map(({ id }) => id) });

/** Actions on an announcement. The row's `actions` determine which of them are available. */
export const ACTIONS: readonly Action<AnnouncementRow>[] = [
  { key: 'edit', label: 'announcement.edit', hotkey: 'e', to: ({ id }) => formAddress({ edit: id }) },
  {
    key: 'publish',
    label: label('publish'),
    hotkey: 'p',
    confirm: {
      text: (names, [row], t) =>
        row ? t('announcement.publishTextFor', { names, n: row.targets }) : t('announcement.publishText', { names }),
    },
    call: post('announcement.Announcement/publish', (row: AnnouncementRow) => ({ ...target(row), now: true })),
  },
  {
    key: 'schedule',
    label: label('schedule'),
    confirm: { text: (names, _rows, t) => t('announcement.scheduleText', { names }) },
    call: post('announcement.Announcement/publish', (row: AnnouncementRow) => ({ ...target(row), now: false })),
  },
  {
    key: 'cancelSchedule',
    label: label('cancelSchedule'),
    confirm: { text: (names, _rows, t) => t('announcement.cancelScheduleText', { names }) },
    call: post('announcement.Announcement/cancelSchedule', target),
  },
  { key: 'receipts', label: 'announcement.receipts', to: ({ id }) => receiptsAddress(id) },
  {
    key: 'remind',
    label: 'announcement.remind',
    confirm: { text: (names, _rows, t) => t('announcement.remindText', { names }) },
    call: post('announcement.Announcement/remind', target),
  },
  { key: 'read', label: 'announcement.read', run: ({ id }) => openAnnouncement(id) },
  {
    key: 'pin',
    label: 'announcement.pin',
    confirm: { text: (names, _rows, t) => t('announcement.pinText', { names }) },
    call: post('announcement.Announcement/pin', (row: AnnouncementRow) => ({ ...target(row), pinned: true })),
    bulk: post('announcement.Announcement/bulkPin', idsOf),
  },
  {
    key: 'unpin',
    label: 'announcement.unpin',
    instant: true,
    call: post('announcement.Announcement/pin', (row: AnnouncementRow) => ({ ...target(row), pinned: false })),
  },
  {
    key: 'copy',
    label: 'announcement.copy',
    instant: true,
    call: post('announcement.Announcement/copy', ({ id }: AnnouncementRow) => ({ id })),
  },
  {
    key: 'revise',
    label: 'announcement.revise',
    confirm: { text: (names, _rows, t) => t('announcement.reviseText', { names }) },
    call: post('announcement.Announcement/revise', ({ id }: AnnouncementRow) => ({ id })),
  },
  {
    key: 'withdraw',
    label: label('withdraw'),
    danger: true,
    confirm: { text: (names, _rows, t) => t('announcement.withdrawText', { names }) },
    fields: () => [reason],
    call: post('announcement.Announcement/withdraw', (row: AnnouncementRow, values) => ({
      ...target(row),
      ...reasonIn(values),
    })),
    bulk: post('announcement.Announcement/bulkWithdraw', (rows: readonly AnnouncementRow[], values) => ({
      ...idsOf(rows),
      ...reasonIn(values),
    })),
  },
  {
    key: 'remove',
    label: 'announcement.remove',
    danger: true,
    confirm: { text: (names, _rows, t) => t('announcement.removeText', { names }) },
    call: post('announcement.Announcement/remove', target),
  },
];
