import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { useSay } from '@/app/i18n/translate';
import { toast } from '@/app/toast';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import styles from './index.css';

/** The codes, this once: they are stored nowhere in a readable form. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const say = useSay();
  const { account, siteName } = useCurrentUser();
  const text = codes.join('\n');
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    toast.success(say('common.copied'));
  };
  const download = () => {
    const url = URL.createObjectURL(new Blob([`${siteName} ${account}\n\n${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = 'recovery-codes.txt';
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Modal
      open
      width={520}
      title={say('account.recovery')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {say('account.recoveryKept')}
        </Button>
      }
    >
      <p>{say('account.recoveryText')}</p>
      <ul className={styles.codes} aria-label={say('account.recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {say('common.copy')}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
          {say('account.download')}
        </Button>
      </div>
    </Modal>
  );
}
