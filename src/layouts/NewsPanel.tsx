import { NEWS } from '@contract/news';
import { useEffect } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Modal } from '@/ui/library/Modal';
import { useNews } from './NewsMark';

/** Lists the changes of the console by version. Opening the panel marks the newest version as seen. */
export default function NewsPanel({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { isUnseen, see } = useNews();
  useEffect(() => {
    if (isUnseen) see();
  }, [isUnseen, see]);
  return (
    <Modal open width={560} title={t('manual.newsTitle')} footer={null} onCancel={onClose}>
      {NEWS.map(({ version, changes }) => (
        <section key={version}>
          <h3>{t('manual.newsSince', { version })}</h3>
          <ul>
            {changes.map((change) => (
              <li key={change['en-US']}>{t(change)}</li>
            ))}
          </ul>
        </section>
      ))}
    </Modal>
  );
}
