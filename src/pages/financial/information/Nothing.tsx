import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Button, PrimaryLink } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { namedRanges, rangeName } from '@/ui/RangePicker/days';
import type { View } from './links';

/** The page of stations, because their orders bring the first money. */
const STATIONS = { rule: 11, path: '/teamList/index' } as const;

/** Empty state before any money has moved: what will appear here, and where it comes from. */
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

/** Empty state if no money moved in the chosen days: suggests a longer range. */
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
  const next = rangeName({ from, to }, today) === 'last30' ? 'last90' : 'last30';
  return (
    <EmptyState
      text={t('finance.nothingMoved', { from, to })}
      action={<Button onClick={() => onDays(namedRanges(today)[next])}>{t(`date.${next}`)}</Button>}
    />
  );
}
