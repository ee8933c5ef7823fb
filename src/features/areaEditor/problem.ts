import { formatLngLat } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import type { Locale } from '@contract/text';
import type { Translate } from '@/app/i18n/i18n';
import type { AreaProblem } from '@/features/mapBase/geometry';
import { formatFigure } from '@/ui/Money/format';

/** Formats a problem of an area as a sentence for the user. */
export function problemText(problem: AreaProblem, t: Translate, locale: Locale): string {
  switch (problem.kind) {
    case 'tooFew':
      return t('area.tooFew');
    case 'tooMany':
      return t('area.tooMany', { max: AREA.maxPoints });
    case 'crossing':
      return t('area.crossing', {
        at: problem.at.map(formatLngLat).slice(0, 3).join('; '),
      });
    case 'size':
      return t('area.sizeProblem', {
        n: formatFigure(problem.km2, 'km2', locale),
        min: formatFigure(AREA.minKm2, 'km2', locale),
        max: formatFigure(AREA.maxKm2, 'count', locale),
      });
    default:
      return t('area.centreOutside');
  }
}
