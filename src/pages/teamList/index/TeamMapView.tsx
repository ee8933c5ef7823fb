import type { Input } from '@contract/index';
import { useData } from '@/app/request/useData';
import { MapWaiting } from '@/features/mapBase';
import { TeamMap } from '@/features/teamMap';
import type { ViewContext } from '@/ui/ListPage/types';
import { QueryBoundary } from '@/ui/QueryBoundary';

/** Shows the areas of all filtered stations on a map, coloured by state (DOMAIN §3.3 "map"). */
export function TeamMapView({ query, open, height }: ViewContext & { readonly height: number }) {
  const map = useData('team.Team/getMap', query as Input<'team.Team/getMap'>, { keepPrevious: true });
  return (
    <QueryBoundary query={map} minHeight={height} skeleton={<MapWaiting height={height} />}>
      {(data) => <TeamMap teams={data.teams} onOpen={open} height={height} />}
    </QueryBoundary>
  );
}
