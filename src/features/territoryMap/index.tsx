import { useT } from '@/app/i18n/i18n';
import { MapBase, MapWaiting } from '@/features/mapBase';
import { type OtherTerritory, useTerritory } from './useTerritory';

const HEIGHT = 320;

interface TerritoryMapProps {
  readonly codes: readonly string[];
  readonly label: string;
  /** Territories of other franchisees, for comparison. They are shown with dashed borders. */
  readonly others?: readonly OtherTerritory[];
}

/** Shows the regions of a territory, and the territories of other franchisees, on a map. */
export function TerritoryMap({ codes, label, others }: TerritoryMapProps) {
  const t = useT();
  const territory = useTerritory(codes, others);
  if (territory === null) return <MapWaiting height={HEIGHT} />;
  if (territory.shapes.length === 0) return <p>{t('area.noOutline')}</p>;
  return (
    <>
      <MapBase
        label={label}
        height={HEIGHT}
        shapes={territory.shapes}
        whole={territory.corners}
        focus={{ key: codes.join(), points: territory.corners }}
      />
      {territory.isCoarse ? <p>{t('area.coarseOutline')}</p> : null}
    </>
  );
}
