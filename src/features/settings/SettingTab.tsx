import type { Input } from '@contract/index';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useLocale, useT } from '@/app/i18n/i18n';
import { onlyFresh } from '@/app/request/useData';
import { useUndone } from '@/app/undo';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Button } from '@/ui/Button';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { readSetting, type Setting, type SettingCalls, type TestAddress, useSetting } from './calls';
import { type FieldOverrides, formGroups, fromForm, toForm } from './fields';
import { Guide } from './Guide';
import styles from './index.css';
import { PlatformTest, useClearSecret } from './platform';
import { StatusStrip } from './StatusStrip';

/** Drawn beside the submit button; what is about the stored settings asks the open form whether it was changed. */
export type Footer = ReactNode | ((open: OpenForm) => ReactNode);
export interface OpenForm {
  readonly setting: Setting;
  readonly form: () => FormHandle<FormValues> | null;
}

export interface SettingTabProps {
  /** A tab without versions beside it reads and saves only. */
  readonly calls: Pick<SettingCalls, 'get' | 'save' | 'platform'>;
  readonly group: string;
  /** What the tab is called among the reader's unfinished forms. */
  readonly title: string;
  /** Names the form in drafts: `site.map`. */
  readonly formKey: string;
  readonly test?: TestAddress | undefined;
  readonly overrides?: FieldOverrides | undefined;
  /** A further action of the page, beside the submit button. */
  readonly footer?: Footer | undefined;
  /** Beside the form, computed from its values. */
  readonly beside?: ((form: FormHandle<FormValues>) => ReactNode) | undefined;
  readonly onSaved?: (() => void) | undefined;
}

/** One group of settings: read when the tab opens, saved whole as a new version. */
export function SettingTab(props: SettingTabProps) {
  const query = useSetting(props.calls, props.group);
  const fresh = onlyFresh(query);
  const [saves, setSaves] = useState(0);
  const reopen = async () => {
    await query.refetch();
    setSaves((count) => count + 1);
  };
  useUndone(() => void reopen());
  // The words of the form come from the server, in the language of the request.
  const locale = useLocale();
  const shown = useRef(locale);
  const { refetch } = query;
  useEffect(() => {
    if (shown.current === locale) return;
    shown.current = locale;
    void refetch();
  }, [locale, refetch]);
  return (
    <div className={styles.panel}>
      <QueryBoundary query={fresh} minHeight={480}>
        {(setting) => (
          <GroupForm key={saves} {...props} latest={setting} onReopen={reopen} onTested={() => void query.refetch()} />
        )}
      </QueryBoundary>
    </div>
  );
}

interface GroupFormProps extends SettingTabProps {
  readonly latest: Setting;
  readonly onReopen: () => Promise<void>;
  /** The state changed, and not what is being edited. */
  readonly onTested: () => void;
}

function GroupForm({
  calls,
  group,
  latest,
  title,
  formKey,
  test,
  overrides,
  footer,
  beside,
  onSaved,
  onReopen,
  onTested,
}: GroupFormProps) {
  const t = useT();
  const handle = useRef<FormHandle<FormValues>>(null);
  const [form, setForm] = useState<FormHandle<FormValues> | null>(null);
  const keep = useCallback((opened: FormHandle<FormValues> | null) => {
    handle.current = opened;
    setForm(opened);
  }, []);
  // Another read of the same tab must not change what is being edited; its words follow the language.
  const [setting] = useState(latest);
  const { form: declared } = latest;
  const { version } = setting;
  const platform = setting.platform === null ? undefined : calls.platform;
  const { clearSecret, dialog } = useClearSecret(calls, setting, onReopen);
  const groups = useMemo(
    () => formGroups(declared, { t, ...setting, clearSecret }, overrides),
    [declared, t, setting, clearSecret, overrides],
  );
  const [initial] = useState(() => toForm(declared, setting.values));
  return (
    <>
      {platform ? (
        <StatusStrip
          calls={platform}
          setting={latest}
          title={title}
          onChanged={() => {
            onSaved?.();
            void onReopen();
          }}
        />
      ) : null}
      {setting.simulated && declared.simulator !== null ? (
        <p className={styles.simulated}>
          <StatusTag tone="info" text={t('setting.simulator')} /> {declared.simulator}
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
            // More groups than the compiler tells apart in a union (25).
            return { group: key, values, version: submission.version } as Input<SettingCalls['save']>;
          }}
          submit="setting.save"
          onDone={() => {
            onSaved?.();
            void onReopen();
          }}
          reload={async () => {
            const now = await readSetting(calls, group);
            return { values: toForm(now.form, now.values), version: now.version };
          }}
          anchors={platform === undefined && beside === undefined}
          // Only a part beside the form is rendered again with the form.
          handle={beside ? keep : handle}
          {...(setting.mayEdit ? {} : { readOnly: 'setting.readOnly' as const })}
          footer={
            <>
              {test && declared.test !== null ? (
                <TryOut
                  address={test}
                  label={declared.test}
                  values={(open) => fromForm(declared, open.values())}
                  form={() => handle.current}
                />
              ) : null}
              {platform && setting.mayEdit && version > 0 ? (
                <PlatformTest
                  calls={platform}
                  setting={latest}
                  isDirty={() => handle.current?.dirty() ?? false}
                  onTested={onTested}
                />
              ) : null}
              {typeof footer === 'function' ? footer({ setting: latest, form: () => handle.current }) : footer}
            </>
          }
        />
        {platform ? <Guide setting={latest} /> : null}
        {beside && form ? beside(form) : null}
      </div>
      {dialog}
    </>
  );
}

function Quota({ left }: { readonly left: number | null }) {
  const t = useT();
  const locale = useLocale();
  return left === null ? null : <span> · {t('setting.quotaLeft', { n: formatFigure(left, 'count', locale) })}</span>;
}

interface TryOutProps {
  readonly address: TestAddress;
  readonly label: string;
  readonly values: (form: FormHandle<FormValues>) => Record<string, unknown>;
  readonly form: () => FormHandle<FormValues> | null;
}

/** Tries the outside system with the values of the form, saved or not, and says how it went. */
function TryOut({ address, label, values, form }: TryOutProps) {
  const t = useT();
  const { tel } = useCurrentUser();
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; text: string } | null>(null);
  const run = async () => {
    const open = form();
    if (!open?.check()) return;
    setRunning(true);
    setResult(null);
    const end = await mutate(address, () => ({ values: values(open) })).finally(() => setRunning(false));
    if (end.kind === 'done') setResult({ ok: end.data.ok, text: end.data.detail });
    else if (end.kind === 'fields') open.showErrors(end.errors);
    else if (end.kind === 'refused') setResult({ ok: false, text: end.msg || t('common.networkError') });
  };
  return (
    <>
      <Button loading={running} onClick={run}>
        {label.replace('{tel}', `${tel.slice(0, 3)}****${tel.slice(-4)}`)}
      </Button>
      <span role="status" className={styles.result}>
        {result ? (
          <>
            <StatusTag
              tone={result.ok ? 'good' : 'bad'}
              text={t(result.ok ? 'setting.testOk' : 'setting.testFailed')}
            />{' '}
            {result.text}
          </>
        ) : null}
      </span>
    </>
  );
}
