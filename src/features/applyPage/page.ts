import type { FormField } from '@contract/franchiseForm';
import { fill, type Locale } from '@contract/text';
import { type Captcha, startCaptcha } from './captcha';
import { type Ask, createCalls } from './endpoints';
import { type Files, takeFiles } from './files';
import { type LiveForm, liveForm } from './form';
import { filesOfVisit } from './sendFile';

/** Data that the server embeds in the page for this script. */
export interface PageData {
  readonly version: number;
  readonly fields: readonly FormField[];
  readonly locale: Locale;
  readonly channel: string | null;
  readonly needSms: boolean;
  /** Token of this visit. Set only if the form accepts files. */
  readonly visit?: string;
  readonly words: Readonly<Record<string, string>>;
}

/** The form of the opened page and the tools that the modules share. */
export interface Page {
  readonly form: HTMLFormElement;
  readonly data: PageData;
  readonly live: LiveForm;
  readonly captcha: Captcha;
  readonly files: Files;
  readonly ask: Ask;
  /** Formats a text in the language of the page. */
  readonly say: (word: string, params?: Readonly<Record<string, string | number>>) => string;
  /** Shows a problem that belongs to no field. An empty message removes the problem. */
  readonly tell: (message: string) => void;
}

/** Starts the form's fields, the uploads and the captcha. */
export function openPage(form: HTMLFormElement, data: PageData): Page {
  const { words, locale, fields } = data;
  const say: Page['say'] = (word, params = {}) => fill(words[word] ?? '', params, locale);
  const { ask, regions } = createCalls(locale, say('offline'));
  const live = liveForm({ root: form, fields, locale, regions });
  const problem = form.querySelector<HTMLElement>('[data-problem]');
  const tell = (message: string) => {
    if (problem) problem.textContent = message;
  };
  const files = takeFiles({ root: form, fields, say, ...filesOfVisit(data, ask, say('offline')) });
  return { form, data, live, captcha: startCaptcha(form, say('offline')), files, ask, say, tell };
}
