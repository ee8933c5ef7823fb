import { AUTO_ASSIGN, type AutoAssign, PAGE, type PageContent } from '@contract/franchisePage.content';
import { useT } from '@/app/i18n/i18n';
import { DayInput } from '@/ui/DayInput';
import { Picture } from './BlockProperties';
import { type ContentChange, setSettings } from './content';
import styles from './index.css';
import { ChoiceProperty, CustomProperty, NumberProperty, PeopleProperty, SwitchProperty, WordsProperty } from './parts';
import type { PropertiesProps } from './properties.types';

interface SettingsPropertiesProps extends PropertiesProps {
  readonly onChange: (change: ContentChange) => void;
}

/** Edits the properties of the whole page. */
export function SettingsProperties({ content, onChange, ...rest }: SettingsPropertiesProps) {
  const { settings } = content;
  const change = (part: Partial<PageContent['settings']>) => onChange((now) => setSettings(now, part));
  const { locale, readOnly: disabled, errorOf } = rest;
  return (
    <>
      <WordsProperty
        label="franchisePage.title"
        value={settings.title}
        locale={locale}
        max={PAGE.title.max}
        disabled={disabled}
        error={errorOf('title')}
        onChange={(title) => change({ title })}
      />
      <WordsProperty
        label="franchisePage.successText"
        value={settings.successText}
        locale={locale}
        max={PAGE.successText.max}
        rows={3}
        disabled={disabled}
        error={errorOf('successText')}
        onChange={(successText) => change({ successText })}
      />
      <Picture {...rest} value={settings.shareImage} onChange={(shareImage) => change({ shareImage })} />
      <SwitchProperty
        label="franchisePage.needSms"
        help="franchisePage.needSmsHelp"
        value={settings.needSms}
        disabled={disabled}
        onChange={(needSms) => change({ needSms })}
      />
      <RepeatProperties settings={settings} disabled={disabled} change={change} />
      <DayProperty
        name="openFrom"
        value={settings.openFrom}
        error={errorOf('openFrom')}
        disabled={disabled}
        onChange={change}
      />
      <DayProperty
        name="openTo"
        value={settings.openTo}
        error={errorOf('openTo')}
        disabled={disabled}
        onChange={change}
      />
      <NumberProperty
        label="franchisePage.maxPerDay"
        help="franchisePage.maxPerDayHelp"
        value={settings.maxPerDay}
        disabled={disabled}
        onChange={(most) =>
          change({ maxPerDay: most === null ? null : Math.min(PAGE.maxPerDay.max, Math.max(1, most)) })
        }
      />
      <StaffProperties settings={settings} disabled={disabled} error={errorOf('assignStaffIds')} change={change} />
    </>
  );
}

interface PartProps {
  readonly settings: PageContent['settings'];
  readonly disabled: boolean;
  readonly change: (part: Partial<PageContent['settings']>) => void;
}

/** Edits the number of days until the same phone may apply again: after an application, and after a rejection. */
function RepeatProperties({ settings, disabled, change }: PartProps) {
  return (
    <div className={styles.pair}>
      <NumberProperty
        label="franchisePage.repeatDays"
        value={settings.repeatDays}
        disabled={disabled}
        onChange={(days) => change({ repeatDays: Math.min(PAGE.repeatDays.max, Math.max(0, days ?? 0)) })}
      />
      <NumberProperty
        label="franchisePage.reapplyDays"
        value={settings.reapplyDays}
        disabled={disabled}
        onChange={(days) => change({ reapplyDays: Math.min(PAGE.repeatDays.max, Math.max(0, days ?? 0)) })}
      />
    </div>
  );
}

interface DayPropertyProps {
  readonly name: 'openFrom' | 'openTo';
  readonly value: PageContent['settings']['openFrom'];
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: PartProps['change'];
}

/** Edits the first or the last day on which the page accepts applications. */
function DayProperty({ name, value, error, disabled, onChange }: DayPropertyProps) {
  return (
    <CustomProperty
      label={`franchisePage.${name}`}
      error={error}
      render={({ id, describedBy }) => (
        <DayInput
          id={id}
          describedBy={describedBy}
          disabled={disabled}
          value={value}
          onChange={(day) => onChange({ [name]: day })}
        />
      )}
    />
  );
}

/** Selects the staff who are notified of applications, the method of automatic assignment, and the staff who are assigned applications. */
function StaffProperties({ settings, disabled, error, change }: PartProps & { readonly error: string | undefined }) {
  const t = useT();
  return (
    <>
      <PeopleProperty
        label="franchisePage.notifyStaffIds"
        value={settings.notifyStaffIds}
        disabled={disabled}
        onChange={(notifyStaffIds) => change({ notifyStaffIds })}
      />
      <ChoiceProperty<AutoAssign>
        label="franchisePage.autoAssign"
        value={settings.autoAssign}
        disabled={disabled}
        options={AUTO_ASSIGN.map((value) => ({ value, label: t(`franchisePage.assign_${value}`) }))}
        onChange={(autoAssign) => autoAssign && change({ autoAssign })}
      />
      {settings.autoAssign === 'none' ? null : (
        <PeopleProperty
          label="franchisePage.assignStaffIds"
          help="franchisePage.assignHelp"
          value={settings.assignStaffIds}
          disabled={disabled}
          error={error}
          onChange={(assignStaffIds) => change({ assignStaffIds })}
        />
      )}
    </>
  );
}
