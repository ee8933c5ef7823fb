import { formatLngLat } from '@contract/hexagon';
import { AREA } from '@contract/limits';
import type { Locale } from '@contract/text';
import type { Say } from '@/app/i18n/translate';
import type { AreaProblem } from '@/features/mapBase/geometry';
import { formatFigure } from '@/ui/Money/format';

/** The sentence for what is wrong with an area. */
export function problemText(problem: AreaProblem, say: Say, locale: Locale): string {
  switch (problem.kind) {
    case 'tooFew':
      return say('area.tooFew');
    case 'tooMany':
      return say('area.tooMany', { max: AREA.maxPoints });
    case 'crossing':
      return say('area.crossing', {
        at: problem.at.map(formatLngLat).slice(0, 3).join('; '),
      });
    case 'size':
      return say('area.sizeProblem', {
        n: formatFigure(problem.km2, 'km2', locale),
        min: formatFigure(AREA.minKm2, 'km2', locale),
        max: formatFigure(AREA.maxKm2, 'count', locale),
      });
    default:
      return say('area.centreOutside');
  }
}
