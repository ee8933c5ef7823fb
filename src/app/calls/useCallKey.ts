import type { WriteAddress } from '@contract/index';
import { useMemo, useRef } from 'react';
import { keepsKey, type MutationResult, newKey } from './mutate';

/** The idempotency key of a dialog's call. */
export interface CallKey {
  /** Marks the call as sent. @returns its key, which is the key of the attempt before if that attempt has no final response */
  readonly take: () => string;
  /** Ends an attempt. After a final response, the next call gets a new key. */
  readonly settle: (end: MutationResult<WriteAddress>) => void;
  /** Returns the key to store with a draft: empty unless a call has no final response yet. */
  readonly stored: () => string;
  /** Takes the key of a continued draft. An empty key changes nothing. */
  readonly restore: (stored: string) => void;
  /** Gives the next call a new key, although the call before may have no final response. Called when the user discards the draft. */
  readonly renew: () => void;
}

/**
 * Manages the idempotency key of a call that a dialog may repeat, also after a reload and from a draft. Without the same key, the server
 * could do the work twice.
 */
export function useCallKey(): CallKey {
  const key = useRef(newKey());
  const sent = useRef(false);
  return useMemo(() => {
    const renew = () => {
      sent.current = false;
      key.current = newKey();
    };
    return {
      take: () => {
        sent.current = true;
        return key.current;
      },
      settle: (end) => {
        if (!keepsKey(end)) renew();
      },
      stored: () => (sent.current ? key.current : ''),
      restore: (stored) => {
        if (stored === '') return;
        key.current = stored;
        sent.current = true;
      },
      renew,
    };
  }, []);
}
