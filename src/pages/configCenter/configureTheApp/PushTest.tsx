import type { APPS } from '@contract/appVersion.states';
import { RULE } from '@contract/rule-ids';
import { useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import type { OpenForm } from '@/features/settings';
import { Button } from '@/ui/Button';
import { messagesOf } from '@/ui/EntityForm/useFields';
import { StatusTag } from '@/ui/StatusTag';

interface Outcome {
  readonly ok: boolean;
  readonly text: string;
}

/** Sends a push message to the stored test devices and shows the provider's response. */
export function PushTest({ app, open }: { readonly app: (typeof APPS)[number]; readonly open: OpenForm }) {
  const t = useT();
  const { can } = usePlatform();
  const [isRunning, setRunning] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { version } = open.setting;
  if (version === 0 || !can(RULE['config.app.edit'])) return null;
  const send = async () => {
    const form = open.form();
    if (form?.dirty()) {
      setOutcome({ ok: false, text: t('setting.saveFirst') });
      return;
    }
    setRunning(true);
    setOutcome(null);
    const input = { group: app, version };
    const end = await mutate('config.App/pushTest', () => input).finally(() => setRunning(false));
    if (end.kind === 'done') setOutcome({ ok: true, text: end.data.message });
    else if (end.kind === 'fields') {
      const homeless = form?.showErrors(end.errors) ?? end.errors;
      if (homeless.length > 0) setOutcome({ ok: false, text: messagesOf(homeless) });
    } else if (end.kind === 'refused' || end.kind === 'conflict')
      setOutcome({ ok: false, text: end.msg || t('common.networkError') });
  };
  return (
    <>
      <Button loading={isRunning} onClick={send}>
        {t('appVersion.pushTest')}
      </Button>
      <span role="status">
        {outcome ? (
          <>
            <StatusTag
              tone={outcome.ok ? 'good' : 'bad'}
              text={t(outcome.ok ? 'setting.testOk' : 'setting.testFailed')}
            />{' '}
            {outcome.text}
          </>
        ) : null}
      </span>
    </>
  );
}
