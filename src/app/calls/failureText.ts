import type { WriteAddress } from '@contract/index';
import { t } from '@/app/i18n/i18n';
import type { MutationResult } from './mutate';

/** Returns the message of a failed call that has no form. Returns `null` if the call succeeded, was cancelled, or opens the sign-in page. */
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
