import { api } from '@/app/request/api';
import { dropRecord, keepRecord, keptRecord } from './record';

/**
 * Reports what an earlier page kept. Code 100: the record is removed; otherwise its state becomes true and the next visit
 * tries again (SPEC §5).
 *
 * @returns whether the server has it now; null where there was nothing to report
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
    // The session ended in between.
  }
  if (isTaken) dropRecord();
  else keepRecord({ ...record, state: true });
  return isTaken;
}
