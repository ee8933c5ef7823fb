import { RULE } from '@contract/rule-ids';
import { useState } from 'react';
import { mutate } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { Button } from '@/ui/Button';

/** Tests our callback URL. The server calls the URL in the same way as the platform does when an operator enters the URL there. */
export function VerifyServer() {
  const t = useT();
  const { can } = usePlatform();
  const [isRunning, setRunning] = useState(false);
  const [said, setSaid] = useState('');
  if (!can(RULE['config.serviceNumber.edit'])) return null;
  const run = async () => {
    setRunning(true);
    setSaid('');
    const end = await mutate('config.ServiceNumber/verifyServer', () => ({})).finally(() => setRunning(false));
    if (end.kind === 'done') setSaid(end.data.message);
    else if (end.kind === 'refused' || end.kind === 'fields') setSaid(end.msg || t('common.networkError'));
  };
  return (
    <>
      <Button loading={isRunning} onClick={run}>
        {t('serviceNumber.verify')}
      </Button>
      <span role="status">{said}</span>
    </>
  );
}
