import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Button, PrimaryLink } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { countDays, namedRanges } from '@/ui/RangePicker/days';
import type { View } from './links';

/** Permission id and path of the station list. The empty state links to it, because money first moves when a station has a paid order. */
const STATIONS = { rule: 11, path: '/teamList/index' } as const;

/**
 * Shows the empty state if no money has moved. For chosen stations, the empty state offers to choose all stations. Otherwise, the empty
 * state explains what to do first.
 */
export function NothingYet({
  view,
  onAllStations,
  onRefresh,
}: {
  readonly view: View;
  readonly onAllStations: () => void;
  readonly onRefresh: () => void;
}) {
  const t = useT();
  const { can } = usePlatform();
  if (view.teamIds.length > 0) {
    return (
      <EmptyState
        text={t('finance.nothingAtStations')}
        action={<Button onClick={onAllStations}>{t('finance.allStations')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      text={t('finance.nothingYet')}
      action={
        can(STATIONS.rule) ? (
          <PrimaryLink to={STATIONS.path}>{t('finance.toStations')}</PrimaryLink>
        ) : (
          <Button onClick={onRefresh}>{t('list.refresh')}</Button>
        )
      }
    />
  );
}

/**
 * Shows the empty state if no money moved on the chosen days. A button offers a longer range, unless the chosen days include that range.
 */
export function NothingMoved({
  view,
  today,
  onDays,
}: {
  readonly view: View;
  readonly today: string;
  readonly onDays: (days: { readonly from: string; readonly to: string }) => void;
}) {
  const t = useT();
  const { dayFrom: from, dayTo: to } = view;
  const ranges = namedRanges(today);
  const next = countDays(from, to) < countDays(ranges.last30.from, ranges.last30.to) ? 'last30' : 'last90';
  const isIncluded = from <= ranges[next].from && to >= ranges[next].to;
  return (
    <EmptyState
      text={t('finance.nothingMoved', { from, to })}
      action={isIncluded ? null : <Button onClick={() => onDays(ranges[next])}>{t(`date.${next}`)}</Button>}
    />
  );
}
