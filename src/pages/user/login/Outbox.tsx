import type { Data } from '@contract/index';
import { useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { TextButton } from '@/ui/PlainForm';
import styles from './login.css';

type Messages = Data<'Verify/getOutbox'>['list'];

/** Shows messages of the SMS simulator, if the server allows the caller to read them. */
export function Outbox() {
  const t = useT();
  const locale = useLocale();
  const [messages, setMessages] = useState<Messages | null>(null);
  const [refusal, setRefusal] = useState('');

  async function read() {
    const outcome = await api.askGet('Verify/getOutbox', {});
    setRefusal(outcome.ok ? '' : outcome.msg || t('login.failed'));
    if (outcome.ok) setMessages(outcome.data.list);
  }

  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  return (
    <section className={styles.outbox} aria-labelledby="outbox-title">
      <h2 id="outbox-title" className={styles.outboxTitle}>
        {t('login.outboxTitle')}
      </h2>
      <p className={styles.outboxHint}>{t('login.outboxHint')}</p>
      <TextButton onClick={() => void read()}>{t(messages ? 'login.refresh' : 'login.outbox')}</TextButton>
      <div aria-live="polite">
        {refusal && <p>{refusal}</p>}
        {messages?.length === 0 && <p>{t('login.outboxEmpty')}</p>}
        {messages && messages.length > 0 && (
          <ul className={styles.messages}>
            {messages.map((message) => (
              <li key={`${message.at} ${message.tel} ${message.text}`}>
                <span className={styles.meta}>
                  <time dateTime={message.at}>{clock.format(Date.parse(message.at))}</time> {message.tel}
                </span>
                {message.text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
