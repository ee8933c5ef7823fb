import { useEffect, useState } from 'react';
import { t, useT } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { Button } from '@/ui/Button';
import styles from './index.css';
import { keptRecord } from './record';
import { reportKept } from './report';
import { isBypassed, type Watched, watch } from './watch';

/** Display time of the reminder in milliseconds. The user must be able to read it next to the dialog. */
const REMINDER_MS = 8_000;

/** Shows a dialog about a halt after the first attempt to report it (SPEC §5, §8). */
function Told({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <dialog
      ref={(element) => {
        if (element && !element.open) element.showModal();
      }}
      className={styles.dialog}
      aria-labelledby="monitor-title"
      aria-describedby="monitor-text"
      onClose={onClose}
    >
      <h2 id="monitor-title">{t('shell.monitorReport')}</h2>
      <div id="monitor-text">
        <p>{t('shell.monitorReported')}</p>
        <p>{t('shell.monitorClose')}</p>
      </div>
      <form method="dialog" className={styles.foot}>
        <Button type="primary" htmlType="submit">
          {t('shell.monitorUnderstood')}
        </Button>
      </form>
    </dialog>
  );
}

/** Runs the debug monitor for a signed-in user and reports a halt of an earlier page. The code is loaded only if the monitor is enabled. */
export default function Monitor({ tel, loginIp }: Watched) {
  const [isTold, setTold] = useState(false);

  useEffect(() => (isBypassed() ? undefined : watch({ tel, loginIp })), [tel, loginIp]);

  useEffect(() => {
    const record = keptRecord();
    // A record of another account is neither shown nor reported. It remains stored until that account signs in.
    if (!record || record.account !== tel) return;
    // Show the message only once. `state` is true if an earlier attempt to report has already shown it.
    const isNews = !record.state;
    if (isNews) toast.warning(t('shell.monitorFound'), REMINDER_MS, t('shell.monitorTitle'));
    void reportKept().then((isTaken) => {
      if (isNews && isTaken !== null) setTold(true);
    });
  }, [tel]);

  return isTold ? <Told onClose={() => setTold(false)} /> : null;
}
