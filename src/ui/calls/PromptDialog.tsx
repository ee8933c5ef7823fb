import type { Prompt } from '@/app/calls/prompts';
import { useSay } from '@/app/i18n/translate';
import { BulkResult } from '../actions/BulkResult';
import { Modal } from '../library/Modal';
import { ABOVE_DIALOGS, SecondVerification } from '../SecondVerification';

/** The dialog of one question. Loaded when the first question is asked. */
export function PromptDialog({ prompt }: { readonly prompt: Prompt }) {
  const say = useSay();
  if (prompt.kind === 'second') return <SecondVerification onDone={prompt.done} />;
  if (prompt.kind === 'undone') {
    return (
      <BulkResult outcome={prompt.outcome} label="undo.undo" onClose={() => prompt.done(true)} zIndex={ABOVE_DIALOGS} />
    );
  }
  const leave = prompt.kind === 'leave';
  return (
    <Modal
      open
      zIndex={ABOVE_DIALOGS}
      title={say(leave ? 'form.leaveTitle' : 'form.noticeTitle')}
      okText={say(leave ? 'form.leaveAnyway' : 'form.goOn')}
      cancelText={say(leave ? 'form.stay' : 'common.back')}
      okButtonProps={{ danger: leave }}
      onOk={() => prompt.done(true)}
      onCancel={() => prompt.done(false)}
    >
      <p>{leave ? say('form.leaveText') : prompt.text}</p>
    </Modal>
  );
}
