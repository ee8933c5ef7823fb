import type { Data } from '@contract/index';
import { NOTICE_TYPES, type NoticeType } from '@contract/notice.events';
import { useDispatch } from '@umijs/max';
import { useMemo, useState } from 'react';
import { t as tNow, useT } from '@/app/i18n/i18n';
import { useData } from '@/app/request/useData';
import { notifyCount } from '@/models/global';
import { type Action, post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { Menu } from '@/ui/Menu';

/** Row that represents all notices of a type, so that actions can use it. */
interface Heap {
  readonly id: number;
  readonly type: NoticeType;
  readonly total: number;
}

const nameOf = (heap: Heap) => tNow('notice.countOf', { type: tNow(`notice.${heap.type}`), n: heap.total });

/** Offers to delete all notices of a type, and then updates the counts in the header (SPEC §4). */
export function ClearByType() {
  const t = useT();
  const dispatch = useDispatch();
  const { data, isError, refetch } = useData('dashboard.Notice/getUnread', {}, { staleTime: 0 });
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const runner = useActions<Heap>(nameOf);
  const clear = useMemo<Action<Heap>>(
    () => ({
      key: 'clear',
      label: 'notice.clear',
      danger: true,
      confirm: {
        text: (_names, [heap], tell) =>
          heap ? tell('notice.clearAsk', { type: tell(`notice.${heap.type}`), n: heap.total }) : '',
        submit: () => tNow('notice.clearDo'),
      },
      call: post('dashboard.Notice/clear', (heap: Heap) => ({ type: heap.type })),
      after: (answer, heap) => {
        const { counts } = answer as Data<'dashboard.Notice/clear'>;
        dispatch({ type: 'global/saveClearedNotices', payload: heap.type });
        dispatch({ type: 'user/changeNotifyCount', payload: notifyCount(counts) });
      },
    }),
    [dispatch],
  );
  const heaps = NOTICE_TYPES.map((type, id) => ({ id, type, total: data?.types[type].total ?? 0 }));
  const full = heaps.filter(({ total }) => total > 0);
  const isFailed = isError && full.length === 0;
  const retry = { key: 'retry', group: t('list.loadFailed'), label: t('common.retry'), onPick: () => void refetch() };
  const canOpen = isFailed || full.length > 0;
  return (
    <>
      <Button
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-disabled={!canOpen}
        title={data && !canOpen ? t('notice.clearNothing') : undefined}
        onClick={(event) => canOpen && setAnchor(anchor ? null : event.currentTarget)}
      >
        {t('notice.clearByType')}
      </Button>
      {anchor ? (
        <Menu
          anchor={anchor}
          label={t('notice.clearMenu')}
          onClose={() => setAnchor(null)}
          items={
            isFailed
              ? [retry]
              : full.map((heap) => ({
                  key: heap.type,
                  label: nameOf(heap),
                  onPick: () => runner.start(clear, heap),
                }))
          }
        />
      ) : null}
      {runner.element}
    </>
  );
}
