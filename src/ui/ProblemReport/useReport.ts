import { PROBLEM } from '@contract/health.limits';
import { useEffect, useRef, useState } from 'react';
import { keepsKey, mutate, newKey } from '@/app/calls/mutate';
import { now } from '@/app/clock';
import { saveText } from '@/app/download';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { api } from '@/app/request/api';
import { watchUnsaved } from '@/app/session/unsaved';
import { toast } from '../feedback';
import type { Report } from './attachments';
import { openMail, supportMail } from './mail';
import { closeReport } from './open';

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
 * The unsent text of a report. Another failure or the end of the session must not delete it. It is stored only in memory and hidden
 * from other users, because it may name people.
 */
let unsent = { userId: 0, content: '' };

/** Manages the text of the report. Restores an unsent text of the same user. */
function useContent() {
  const t = useT();
  const { userId } = usePlatform();
  const [content, setContent] = useState(() => (unsent.userId === userId ? unsent.content : ''));
  const [error, setError] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => watchUnsaved(() => unsent.userId === userId && unsent.content.trim() !== ''), [userId]);
  return {
    field,
    content,
    error,
    write(text: string) {
      unsent = { userId, content: text };
      setContent(text);
    },
    isFilled() {
      const good = content.trim().length >= PROBLEM.content.min;
      setError(good ? '' : t('report.tooShort', { n: PROBLEM.content.min }));
      if (!good) field.current?.focus();
      return good;
    },
  };
}

/** Manages a report: its text, and the functions that store the report, mail it, or save it as a file. */
export function useReport(report: Report, blob: Blob | null) {
  const t = useT();
  /** The stored picture, so that a retry does not upload it again. */
  const picture = useRef<{ readonly blob: Blob; readonly fileId: number } | null>(null);
  /**
   * Content and idempotency key of the last attempt. A retry with the same content reuses the key. The server refuses the key with other
   * content.
   */
  const attempt = useRef({ body: '', key: '' });
  const { supportEmail } = usePlatform();
  const text = useContent();
  const { content, write, isFilled } = text;
  const [failure, setFailure] = useState('');
  const [pending, setPending] = useState(false);
  /**
   * Stores the report. @returns its number and the server's message, or the reason for the failure; `null` when the user must sign in first
   */
  const keep = async (): Promise<{ id: number; message: string } | { why: string } | null> => {
    if (blob && picture.current?.blob !== blob) {
      const stored = await api.upload(new File([blob], 'page.png', { type: 'image/png' }), 'problemReport');
      if (!stored.ok) return { why: stored.msg };
      picture.current = { blob, fileId: stored.data.fileId };
    }
    const input = { ...report, content: content.trim(), fileId: blob && (picture.current?.fileId ?? null) };
    const body = JSON.stringify(input);
    if (attempt.current.body !== body) attempt.current = { body, key: newKey() };
    const end = await mutate('site.Monitor/reportProblem', () => input, attempt.current.key);
    if (!keepsKey(end)) attempt.current = { body: '', key: '' };
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

  /** Opens the mail even if the server does not answer, because support is needed most in that case. */
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
  return { ...text, failure, pending, supportEmail, send, mail, saveFile: () => isFilled() && save(fileName()) };
}
