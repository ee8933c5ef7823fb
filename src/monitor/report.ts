import { api } from '@/app/request/api';
import { dropRecord, keepRecord, keptRecord } from './record';

/**
 * Reports the record of an earlier page. After code 100 the record is removed; otherwise its state becomes true and the next visit
 * tries again (SPEC §5).
 *
 * @returns whether the server has stored it; null without a record
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
    // The session ended meanwhile.
  }
  if (isTaken) dropRecord();
  else keepRecord({ ...record, state: true });
  return isTaken;
}
