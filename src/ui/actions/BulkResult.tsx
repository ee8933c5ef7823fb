import type { BulkOutcome } from '@/app/calls/bulkOutcome';
import { type Label, useSay } from '@/app/i18n/translate';
import { Button } from '../Button';
import { Modal } from '../library/Modal';
import { SmallTable } from '../SmallTable';
import styles from './index.css';

/** Rows that were refused and are listed; a call by a filter may bring thousands. */
const MOST = 200;

/** What became of each row: how many were done, and why the others were not. Done ones stay done. */
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
  const say = useSay();
  return (
    <Modal
      open
      {...(zIndex !== undefined && { zIndex })}
      title={say('list.bulkResult', { action: say(label) })}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {say('common.close')}
        </Button>
      }
    >
      <p role="status">
        {say('list.bulkDone', { n: outcome.success })}
        {outcome.failed.length > 0 ? ` ${say('list.bulkFailed', { n: outcome.failed.length })}` : ''}
      </p>
      {outcome.failed.length > 0 ? (
        <div className={styles.failures}>
          <SmallTable
            isNamed
            heads={[say('list.record'), say('list.why')]}
            rows={outcome.failed
              .slice(0, MOST)
              .map((failure) => ({ key: failure.id, cells: [failure.no, failure.msg] }))}
          />
          {outcome.failed.length > MOST ? <p>{say('list.moreFailed', { n: outcome.failed.length - MOST })}</p> : null}
        </div>
      ) : null}
    </Modal>
  );
}
