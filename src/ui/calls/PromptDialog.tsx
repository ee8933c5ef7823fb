import type { Prompt } from '@/app/calls/prompts';
import { useT } from '@/app/i18n/i18n';
import { BulkResult } from '../actions/BulkResult';
import { Modal } from '../library/Modal';
import { ABOVE_DIALOGS, SecondVerification } from '../SecondVerification';

/** Renders the dialog of one prompt. Its code is loaded at the first prompt. */
export function PromptDialog({ prompt }: { readonly prompt: Prompt }) {
  const t = useT();
  if (prompt.kind === 'second') return <SecondVerification onDone={prompt.done} />;
  if (prompt.kind === 'undone') {
    return (
      <BulkResult outcome={prompt.outcome} label="undo.undo" onClose={() => prompt.done(true)} zIndex={ABOVE_DIALOGS} />
    );
  }
  const leave = prompt.kind === 'leave';
  const isOfForm = leave && prompt.text === 'form.leaveText';
  return (
    <Modal
      open
      zIndex={ABOVE_DIALOGS}
      title={t(leave ? 'form.leaveTitle' : 'form.noticeTitle')}
      okText={t(leave ? (isOfForm ? 'form.leaveAnyway' : 'form.leave') : 'form.goOn')}
      cancelText={t(leave ? 'form.stay' : 'common.back')}
      okButtonProps={{ danger: leave }}
      onOk={() => prompt.done(true)}
      onCancel={() => prompt.done(false)}
    >
      <p>{leave ? t(prompt.text) : prompt.text}</p>
    </Modal>
  );
}
