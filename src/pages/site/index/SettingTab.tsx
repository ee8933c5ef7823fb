import type { Data } from '@contract/index';
import type { SiteSettingGroup } from '@contract/site';
import { useDispatch } from '@umijs/max';
import { useMemo, useRef, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData, useData } from '@/app/request/useData';
import { useUndone } from '@/app/undo';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Button } from '@/ui/Button';
import { EntityForm, type FormHandle } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import { formatFigure } from '@/ui/Money/format';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import { fromForm, groupsOf, toForm } from './groups';
import styles from './index.css';

type Setting = Data<'site.Site/getSetting'>;

const MAY_EDIT = 4502;
const MAY_SECRETS = 4506;

/** One group of the tenant's settings: read when the tab opens, saved whole as a new version. */
export function SettingTab({ group }: { readonly group: SiteSettingGroup }) {
  const query = useData('site.Site/getSetting', { group }, { staleTime: 0 });
  // A form starts from what is in force now, never from what an earlier visit of the tab saw.
  const fresh = query.isFetchedAfterMount ? query : { ...query, data: undefined };
  const [saves, setSaves] = useState(0);
  const reopen = async () => {
    await query.refetch();
    setSaves((count) => count + 1);
  };
  useUndone(() => void reopen());
  return (
    <div className={styles.panel}>
      <QueryBoundary query={fresh} minHeight={480}>
        {(setting) => <SettingForm key={saves} opened={setting} onSaved={reopen} />}
      </QueryBoundary>
    </div>
  );
}

function SettingForm({ opened, onSaved }: { readonly opened: Setting; readonly onSaved: () => Promise<void> }) {
  const t = useT();
  const { can } = usePlatform();
  const dispatch = useDispatch();
  const handle = useRef<FormHandle<FormValues>>(null);
  // Another read of the same tab must not change what is being edited.
  const [setting] = useState(opened);
  const { group, values, version, hasSecret, callerIp, simulated } = setting;
  const mayEdit = can(MAY_EDIT);
  const maySecrets = can(MAY_SECRETS);
  const groups = useMemo(
    () => groupsOf(group, { t, hasSecret, callerIp, maySecrets }),
    [group, t, hasSecret, callerIp, maySecrets],
  );
  const initial = useMemo(() => toForm(group, values), [group, values]);
  return (
    <>
      {simulated ? (
        <p className={styles.simulated}>
          <StatusTag tone="info" text={t('site.simulator')} />{' '}
          {t(group === 'sms' ? 'site.smsSimulated' : 'site.mapSimulated')}
        </p>
      ) : null}
      <p className={styles.state}>
        {version === 0 ? (
          t('site.neverSaved')
        ) : (
          <>
            {t('site.savedBy', { version, name: setting.updatedByName })} <TimeText at={setting.updatedAt} />
          </>
        )}
        <Quota left={setting.quotaLeft} />
      </p>
      <EntityForm<'site.Site/saveSetting', FormValues>
        formKey={`site.${group}`}
        title={t(`site.tab_${group}`)}
        initial={initial}
        groups={groups}
        address="site.Site/saveSetting"
        version={version}
        toInput={(submission) => ({ group, values: fromForm(group, submission.values), version: submission.version })}
        submit="site.save"
        onDone={() => {
          // Name, languages, map and monitor of the frame follow what was saved.
          dispatch({ type: 'user/fetchCurrent' });
          void onSaved();
        }}
        reload={async () => {
          const latest = await readData('site.Site/getSetting', { group });
          return { values: toForm(group, latest.values), version: latest.version };
        }}
        anchors
        handle={handle}
        {...(mayEdit ? {} : { readOnly: 'site.readOnly' as const })}
        footer={group === 'map' || group === 'sms' ? <TryOut group={group} form={() => handle.current} /> : null}
      />
    </>
  );
}

function Quota({ left }: { readonly left: number | null }) {
  const t = useT();
  const locale = useLocale();
  return left === null ? null : <span> · {t('site.quotaLeft', { n: formatFigure(left, 'count', locale) })}</span>;
}

interface TryOutProps {
  readonly group: 'map' | 'sms';
  readonly form: () => FormHandle<FormValues> | null;
}

/** Tries the outside system with what stands in the form, saved or not, and says what came of it. */
function TryOut({ group, form }: TryOutProps) {
  const t = useT();
  const { tel } = useCurrentUser();
  const [running, setRunning] = useState(false);
  const [result, setResult] = useState<{ ok: boolean; text: string } | null>(null);
  const run = async () => {
    const open = form();
    if (!open?.check()) return;
    const values = fromForm(group, open.values());
    setRunning(true);
    setResult(null);
    const end = await mutate(group === 'map' ? 'site.Site/testMap' : 'site.Site/testSms', () => ({ values })).finally(
      () => setRunning(false),
    );
    if (end.kind === 'done') setResult({ ok: end.data.ok, text: end.data.detail });
    else if (end.kind === 'fields') open.showErrors(end.errors);
    else if (end.kind === 'refused') setResult({ ok: false, text: end.msg || t('common.networkError') });
  };
  return (
    <>
      <Button loading={running} onClick={run}>
        {group === 'map' ? t('site.testMap') : t('site.testSms', { tel: `${tel.slice(0, 3)}****${tel.slice(-4)}` })}
      </Button>
      <span role="status" className={styles.result}>
        {result ? (
          <>
            <StatusTag tone={result.ok ? 'good' : 'bad'} text={t(result.ok ? 'site.testOk' : 'site.testFailed')} />{' '}
            {result.text}
          </>
        ) : null}
      </span>
    </>
  );
}
