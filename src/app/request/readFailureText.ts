import { t } from '@/app/i18n/i18n';
import { describeFailure } from './useData';

/** Returns the message of a failed read. A failure without a message, such as HTTP 5xx, counts as a network error. */
export const readFailureText = (error: unknown): string => describeFailure(error).message ?? t('common.networkError');
