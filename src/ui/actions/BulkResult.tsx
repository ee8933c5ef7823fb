import { writeDay } from '@contract/dates';
import type { BulkOutcome } from '@/app/calls/bulkOutcome';
import { type Label, useLocale, useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { Modal } from '../library/Modal';
import { SmallTable } from '../SmallTable';
import styles from './index.css';

/** Maximum number of refused rows in the list. A call by filter may return thousands. */
const MOST = 200;

/**
 * Shows the result of a bulk action: the number of rows for which it succeeded, and why the others were refused. A refusal undoes no other
 * row.
 */
export function BulkResult({
  outcome,
  label,
  onClose,
  zIndex,
}: {
  readonly outcome: BulkOutcome;
  readonly label: Label;
  readonly onClose: () => void;
  readonly zIndex?: number;
}) {
  const t = useT();
  const locale = useLocale();
  return (
    <Modal
      open
      {...(zIndex !== undefined && { zIndex })}
      title={t('list.bulkResult', { action: t(label) })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <p role="status">
        {t('list.bulkDone', { n: outcome.success })}
        {outcome.failed.length > 0 ? ` ${t('list.bulkFailed', { n: outcome.failed.length })}` : ''}
      </p>
      {outcome.failed.length > 0 ? (
        <div className={styles.failures}>
          <SmallTable
            isNamed
            heads={[t('list.record'), t('list.why')]}
            rows={outcome.failed
              .slice(0, MOST)
              .map((failure) => ({ key: failure.id, cells: [writeDay(failure.no, locale), failure.msg] }))}
          />
          {outcome.failed.length > MOST ? <p>{t('list.moreFailed', { n: outcome.failed.length - MOST })}</p> : null}
        </div>
      ) : null}
    </Modal>
  );
}
