import { Modal } from 'antd';
import { Button } from '../Button';
import { type Label, useSay } from '../say';
import styles from './index.css';

/** Bulk answer (DOMAIN §6.1 **B**). */
export interface BulkOutcome {
  readonly success: number;
  readonly failed: readonly { readonly id: number; readonly no: string; readonly code: number; readonly msg: string }[];
}

/** Reads a bulk answer; null for anything else. */
export function bulkOutcome(data: unknown): BulkOutcome | null {
  if (typeof data !== 'object' || data === null || !('success' in data) || !('failed' in data)) return null;
  return typeof data.success === 'number' && Array.isArray(data.failed) ? (data as BulkOutcome) : null;
}

/** What became of each row: how many were done, and why the others were not. Done ones stay done. */
export function BulkResult({
  outcome,
  label,
  onClose,
}: {
  readonly outcome: BulkOutcome;
  readonly label: Label;
  readonly onClose: () => void;
}) {
  const say = useSay();
  return (
    <Modal
      open
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{say('list.record')}</th>
                <th scope="col">{say('list.why')}</th>
              </tr>
            </thead>
            <tbody>
              {outcome.failed.map((failure) => (
                <tr key={failure.id}>
                  <th scope="row">{failure.no}</th>
                  <td>{failure.msg}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </Modal>
  );
}
