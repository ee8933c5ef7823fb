import type { WriteAddress } from '@contract/index';
import { t } from '@/app/i18n/i18n';
import type { MutationResult } from './mutate';

/** Returns the message of a failed call without a form. Returns `null` after success, a cancellation or the end of the session. */
export function failureText(end: MutationResult<WriteAddress>): string | null {
  switch (end.kind) {
    case 'fields':
      return end.errors.map(({ message }) => message).join('\n');
    case 'conflict':
    case 'refused':
      return end.msg || t('common.networkError');
    default:
      return null;
  }
}
