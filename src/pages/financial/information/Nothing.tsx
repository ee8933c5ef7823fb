import { useSay } from '@/app/i18n/translate';
import { usePlatform } from '@/app/platform';
import { Button, PrimaryLink } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { namedRanges, rangeName } from '@/ui/RangePicker/days';
import type { View } from './links';

/** Stations, whose orders bring the first money. */
const STATIONS = { rule: 11, path: '/teamList/index' } as const;

/** No money has ever moved here: what will stand here, and where it comes from. */
export function NothingYet({
  view,
  onAllStations,
  onRefresh,
}: {
  readonly view: View;
  readonly onAllStations: () => void;
  readonly onRefresh: () => void;
}) {
  const say = useSay();
  const { can } = usePlatform();
  if (view.teamIds.length > 0) {
    return (
      <EmptyState
        text={say('finance.nothingAtStations')}
        action={<Button onClick={onAllStations}>{say('finance.allStations')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      text={say('finance.nothingYet')}
      action={
        can(STATIONS.rule) ? (
          <PrimaryLink to={STATIONS.path}>{say('finance.toStations')}</PrimaryLink>
        ) : (
          <Button onClick={onRefresh}>{say('list.refresh')}</Button>
        )
      }
    />
  );
}

/** Nothing moved in the chosen days: longer ones may show something. */
export function NothingMoved({
  view,
  today,
  onDays,
}: {
  readonly view: View;
  readonly today: string;
  readonly onDays: (days: { readonly from: string; readonly to: string }) => void;
}) {
  const say = useSay();
  const { dayFrom: from, dayTo: to } = view;
  const next = rangeName({ from, to }, today) === 'last30' ? 'last90' : 'last30';
  return (
    <EmptyState
      text={say('finance.nothingMoved', { from, to })}
      action={<Button onClick={() => onDays(namedRanges(today)[next])}>{say(`figures.${next}`)}</Button>}
    />
  );
}
