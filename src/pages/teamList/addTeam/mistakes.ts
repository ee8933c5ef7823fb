import { ERRORS } from '@contract/errors';
import { parseLngLat } from '@contract/hexagon';
import { TEAM_FIELDS } from '@contract/team.fields';
import type { Locale } from '@contract/text';
import { validationText } from '@contract/validation';
import type { Say } from '@/app/i18n/translate';
import { problemText } from '@/features/areaEditor/problem';
import { holidaysMistake, weekMistake } from '@/features/hoursEditor';
import { areaProblem } from '@/features/mapBase/geometry';
import { exceedsWhole, type TeamDetail, type WizardValues } from './values';

export interface MistakeContext {
  readonly say: Say;
  readonly locale: Locale;
  readonly today: string;
  readonly detail: TeamDetail | null;
}

/** What a person types when the centre's form is unknown to him. */
const EXAMPLE = '104.065735,30.659462';

/**
 * Mistakes whose sentence says more than "is not valid": places, hours, areas, shares (DOMAIN §3.3 "Bad input"). Keyed by the
 * control that shows them. Checked besides the fields' own rules.
 */
export function mistakesOf(values: WizardValues, context: MistakeContext): Readonly<Record<string, string>> {
  const { say, locale, today, detail } = context;
  const choose = (label: string) => validationText('requiredSelect', locale, { label });
  const area = areaProblem(values.polygon, parseLngLat(values.center));
  const found: Record<string, string | null> = {
    districtCode: values.districtCode ? null : choose(say('wizard.region')),
    serviceTypes: values.serviceTypes.length > 0 ? null : choose(say(TEAM_FIELDS.serviceTypes)),
    center:
      values.center.trim() !== '' && !parseLngLat(values.center) ? say('area.badCentre', { example: EXAMPLE }) : null,
    polygon: area ? problemText(area, say, locale) : null,
    weekHours: weekMistake(values.weekHours, say),
    holidays: holidaysMistake(values.holidays, today, detail?.holidays ?? [], say),
    platformFixedFen:
      values.platformRateBp !== null && values.platformFixedFen !== null ? say('wizard.rateOrFixed') : null,
    riderShareBp: exceedsWhole(values.platformRateBp, values.riderShareBp) ? say(ERRORS[42229]) : null,
    licenceFile:
      values.teamType === 'partner' || values.licenceFile !== null
        ? null
        : validationText('requiredUpload', locale, { label: say(TEAM_FIELDS.licenceFile) }),
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null));
}
