import { useCallback, useRef, useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { StatusTag } from '@/ui/StatusTag';
import type { PlatformAddresses, Setting, SettingCalls } from './calls';
import styles from './index.css';

interface Secret {
  readonly id: number;
  readonly field: string;
  readonly label: string;
}

/**
 * Returns a function that removes a stored secret after a confirmation, and the confirmation dialog. For groups that configure no outside
 * platform, the function is `undefined`, and saving the form removes secrets.
 */
export function useClearSecret(
  { platform }: Pick<SettingCalls, 'platform'>,
  { form, group, version, platform: state }: Setting,
  onCleared: () => Promise<void>,
) {
  const { start, element } = useActions<Secret>(({ label }) => label);
  const latest = useRef({ form, group, version, onCleared });
  latest.current = { form, group, version, onCleared };
  const address = state === null ? undefined : platform?.clearSecret;
  const ask = useCallback(
    (field: string) => {
      if (address === undefined) return;
      const on = latest.current;
      const label = on.form.sections.flatMap(({ fields }) => fields).find(({ name }) => name === field)?.label ?? field;
      start(
        {
          key: 'clearSecret',
          label: 'setting.secretRemove',
          danger: true,
          confirm: { text: (name, _rows, t) => t('setting.clearText', { label: name }) },
          call: post(
            address,
            (secret: Secret) => ({ group: on.group, field: secret.field, version: on.version }) as never,
          ),
          after: () => void latest.current.onCleared(),
        },
        { id: 1, field, label },
      );
    },
    [address, start],
  );
  return { clearSecret: address === undefined ? undefined : ask, dialog: element };
}

interface PlatformTestProps {
  readonly calls: PlatformAddresses;
  readonly setting: Setting;
  /** Returns whether the form has unsaved changes. The test uses the stored settings and therefore refuses to run with unsaved changes. */
  readonly isDirty: () => boolean;
  readonly onTested: () => void;
}

type Outcome = { readonly said: string } | { readonly ok: boolean; readonly checks: readonly Check[] };
interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Tests the platform with the stored settings and lists the results of the checks. */
export function PlatformTest({ calls, setting, isDirty, onTested }: PlatformTestProps) {
  const t = useT();
  const [running, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { group, version } = setting;
  const run = async () => {
    if (isDirty()) {
      setOutcome({ said: t('setting.saveFirst') });
      return;
    }
    setRunning(true);
    setOutcome(null);
    const end = await mutate(calls.test, () => ({ group, version }) as never).finally(() => setRunning(false));
    if (end.kind === 'done') {
      setOutcome(end.data as unknown as Outcome);
      onTested();
    } else if (end.kind === 'refused' || end.kind === 'conflict')
      setOutcome({ said: end.msg || t('common.networkError') });
  };
  const label = setting.form.test ?? t('setting.test');
  return (
    <>
      <Button loading={running} onClick={run}>
        {label}
      </Button>
      <div role="status" className={styles.result}>
        {outcome && 'said' in outcome ? outcome.said : null}
        {outcome && 'checks' in outcome ? (
          <ul className={styles.checks}>
            {outcome.checks.map(({ name, ok, detail }) => (
              <li key={name}>
                <StatusTag tone={ok ? 'good' : 'bad'} text={name} /> {detail}
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </>
  );
}
