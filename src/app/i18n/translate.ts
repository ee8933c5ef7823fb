import type { Locale, Text } from '@contract/text';
import { useMemo } from 'react';
import { formatMessage, type MessageParams } from './formatMessage';
import { getLocale, isolated, type MessageKey, t, useLocale, useT } from './i18n';

export { useLocale };

/** A key of the locale files, or a text of the contract that brings its languages along. */
export type Label = MessageKey | Text;
export type Say = (label: Label, params?: MessageParams) => string;

function sayIn(locale: Locale, label: Label, params?: MessageParams): string {
  return typeof label === 'string' ? t(label, params) : isolated(formatMessage(label[locale], locale, params));
}

/** Says labels in the language that is shown; the component draws again when it changes. */
export function useSay(): Say {
  const locale = useLocale();
  const translate = useT();
  return useMemo<Say>(
    () => (label, params) => (typeof label === 'string' ? translate(label, params) : sayIn(locale, label, params)),
    [locale, translate],
  );
}

/** The same outside of React: for toasts. */
export const say: Say = (label, params) => sayIn(getLocale(), label, params);
