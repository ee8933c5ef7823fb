import { RULE } from '@contract/rule-ids';
import { SWITCHES } from '@contract/switches';
import { useId } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import styles from './index.css';
import type { SwitchState } from './switches';

/** Shows the position of a switch by text and colour. A click requests the other position. A blocked switch shows why it is blocked. */
export function SwitchButton({
  state,
  team,
  onPress,
}: {
  readonly state: SwitchState;
  readonly team: string;
  readonly onPress: () => void;
}) {
  const t = useT();
  const { can } = usePlatform();
  const why = useId();
  const blocked = state.blocked ?? (can(RULE['team.operation.switch']) ? null : t('operation.noPermission'));
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={state.on}
        aria-label={`${t(SWITCHES[state.key].text)} · ${team}`}
        aria-disabled={blocked !== null}
        aria-describedby={blocked === null ? undefined : why}
        title={blocked ?? state.reason ?? undefined}
        className={`${styles.switch} ${state.on ? styles.on : ''} ${blocked === null ? '' : styles.blocked}`}
        onClick={() => blocked === null && onPress()}
      >
        <span className={styles.knob} aria-hidden="true" />
        {t(state.on ? 'form.on' : 'form.off')}
      </button>
      {blocked === null ? null : (
        <span id={why} hidden>
          {blocked}
        </span>
      )}
    </>
  );
}
