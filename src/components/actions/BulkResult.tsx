import { Modal } from 'antd';
import { Button } from '../Button';
import { type Label, useSay } from '../say';
import styles from './index.css';
import type { BulkOutcome } from './outcome';

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
