import type { Input } from '@contract/index';
import type { SettingForm } from '@contract/settings.schema';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { formatFigure } from '@/ui/Money/format';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { readSetting, type Setting, type SettingCalls, type TestAddress } from './calls';
import { type FieldOverrides, formGroups, fromForm, toForm } from './fields';
import { Guide } from './Guide';
import styles from './index.css';
import { PlatformTest, useClearSecret } from './platform';
import { StatusStrip } from './StatusStrip';
import { TryOut } from './TryOut';

/** Rendered next to the submit button. A function receives the open form, to check for unsaved changes. */
export type Footer = ReactNode | ((open: OpenForm) => ReactNode);
export interface OpenForm {
  readonly setting: Setting;
  readonly form: () => FormHandle<FormValues> | null;
}

export interface SettingTabProps {
  /** Tabs without a version history only read and save. */
  readonly calls: Pick<SettingCalls, 'get' | 'save' | 'platform'>;
  readonly group: string;
  /** Title of the tab in the list of unfinished forms. */
  readonly title: string;
  /** Key of the form in drafts: `site.map`. */
  readonly formKey: string;
  readonly test?: TestAddress | undefined;
  readonly overrides?: FieldOverrides | undefined;
  /** Another action of the page, next to the submit button. */
  readonly footer?: Footer | undefined;
  /** Shown next to the form, computed from its values. */
  readonly beside?: ((form: FormHandle<FormValues>) => ReactNode) | undefined;
  readonly onSaved?: (() => void) | undefined;
}

interface GroupFormProps extends SettingTabProps {
  readonly latest: Setting;
  readonly onReopen: () => Promise<void>;
  /** Called after the state has changed without a change of the edited values. */
  readonly onTested: () => void;
}

/** The form of a group, with its state above and its actions below. */
export function GroupForm(props: GroupFormProps) {
  const { calls, group, latest, title, formKey, overrides, beside, onSaved, onReopen } = props;
  const t = useT();
  const handle = useRef<FormHandle<FormValues>>(null);
  const [form, setForm] = useState<FormHandle<FormValues> | null>(null);
  const keep = useCallback((opened: FormHandle<FormValues> | null) => {
    handle.current = opened;
    setForm(opened);
  }, []);
  // A refetch of the tab must not change the edited values. Labels still follow the language.
  const [setting] = useState(latest);
  const { form: declared } = latest;
  const { version } = setting;
  const platform = setting.platform === null ? undefined : calls.platform;
  const saved = () => {
    onSaved?.();
    void onReopen();
  };
  const { clearSecret, dialog } = useClearSecret(calls, setting, onReopen);
  const groups = useMemo(
    () => formGroups(declared, { t, ...setting, clearSecret }, overrides),
    [declared, t, setting, clearSecret, overrides],
  );
  const [initial] = useState(() => toForm(declared, setting.values));
  return (
    <>
      {platform ? <StatusStrip calls={platform} setting={latest} title={title} onChanged={saved} /> : null}
      <SavedState setting={setting} form={declared} />
      <div className={platform || beside ? styles.beside : undefined}>
        <EntityForm<SettingCalls['save'], FormValues>
          formKey={formKey}
          title={title}
          initial={initial}
          groups={groups}
          address={calls.save}
          version={version}
          toInput={(submission) => {
            const { group: key } = setting;
            const values = fromForm(declared, submission.values);
            // More than 25 groups: TypeScript cannot match the union.
            return { group: key, values, version: submission.version } as Input<SettingCalls['save']>;
          }}
          submit="setting.save"
          onDone={saved}
          reload={async () => {
            const now = await readSetting(calls, group);
            return { values: toForm(now.form, now.values), version: now.version };
          }}
          anchors={platform === undefined && beside === undefined}
          // Only the part next to the form is rendered again with the form.
          handle={beside ? keep : handle}
          {...(setting.mayEdit ? {} : { readOnly: 'setting.readOnly' as const })}
          footer={<FormActions {...props} opened={setting} form={() => handle.current} />}
        />
        {platform ? <Guide setting={latest} /> : null}
        {beside && form ? beside(form) : null}
      </div>
      {dialog}
    </>
  );
}

interface SavedStateProps {
  readonly setting: Setting;
  /** In the reader's language. */
  readonly form: SettingForm;
}

/** Shows whether outside systems are simulated, and the current version. */
function SavedState({ setting, form }: SavedStateProps) {
  const t = useT();
  const { version } = setting;
  return (
    <>
      {setting.simulated && form.simulator !== null ? (
        <p className={styles.simulated}>
          <StatusTag tone="info" text={t('setting.simulator')} /> {form.simulator}
        </p>
      ) : null}
      <p className={styles.state}>
        {version === 0 ? (
          t('setting.neverSaved')
        ) : (
          <>
            {t('setting.savedBy', { version, name: setting.updatedByName })} <TimeText at={setting.updatedAt} />
          </>
        )}
        <Quota left={setting.quotaLeft} />
      </p>
    </>
  );
}

interface FormActionsProps extends Pick<GroupFormProps, 'calls' | 'latest' | 'test' | 'footer' | 'onTested'> {
  /** The group when the form was opened. */
  readonly opened: Setting;
  readonly form: () => FormHandle<FormValues> | null;
}

/** Actions next to the submit button: tests, and those of the page. */
function FormActions({ calls, latest, test, footer, onTested, opened, form }: FormActionsProps) {
  const { form: declared } = latest;
  const platform = opened.platform === null ? undefined : calls.platform;
  return (
    <>
      {test && declared.test !== null ? (
        <TryOut address={test} label={declared.test} values={(open) => fromForm(declared, open.values())} form={form} />
      ) : null}
      {platform && opened.mayEdit && opened.version > 0 ? (
        <PlatformTest calls={platform} setting={latest} isDirty={() => form()?.dirty() ?? false} onTested={onTested} />
      ) : null}
      {typeof footer === 'function' ? footer({ setting: latest, form }) : footer}
    </>
  );
}

function Quota({ left }: { readonly left: number | null }) {
  const t = useT();
  const locale = useLocale();
  return left === null ? null : <span> · {t('setting.quotaLeft', { n: formatFigure(left, 'count', locale) })}</span>;
}
