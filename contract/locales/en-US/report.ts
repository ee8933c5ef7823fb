import type { Texts } from '../types';
import type { report as source } from '../zh-CN/report';
import { words } from './words';

export const report: Texts<typeof source> = {
  open: words.reportAProblem,
  title: words.reportAProblem,
  what: 'What happened',
  whatHelp: 'Describe what you wanted to do and what you saw. Please leave out passwords and codes.',
  tooShort: 'Please write at least {n} characters',
  attached: 'Also sent',
  page: words.page,
  version: words.contractVersion,
  browser: words.browser,
  screen: 'Window',
  calls: words.lastCalls,
  noCalls: 'None yet',
  picture: 'Attach the screenshot',
  pictureHelp: 'Texts, figures, inputs and pictures are covered; only the structure and headings remain.',
  pictureAlt: 'Masked screenshot of the page',
  pictureMaking: 'Taking the screenshot…',
  pictureFailed: 'The screenshot could not be taken; you can send the report without it.',
  send: words.send,
  saveFile: 'Save as a file',
  mail: 'Write to support',
  mailHelp:
    '“Write to support” keeps the report here and opens your mail program with a message to {to}. A mail link cannot carry the screenshot, so the report is saved as a file too: please attach it to the message.',
  mailSubject: 'Problem report: {page}',
  mailSubjectNumbered: 'Problem report {n}: {page}',
  mailAttach: 'Please attach the file {name}.',
  mailCut: '(the rest is in the file)',
  mailCalls: 'Recent request IDs',
  mailOnly:
    'This console did not receive the report: {why}. The message to {to} is prepared all the same, and the file is saved.',
  failed: 'It was not sent: {why}. What you wrote is kept; try again, or save it as a file.',
  noAnswer: 'the server did not answer',
};
