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

/** Content next to the submit button. A function can check the open form for unsaved changes. */
export type Footer = ReactNode | ((open: OpenForm) => ReactNode);
export interface OpenForm {
  readonly setting: Setting;
  readonly form: () => FormHandle<FormValues> | null;
}

export interface SettingTabProps {
  /** Endpoints of the tab. A tab without a version history can be shown too, so the endpoints of the history are not required. */
  readonly calls: Pick<SettingCalls, 'get' | 'save' | 'platform'>;
  readonly group: string;
  /** Name of the form in the list of unsaved drafts. */
  readonly title: string;
  /** Key under which drafts of the form are stored, for example `site.map`. */
  readonly formKey: string;
  readonly test?: TestAddress | undefined;
  readonly overrides?: FieldOverrides | undefined;
  /** Further action of the page next to the submit button. */
  readonly footer?: Footer | undefined;
  /** Renders content next to the form from the current form values. */
  readonly beside?: ((form: FormHandle<FormValues>) => ReactNode) | undefined;
  readonly onSaved?: (() => void) | undefined;
}

interface GroupFormProps extends SettingTabProps {
  readonly latest: Setting;
  readonly onReopen: () => Promise<void>;
  /** Called after a test. A test changes the state of the setting but not its values. */
  readonly onTested: () => void;
}

/** Shows the form of a settings group, with its state above and its actions below. */
export function GroupForm(props: GroupFormProps) {
  const { calls, group, latest, title, formKey, overrides, beside, onSaved, onReopen } = props;
  const t = useT();
  const handle = useRef<FormHandle<FormValues>>(null);
  const [form, setForm] = useState<FormHandle<FormValues> | null>(null);
  const keep = useCallback((opened: FormHandle<FormValues> | null) => {
    handle.current = opened;
    setForm(opened);
  }, []);
  // Keep the setting as first loaded: a refetch must not change values that the user edits. The labels come from `latest`.
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
            // The cast is needed because TypeScript cannot match a union of more than 25 groups.
            return { group: key, values, version: submission.version } as Input<SettingCalls['save']>;
          }}
          submit="setting.save"
          onDone={saved}
          reload={async () => {
            const now = await readSetting(calls, group);
            return { values: toForm(now.form, now.values), version: now.version };
          }}
          anchors={platform === undefined && beside === undefined}
          // `keep` renders this component again when the form opens. Without `beside`, that is not necessary.
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
  /** The form declaration in the user's language. */
  readonly form: SettingForm;
}

/** Shows whether the outside system is simulated, who saved the current version and when, and the remaining quota. */
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
  /** The setting at the time when the form was opened. */
  readonly opened: Setting;
  readonly form: () => FormHandle<FormValues> | null;
}

/** Shows the actions next to the submit button: tests, and the actions of the page. */
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
