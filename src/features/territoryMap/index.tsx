import { useT } from '@/app/i18n/i18n';
import { MapBase, MapWaiting } from '@/features/mapBase';
import { useTerritory } from './useTerritory';

const HEIGHT = 320;

/** The regions of a territory on the base map. */
export function TerritoryMap({ codes, label }: { readonly codes: readonly string[]; readonly label: string }) {
  const t = useT();
  const territory = useTerritory(codes);
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
