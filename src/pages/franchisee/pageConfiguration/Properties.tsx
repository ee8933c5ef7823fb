import { DeleteOutlined } from '@ant-design/icons';
import { FIXED_KEYS } from '@contract/franchiseForm';
import { AUTO_ASSIGN, type AutoAssign, NEEDED, PAGE, type PageContent } from '@contract/franchisePage.content';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { DayInput } from '@/ui/DayInput';
import { BlockProperties, Picture } from './BlockProperties';
import { type Selection, setBlock, setField, setSettings, without } from './content';
import { FieldProperties } from './FieldProperties';
import styles from './index.css';
import { ChoiceProperty, CustomProperty, NumberProperty, PeopleProperty, SwitchProperty, WordsProperty } from './parts';
import type { PropertiesProps } from './properties.types';

interface PanelProps extends PropertiesProps {
  readonly selection: Selection;
  readonly onChange: (content: PageContent) => void;
  readonly onRemoved: () => void;
}

/** The properties of the block or field that is selected, or of the page. */
export function Properties(props: PanelProps) {
  const { content, selection, readOnly, onChange, onRemoved } = props;
  const t = useT();
  const { part, at } = selection;
  const block = part === 'block' ? content.blocks[at] : undefined;
  const field = part === 'field' ? content.fields[at] : undefined;
  const mayRemove = (block && !NEEDED.includes(block.kind)) || (field && !(field.key in FIXED_KEYS));
  return (
    <section className={styles.properties} aria-label={t('franchisePage.properties')}>
      <h2>{t(part === 'settings' ? 'franchisePage.settings' : 'franchisePage.properties')}</h2>
      {block ? (
        <BlockProperties {...props} block={block} change={(change) => onChange(setBlock(content, at, change))} />
      ) : null}
      {field ? (
        <FieldProperties {...props} field={field} change={(change) => onChange(setField(content, at, change))} />
      ) : null}
      {part === 'settings' ? <SettingsProperties {...props} /> : null}
      {mayRemove && !readOnly ? (
        <Button
          danger
          icon={<DeleteOutlined aria-hidden />}
          onClick={() => {
            onRemoved();
            onChange(
              block
                ? { ...content, blocks: without(content.blocks, at) }
                : { ...content, fields: without(content.fields, at) },
            );
          }}
        >
          {t(block ? 'franchisePage.removeBlock' : 'franchisePage.removeField')}
        </Button>
      ) : null}
    </section>
  );
}

function SettingsProperties({ content, locale, readOnly: disabled, errorOf, onChange, ...rest }: PanelProps) {
  const t = useT();
  const { settings } = content;
  const change = (part: Partial<PageContent['settings']>) => onChange(setSettings(content, part));
  const day = (name: 'openFrom' | 'openTo') => (
    <CustomProperty
      label={`franchisePage.${name}`}
      error={errorOf(name)}
      render={({ id, describedBy }) => (
        <DayInput
          id={id}
          describedBy={describedBy}
          disabled={disabled}
          value={settings[name]}
          onChange={(value) => change({ [name]: value })}
        />
      )}
    />
  );
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
      <Picture
        {...rest}
        readOnly={disabled}
        value={settings.shareImage}
        onChange={(shareImage) => change({ shareImage })}
      />
      <SwitchProperty
        label="franchisePage.needSms"
        help="franchisePage.needSmsHelp"
        value={settings.needSms}
        disabled={disabled}
        onChange={(needSms) => change({ needSms })}
      />
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
      {day('openFrom')}
      {day('openTo')}
      <NumberProperty
        label="franchisePage.maxPerDay"
        help="franchisePage.maxPerDayHelp"
        value={settings.maxPerDay}
        disabled={disabled}
        onChange={(most) =>
          change({ maxPerDay: most === null ? null : Math.min(PAGE.maxPerDay.max, Math.max(1, most)) })
        }
      />
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
          error={errorOf('assignStaffIds')}
          onChange={(assignStaffIds) => change({ assignStaffIds })}
        />
      )}
    </>
  );
}
