import { useT } from '@/app/i18n/i18n';
import { openReport, useCanReport } from './open';
import styles from './request-id.css';

/** Shows an error's request id for support. If a report can be opened, also shows a button that reports the error. */
export function RequestId({ id }: { readonly id: string }) {
  const t = useT();
  const canReport = useCanReport();
  return (
    <small className={styles.line}>
      <span>{t('common.requestId', { id })}</span>
      {canReport ? (
        <button type="button" className={styles.report} onClick={() => openReport(id)}>
          {t('report.open')}
        </button>
      ) : null}
    </small>
  );
}
