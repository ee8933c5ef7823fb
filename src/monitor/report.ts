import { api } from '@/app/request/api';
import { dropRecord, keepRecord, keptRecord } from './record';

/**
 * Reports the stored record of an earlier page. After code 100 the record is removed. After any other result `state` becomes true, and the
 * next visit tries again (SPEC §5).
 *
 * @returns whether the server has stored the record, or `null` if there is no record
 */
export async function reportKept(): Promise<boolean | null> {
  const record = keptRecord();
  if (!record) return null;
  let isTaken = false;
  try {
    const outcome = await api.askPost(
      'site.Monitor/reportDebug',
      { content: JSON.stringify(record) },
      { silent: true },
    );
    isTaken = outcome.ok && outcome.code === 100;
  } catch {
    // The call was cancelled, because the session has expired.
  }
  if (isTaken) dropRecord();
  else keepRecord({ ...record, state: true });
  return isTaken;
}
