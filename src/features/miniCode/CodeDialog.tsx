import type { CodeAction, MiniPlatform } from '@contract/miniCode.states';
import { type MessageKey, useT } from '@/app/i18n/i18n';
import { Fields } from '@/ui/EntityForm';
import { DraftLine } from '@/ui/EntityForm/DraftLine';
import { Modal } from '@/ui/library/Modal';
import { OpeningFocus } from '@/ui/OpeningFocus';
import { RequestId } from '@/ui/ProblemReport/RequestId';
import { Elapsed } from './Elapsed';
import styles from './index.css';
import { useCodeForm, type Wish } from './useCodeForm';
import type { CodeRun } from './useCodeRun';

const DANGEROUS: readonly CodeAction[] = ['withdrawAudit', 'rollback', 'offline', 'deleteDev'];

/**
 * Shows the form of an action. After the user has sent it, the dialog shows the elapsed time. Closing the dialog does not cancel the
 * request.
 *
 * @param newest the newest version; an uploaded version must be higher
 */
export function CodeDialog({
  platform,
  wish,
  newest,
  run,
  onClose,
}: {
  readonly platform: MiniPlatform;
  readonly wish: Wish;
  readonly newest: string | null;
  readonly run: CodeRun;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { action, appVersion, target } = wish;
  const { label, title, fields, form, drafts, problem, pending, send } = useCodeForm(platform, wish, run, onClose);
  const [first] = fields;
  const { open } = run;
  return (
    <Modal
      open
      width={fields.length > 4 ? 640 : 520}
      title={title}
      okText={label}
      cancelText={t(pending ? 'miniCode.hide' : 'common.cancel')}
      // We do not use `confirmLoading`, because antd then prevents closing the dialog.
      okButtonProps={{ loading: pending, danger: DANGEROUS.includes(action), autoFocus: fields.length === 0 }}
      onOk={send}
      onCancel={onClose}
      // A click outside the dialog must not discard the input.
      mask={{ closable: false }}
    >
      {pending && open ? (
        <div className={styles.progress} role="status">
          <p>{t('miniCode.running')}</p>
          <p aria-hidden>
            {t('miniCode.elapsed')} <Elapsed from={open.begun} to={null} />
          </p>
          <progress aria-label={t('miniCode.progress')} />
        </div>
      ) : null}
      {/* The form is hidden and stays mounted, because its input is needed again if the server refuses the request. */}
      <div hidden={pending}>
        <p>{consequence(t, action, appVersion, target, newest)}</p>
        {problem ? (
          <div className={styles.problem} role="alert">
            {problem.text}
            {problem.requestId ? <RequestId id={problem.requestId} /> : null}
          </div>
        ) : null}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {first ? <OpeningFocus focus={() => form.focus(first.name)} /> : null}
          <DraftLine drafts={drafts} fields={fields} />
          <Fields form={form} fields={fields} />
        </form>
      </div>
    </Modal>
  );
}

/** Returns the text above the form: what the action does, or the newest version for an upload. It is empty for `sync`. */
function consequence(
  t: ReturnType<typeof useT>,
  action: CodeAction,
  appVersion: string | null,
  target: string | null,
  newest: string | null,
): string {
  if (action === 'upload') return newest === null ? '' : t('miniCode.newest', { v: newest });
  if (action === 'sync') return '';
  return t(`miniCode.ask_${action}` satisfies MessageKey, { v: appVersion ?? '', target: target ?? '' });
}
