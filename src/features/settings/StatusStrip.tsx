import { CONFIG_STATES } from '@contract/settings.words';
import { useT } from '@/app/i18n/i18n';
import { post } from '@/ui/actions/types';
import { useActions } from '@/ui/actions/useActions';
import { Button } from '@/ui/Button';
import { StatusTag } from '@/ui/StatusTag';
import { TimeText } from '@/ui/TimeText';
import type { PlatformAddresses, Setting } from './calls';
import styles from './index.css';

interface StatusStripProps {
  readonly calls: PlatformAddresses;
  readonly setting: Setting;
  /** Title of the settings group. */
  readonly title: string;
  readonly onChanged: () => void;
}

/**
 * Shows the state, environment, last test, missing values and expiry dates of a platform's settings, with a button that enables or disables
 * the settings.
 */
export function StatusStrip({ calls, setting, title, onChanged }: StatusStripProps) {
  const t = useT();
  const { start, element } = useActions<{ readonly id: number }>(() => title);
  const { platform, mayEdit, group } = setting;
  if (platform === null) return null;
  const { state, stateText, enabled, missing, environment, environmentText, ending, lastTest, stateVersion } = platform;
  const turn = () =>
    start(
      {
        key: enabled ? 'disable' : 'enable',
        label: enabled ? 'setting.disable' : 'setting.enable',
        danger: enabled,
        confirm: {
          text: (name, _rows, say) => say(enabled ? 'setting.disableText' : 'setting.enableText', { group: name }),
        },
        call: post(enabled ? calls.disable : calls.enable, () => ({ group, version: stateVersion }) as never),
        after: onChanged,
      },
      { id: 1 },
    );
  return (
    <section className={styles.strip} aria-label={t('setting.status')}>
      <div className={styles.stripLine}>
        <StatusTag tone={CONFIG_STATES[state].tone} text={stateText} />
        {environment === null ? null : (
          <StatusTag tone={environment === 'production' ? 'good' : 'info'} text={environmentText} />
        )}
        <span className={styles.stripText}>
          {lastTest === null ? (
            t('setting.neverTested')
          ) : (
            <>
              {t(lastTest.ok ? 'setting.testOk' : 'setting.testFailed')} · <TimeText at={lastTest.at} />
              {lastTest.isCurrent ? '' : ` · ${t('setting.testOutdated')}`}
            </>
          )}
        </span>
        {mayEdit && setting.version > 0 ? (
          <Button onClick={turn}>{t(enabled ? 'setting.disable' : 'setting.enable')}</Button>
        ) : null}
      </div>
      {missing.length > 0 ? <p>{t('setting.missing', { fields: missing.join(t('setting.comma')) })}</p> : null}
      {ending.map(({ label, at, days }) => (
        <p key={`${label}.${at}`}>
          {days < 0 ? t('setting.ended', { label }) : t('setting.ends', { label, n: days })}{' '}
          <TimeText at={at} mode="full" />
        </p>
      ))}
      {element}
    </section>
  );
}
