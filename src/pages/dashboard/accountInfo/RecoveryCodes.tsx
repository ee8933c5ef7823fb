import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { copyToClipboard } from '@/app/clipboard';
import { saveText } from '@/app/download';
import { useT } from '@/app/i18n/i18n';
import { toast } from '@/app/toast';
import { useCurrentUser } from '@/models/useCurrentUser';
import { Button } from '@/ui/Button';
import { Modal } from '@/ui/library/Modal';
import styles from './index.css';

/** Shows the recovery codes. They cannot be shown again, because the server stores no readable form of them. */
export function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[]; readonly onClose: () => void }) {
  const t = useT();
  const { account, siteName } = useCurrentUser();
  const text = codes.join('\n');
  const copy = async () => {
    if (await copyToClipboard(text)) toast.success(t('common.copied'));
  };
  const download = () => saveText('recovery-codes.txt', `${siteName} ${account}\n\n${text}\n`);
  return (
    <Modal
      open
      width={520}
      title={t('account.recovery')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('account.recoveryKept')}
        </Button>
      }
    >
      <p>{t('account.recoveryText')}</p>
      <ul className={styles.codes} aria-label={t('account.recovery')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
          {t('common.copy')}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
          {t('account.download')}
        </Button>
      </div>
    </Modal>
  );
}
