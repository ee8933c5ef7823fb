import { PROBLEM } from '@contract/health.limits';
import type { Input } from '@contract/index';
import { useEffect, useId, useRef, useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { now } from '@/app/clock';
import { saveText } from '@/app/download';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { api } from '@/app/request/api';
import { CONTRACT_VERSION } from '@/app/request/contractVersion';
import { loggedCalls } from '@/app/request/requestLog';
import { watchUnsaved } from '@/app/session/unsaved';
import { Button } from '../Button';
import { toast } from '../feedback';
import { Modal } from '../library/Modal';
import { OpeningFocus } from '../OpeningFocus';
import styles from './index.css';
import { openMail, supportMail } from './mail';
import { closeReport, type Occasion } from './open';
import { takePicture } from './picture';

type Report = Omit<Input<'site.Monitor/reportProblem'>, 'fileId' | 'content'>;

/** What goes along, fixed when the dialog opens: later calls are its own. */
function attachments({ requestId }: Occasion): Report {
  const { pathname, search } = window.location;
  const calls = loggedCalls();
  const known = requestId === '' || calls.some((one) => one.requestId === requestId);
  const asked = { address: '', requestId, at: new Date(now()).toISOString(), ending: '' };
  return {
    page: redacted(pathname, search).slice(0, PROBLEM.page),
    contract: CONTRACT_VERSION,
    browser: navigator.userAgent.slice(0, 255),
    screen: `${window.innerWidth} × ${window.innerHeight} @${window.devicePixelRatio}`,
    calls: (known ? calls : [asked, ...calls]).slice(0, PROBLEM.calls).map((one) => ({ ...one })),
  };
}

/** Data that may identify a person is removed here; the server checks again. */
function redacted(pathname: string, search: string): string {
  const kept = [...new URLSearchParams(search)].map(([key, value]) =>
    /^[a-zA-Z]{1,24}$|^\d{1,4}$|^\d{4}-\d\d-\d\d$/.test(value) && !/keyword|name|tel|phone|account|palette/i.test(key)
      ? `${key}=${value}`
      : `${key}=•`,
  );
  return kept.length > 0 ? `${pathname}?${kept.join('&')}` : pathname;
}

type Picture = { readonly blob: Blob; readonly url: string } | 'making' | 'failed';

function usePicture(): Picture {
  const [picture, setPicture] = useState<Picture>('making');
  useEffect(() => {
    let url = '';
    let isGone = false;
    // The dialog is drawn first; the picture leaves it out.
    const timer = setTimeout(() => {
      takePicture().then(
        (blob) => {
          if (isGone) return;
          url = URL.createObjectURL(blob);
          setPicture({ blob, url });
        },
        () => setPicture('failed'),
      );
    }, 50);
    return () => {
      isGone = true;
      clearTimeout(timer);
      if (url) URL.revokeObjectURL(url);
    };
  }, []);
  return picture;
}

const fileName = (): string => `problem-${new Date(now()).toISOString().slice(0, 19).replaceAll(':', '-')}.json`;

async function dataUrl(blob: Blob): Promise<string> {
  return new Promise((settle, fail) => {
    const reader = new FileReader();
    reader.onload = () => settle(String(reader.result));
    reader.onerror = () => fail(reader.error ?? new Error('the picture cannot be read'));
    reader.readAsDataURL(blob);
  });
}

/**
 * An unsent text: a report is about the last failure, and the next failure, or the end of the session, must not delete it. In the
 * memory of the page only, since it may name people; it is hidden from another person.
 */
let unsent = { userId: 0, content: '' };

/** Report a problem: what happened in words, and beforehand everything that is sent along with it. */
export function ReportDialog({ occasion }: { readonly occasion: Occasion }) {
  const t = useT();
  const id = useId();
  const [report] = useState(() => attachments(occasion));
  const [key] = useState(newKey);
  const picture = usePicture();
  const [withPicture, setWithPicture] = useState(true);
  const { userId, supportEmail } = usePlatform();
  const [content, setContent] = useState(() => (unsent.userId === userId ? unsent.content : ''));
  const [error, setError] = useState('');
  const [failure, setFailure] = useState('');
  const [pending, setPending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const write = (text: string) => {
    unsent = { userId, content: text };
    setContent(text);
  };
  useEffect(() => watchUnsaved(() => unsent.userId === userId && unsent.content.trim() !== ''), [userId]);
  const blob = withPicture && typeof picture === 'object' ? picture.blob : null;

  const isFilled = () => {
    const good = content.trim().length >= PROBLEM.content.min;
    setError(good ? '' : t('report.tooShort', { n: PROBLEM.content.min }));
    if (!good) field.current?.focus();
    return good;
  };
  /** Keeps the report in the console. @returns its number, or why it was not kept; null when the person has to sign in first */
  const keep = async (): Promise<{ id: number; message: string } | { why: string } | null> => {
    let fileId: number | null = null;
    if (blob) {
      const stored = await api.upload(new File([blob], 'page.png', { type: 'image/png' }), 'problemReport');
      if (!stored.ok) return { why: stored.msg };
      fileId = stored.data.fileId;
    }
    const end = await mutate('site.Monitor/reportProblem', () => ({ ...report, content: content.trim(), fileId }), key);
    if (end.kind === 'done') return end.data;
    return end.kind === 'refused' || end.kind === 'fields' ? { why: end.msg } : null;
  };
  const finish = (message: string) => {
    write('');
    toast.success(message);
    closeReport();
  };

  const send = async () => {
    if (pending || !isFilled()) return;
    setPending(true);
    setFailure('');
    try {
      const kept = await keep();
      if (!kept) closeReport();
      else if ('why' in kept) setFailure(t('report.failed', { why: kept.why || t('report.noAnswer') }));
      else finish(kept.message);
    } finally {
      setPending(false);
    }
  };

  const save = async (name: string) => {
    const whole = { ...report, content: content.trim(), picture: blob ? await dataUrl(blob) : null };
    saveText(name, JSON.stringify(whole, null, 2), 'application/json');
  };

  /** The message goes out whether or not the console answers: support is asked most when it does not. */
  const mail = async () => {
    if (pending || !isFilled()) return;
    setPending(true);
    setFailure('');
    try {
      const kept = await keep();
      const name = fileName();
      await save(name);
      const id = kept && 'id' in kept ? kept.id : null;
      openMail(supportMail({ to: supportEmail, id, file: name, content: content.trim(), report, t }));
      if (!kept) closeReport();
      else if ('id' in kept) finish(kept.message);
      else setFailure(t('report.mailOnly', { why: kept.why || t('report.noAnswer'), to: supportEmail }));
    } finally {
      setPending(false);
    }
  };

  return (
    <Modal
      open
      width={640}
      title={t('report.title')}
      onCancel={closeReport}
      wrapProps={{ 'data-unpictured': '' }}
      footer={
        <div className={styles.foot}>
          <Button onClick={() => isFilled() && save(fileName())}>{t('report.saveFile')}</Button>
          <Button onClick={closeReport}>{t('common.cancel')}</Button>
          {supportEmail ? (
            <Button loading={pending} onClick={mail}>
              {t('report.mail')}
            </Button>
          ) : null}
          <Button type="primary" loading={pending} onClick={send}>
            {t('report.send')}
          </Button>
        </div>
      }
    >
      {failure ? (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <OpeningFocus focus={() => field.current?.focus()} />
      <label className={styles.label} htmlFor={`${id}-content`}>
        {t('report.what')}
      </label>
      <textarea
        ref={field}
        id={`${id}-content`}
        className={styles.content}
        rows={5}
        maxLength={PROBLEM.content.max}
        value={content}
        aria-required
        aria-invalid={error !== '' || undefined}
        aria-describedby={`${id}-help ${id}-error`}
        onChange={(event) => write(event.target.value)}
      />
      <p id={`${id}-help`} className={styles.help}>
        {t('report.whatHelp')}
      </p>
      <p id={`${id}-error`} className={styles.error} aria-live="polite">
        {error}
      </p>
      <h2 className={styles.heading}>{t('report.attached')}</h2>
      <dl className={styles.facts}>
        <dt>{t('report.page')}</dt>
        <dd>{report.page}</dd>
        <dt>{t('report.version')}</dt>
        <dd>{report.contract}</dd>
        <dt>{t('report.browser')}</dt>
        <dd>{report.browser}</dd>
        <dt>{t('report.screen')}</dt>
        <dd>{report.screen}</dd>
        <dt>{t('report.calls')}</dt>
        <dd>
          {report.calls.length === 0 ? (
            t('report.noCalls')
          ) : (
            <details>
              <summary>{report.calls.length}</summary>
              <ul className={styles.calls}>
                {report.calls.map((one) => (
                  <li key={`${one.at} ${one.requestId} ${one.address}`}>
                    {one.address.replace('/api/', '')} {one.ending} <code>{one.requestId.slice(0, 12)}</code>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </dd>
      </dl>
      <PictureChoice picture={picture} on={withPicture} onChange={setWithPicture} />
      {supportEmail ? <p className={styles.help}>{t('report.mailHelp', { to: supportEmail })}</p> : null}
    </Modal>
  );
}

interface PictureChoiceProps {
  readonly picture: Picture;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function PictureChoice({ picture, on, onChange }: PictureChoiceProps) {
  const t = useT();
  if (picture === 'failed') return <p className={styles.help}>{t('report.pictureFailed')}</p>;
  return (
    <>
      <label className={styles.tick}>
        <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
        {t('report.picture')}
      </label>
      <p className={styles.help}>{t('report.pictureHelp')}</p>
      <div className={styles.preview} aria-busy={picture === 'making'}>
        {picture === 'making' ? (
          <span role="status">{t('report.pictureMaking')}</span>
        ) : on ? (
          <img src={picture.url} alt={t('report.pictureAlt')} />
        ) : null}
      </div>
    </>
  );
}
