import { PROBLEM } from '@contract/health.limits';
import { useId, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '../Button';
import { Modal } from '../library/Modal';
import { OpeningFocus } from '../OpeningFocus';
import { attachments, type Report } from './attachments';
import styles from './index.css';
import { closeReport, type Occasion } from './open';
import { PictureChoice, usePicture } from './PictureChoice';
import { useReport } from './useReport';

/** Renders the dialog in which the user reports a problem. It shows a preview of all attached data. */
export function ReportDialog({ occasion }: { readonly occasion: Occasion }) {
  const t = useT();
  const [report] = useState(() => attachments(occasion));
  const picture = usePicture();
  const [withPicture, setWithPicture] = useState(true);
  const blob = withPicture && typeof picture === 'object' ? picture.blob : null;
  const form = useReport(report, blob);
  const { field, failure, pending, supportEmail, send, mail, saveFile } = form;
  return (
    <Modal
      open
      width={640}
      title={t('report.title')}
      onCancel={closeReport}
      wrapProps={{ 'data-unpictured': '' }}
      footer={
        <div className={styles.foot}>
          <Button onClick={saveFile}>{t('report.saveFile')}</Button>
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
      <ReportText form={form} />
      <AttachedFacts report={report} />
      <PictureChoice picture={picture} on={withPicture} onChange={setWithPicture} />
      {supportEmail ? <p className={styles.help}>{t('report.mailHelp', { to: supportEmail })}</p> : null}
    </Modal>
  );
}

/** Renders the field for the user's description. */
function ReportText({ form }: { readonly form: ReturnType<typeof useReport> }) {
  const t = useT();
  const id = useId();
  const { field, content, error, write } = form;
  return (
    <>
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
    </>
  );
}

/** Lists the attached page, contract version, browser, window size and calls. */
function AttachedFacts({ report }: { readonly report: Report }) {
  const t = useT();
  return (
    <>
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
    </>
  );
}
