import { COMMAND_GROUPS, type Command } from '@/app/commands/registry';
import { useT } from '@/app/i18n/i18n';
import { isMac } from '@/app/isMac';
import { LoadFailed } from '@/ui/LoadFailed';
import { Modal } from '@/ui/library/Modal';
import styles from './index.css';
import { groupTitle } from './items';
import { Keys } from './Key';

/** Lists the shortcuts of all available commands, with a switch for single-letter shortcuts (WCAG 2.1.4). */
export function KeySheet({
  commands,
  on,
  disabled,
  onRetry,
  loading,
  onSwitch,
  onClose,
}: {
  readonly commands: readonly Command[];
  readonly on: boolean;
  /** The stored choice is not known, so it cannot be changed. */
  readonly disabled: boolean;
  /** Loads the stored choice again. Set if it could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  /** Whether the stored choice is being loaded. */
  readonly loading: boolean;
  readonly onSwitch: (on: boolean) => void;
  readonly onClose: () => void;
}) {
  const t = useT();
  const groups = COMMAND_GROUPS.map((group) => ({
    group,
    rows: commands.filter((command) => command.group === group && command.hotkey !== undefined),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <Modal open width={760} title={t('keys.title')} onCancel={onClose} footer={null} rootClassName={styles.printed}>
      <label className={styles.switch}>
        <input type="checkbox" checked={on} disabled={disabled} onChange={(event) => onSwitch(event.target.checked)} />
        <span>
          {t('keys.single')}
          <small>{t('keys.singleHelp')}</small>
        </span>
      </label>
      {onRetry ? (
        <p role="alert">
          <LoadFailed onRetry={onRetry} loading={loading} />
        </p>
      ) : null}
      <div className={`${styles.sheet} ${on ? '' : styles.off}`}>
        {groups.map(({ group, rows }) => (
          <section key={group}>
            <h3>{t(groupTitle(group))}</h3>
            <dl>
              {rows.map((command) => (
                <div key={command.key}>
                  <dt>{t(command.label)}</dt>
                  <dd>
                    <Keys keys={command.hotkey ?? ''} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <section className={styles.always}>
        <dl>
          <div>
            <dt>{t('palette.title')}</dt>
            <dd>
              <Keys keys={isMac() ? '⌘ k' : 'Ctrl k'} />
            </dd>
          </div>
          <div>
            <dt>{t('keys.close')}</dt>
            <dd>
              <Keys keys="Escape" />
            </dd>
          </div>
        </dl>
      </section>
    </Modal>
  );
}
