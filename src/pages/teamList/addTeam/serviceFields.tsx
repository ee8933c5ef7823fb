import { TEAM } from '@contract/limits';
import { TEAM_FIELDS } from '@contract/team.fields';
import { getLocale } from '@/app/i18n/i18n';
import { HolidaysEditor, HoursEditor } from '@/features/hoursEditor';
import type { DayHours, Holiday } from '@/features/hoursEditor/hours';
import { holidaysText, hoursText } from '@/features/hoursEditor/text';
import type { FieldContext, WizardField } from './fieldContext';

/** Returns the fields for the station's weekly business hours and its holidays. */
function openingFields({ t, detail, today }: FieldContext): readonly WizardField[] {
  return [
    {
      name: 'weekHours',
      label: TEAM_FIELDS.weekHours,
      kind: 'custom',
      required: true,
      select: true,
      read: (value) => hoursText(value as readonly DayHours[], getLocale()),
      render: (control) => (
        <HoursEditor
          id={control.id}
          label={t(TEAM_FIELDS.weekHours)}
          value={control.value as readonly DayHours[]}
          disabled={control.disabled}
          describedBy={control.describedBy}
          onChange={control.onChange}
        />
      ),
    },
    {
      name: 'holidays',
      label: TEAM_FIELDS.holidays,
      kind: 'custom',
      read: (value) => holidaysText(value as readonly Holiday[], getLocale()),
      render: (control) => (
        <HolidaysEditor
          id={control.id}
          label={t(TEAM_FIELDS.holidays)}
          value={control.value as readonly Holiday[]}
          today={today}
          known={detail?.holidays ?? []}
          disabled={control.disabled}
          describedBy={control.describedBy}
          onChange={control.onChange}
        />
      ),
    },
  ];
}

/** Returns the fields for the booking period of customers, and for the time, distance and weight limits of deliveries. */
function deliveryFields({ t }: FieldContext): readonly WizardField[] {
  return [
    {
      name: 'bookDays',
      label: TEAM_FIELDS.bookDays,
      kind: 'number',
      required: true,
      ...TEAM.bookDays,
      unit: 'wizard.bookDays',
      help: 'wizard.bookDaysHelp',
    },
    {
      name: 'slotMin',
      label: TEAM_FIELDS.slotMin,
      kind: 'radio',
      required: true,
      options: TEAM.slotMin.map((value) => ({ value, text: t('wizard.slot', { n: value }) })),
    },
    {
      name: 'promiseMin',
      label: TEAM_FIELDS.promiseMin,
      kind: 'number',
      required: true,
      ...TEAM.promiseMin,
      unit: 'wizard.minutes',
    },
    {
      name: 'maxDistanceM',
      label: TEAM_FIELDS.maxDistanceM,
      kind: 'number',
      required: true,
      ...TEAM.maxDistanceM,
      unit: 'wizard.metres',
    },
    {
      name: 'maxWeightG',
      label: TEAM_FIELDS.maxWeightG,
      kind: 'number',
      required: true,
      ...TEAM.maxWeightG,
      unit: 'wizard.grams',
    },
  ];
}

export const serviceFields = (context: FieldContext): readonly WizardField[] => [
  ...openingFields(context),
  ...deliveryFields(context),
];
