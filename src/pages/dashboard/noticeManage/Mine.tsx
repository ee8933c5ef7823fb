import type { Data } from '@contract/index';
import type { NoticeCounts } from '@contract/notice';
import { NOTICE_TYPE_TEXT, NOTICE_TYPES } from '@contract/notice.events';
import { history, useDispatch } from '@umijs/max';
import { useMemo } from 'react';
import { notifyCount } from '@/models/global';
import { type Action, post } from '@/ui/actions/types';
import { ListPage } from '@/ui/ListPage';
import type { Column, FilterOf } from '@/ui/ListPage/types';
import { TimeText } from '@/ui/TimeText';
import { ClearByType } from './ClearByType';
import { FoldedText } from './FoldedText';
import styles from './index.css';

type Row = Data<'dashboard.Notice/getList'>['list'][number];

const FILTERS: readonly FilterOf<'dashboard.Notice/getList'>[] = [
  {
    kind: 'many',
    key: 'type',
    label: 'notice.type',
    options: NOTICE_TYPES.map((type) => ({ value: type, label: NOTICE_TYPE_TEXT[type] })),
  },
  {
    kind: 'one',
    key: 'read',
    label: 'notice.state',
    options: [
      { value: 'false', label: 'notice.unread' },
      { value: 'true', label: 'notice.readState' },
    ],
  },
  { kind: 'days', key: 'at', label: 'notice.at' },
];

const COLUMNS: readonly Column<Row>[] = [
  {
    key: 'title',
    opens: true,
    title: 'notice.title',
    width: 200,
    render: (row, t) => (
      <span className={styles.title} data-unread={!row.read} title={row.title}>
        {row.title}
        {row.count > 1 ? <small>{t('notice.times', { n: row.count })}</small> : null}
      </span>
    ),
  },
  { key: 'content', title: 'notice.content', render: (row) => <FoldedText text={row.content} /> },
  { key: 'type', title: 'notice.type', render: (row) => row.typeText },
  { key: 'source', title: 'notice.source', render: (row) => row.sourceText },
  { key: 'at', title: 'notice.at', sort: true, render: (row) => <TimeText at={row.at} /> },
  {
    key: 'read',
    title: 'notice.state',
    render: (row, t) => t(row.read ? 'notice.readState' : 'notice.unread'),
  },
];

const ids = (rows: readonly Row[]) => ({ ids: rows.map((row) => row.id) });
const one = (row: Row) => ({ ids: [row.id] });

/** Returns the actions on a notice. @param counted receives the server's new counts */
function actionsOf(counted: (counts: NoticeCounts) => void): readonly Action<Row>[] {
  const count = (data: unknown) => counted((data as Data<'dashboard.Notice/read'>).counts);
  return [
    {
      key: 'open',
      label: 'notice.open',
      instant: true,
      call: post('dashboard.Notice/read', one),
      after: (data, row) => {
        count(data);
        history.push(row.link);
      },
    },
    {
      key: 'read',
      label: 'notice.markRead',
      instant: true,
      call: post('dashboard.Notice/read', one),
      bulk: post('dashboard.Notice/read', ids),
      after: count,
    },
    {
      key: 'remove',
      label: 'notice.remove',
      danger: true,
      confirm: { text: (names, _rows, t) => t('notice.removeText', { names }) },
      call: post('dashboard.Notice/remove', one),
      bulk: post('dashboard.Notice/remove', ids),
      after: count,
    },
  ];
}

/** Lists all notices of the user (我的消息). The bell shows only the newest notices. */
export function Mine() {
  const dispatch = useDispatch();
  const actions = useMemo(
    () => actionsOf((counts) => dispatch({ type: 'user/changeNotifyCount', payload: notifyCount(counts) })),
    [dispatch],
  );
  return (
    <ListPage<'dashboard.Notice/getList'>
      inside={['tab']}
      address="dashboard.Notice/getList"
      name="notice"
      title="notice.tabMine"
      rowName={(row) => row.title}
      filters={FILTERS}
      columns={COLUMNS}
      actions={actions}
      primary={<ClearByType />}
      empty={{ text: 'notice.empty' }}
    />
  );
}
