import { ERRORS } from '@contract/errors';
import { parseLngLat } from '@contract/hexagon';
import { TEAM_FIELDS } from '@contract/team.fields';
import type { Locale } from '@contract/text';
import { validationText } from '@contract/validation';
import type { Translate } from '@/app/i18n/i18n';
import { problemText } from '@/features/areaEditor/problem';
import { holidaysMistake, weekMistake } from '@/features/hoursEditor';
import { areaProblem } from '@/features/mapBase/geometry';
import { exceedsWhole, type TeamDetail, type WizardValues } from './values';

export interface MistakeContext {
  readonly t: Translate;
  readonly locale: Locale;
  readonly today: string;
  readonly detail: TeamDetail | null;
}

/** Example of a centre for the error message: longitude and latitude in degrees. */
const EXAMPLE = '104.065735,30.659462';

/**
 * Returns the errors that the general checks of the fields do not find or do not describe (DOMAIN §3.3 "Bad input"). Examples: invalid
 * business hours, an invalid area, shares above 100 %. The keys are the names of the controls that show the errors.
 */
export function mistakesOf(values: WizardValues, context: MistakeContext): Readonly<Record<string, string>> {
  const { t, locale, today, detail } = context;
  const choose = (label: string) => validationText('requiredSelect', locale, { label });
  const area = areaProblem(values.polygon, parseLngLat(values.center));
  const found: Record<string, string | null> = {
    districtCode: values.districtCode ? null : choose(t('wizard.region')),
    serviceTypes: values.serviceTypes.length > 0 ? null : choose(t(TEAM_FIELDS.serviceTypes)),
    center:
      values.center.trim() !== '' && !parseLngLat(values.center) ? t('area.badCentre', { example: EXAMPLE }) : null,
    polygon: area ? problemText(area, t, locale) : null,
    weekHours: weekMistake(values.weekHours, t),
    holidays: holidaysMistake(values.holidays, today, detail?.holidays ?? [], t),
    platformFixedFen:
      values.platformRateBp !== null && values.platformFixedFen !== null ? t('wizard.rateOrFixed') : null,
    riderShareBp: exceedsWhole(values.platformRateBp, values.riderShareBp) ? t(ERRORS[42229]) : null,
    licenceFile:
      values.teamType === 'partner' || values.licenceFile !== null
        ? null
        : validationText('requiredUpload', locale, { label: t(TEAM_FIELDS.licenceFile) }),
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== null));
}
