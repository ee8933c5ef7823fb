import type { Texts } from '../i18n';
import type { report as source } from '../zh-CN/report';

export const report: Texts<typeof source> = {
  open: 'Report a problem',
  title: 'Report a problem',
  what: 'What happened',
  whatHelp: 'What you wanted to do, and what you saw. Please leave out passwords and codes.',
  tooShort: 'Please write at least {n} characters',
  attached: 'Sent along',
  page: 'Page',
  version: 'Contract version',
  browser: 'Browser',
  screen: 'Window',
  calls: 'Last calls',
  noCalls: 'None yet',
  picture: 'Attach the picture',
  pictureHelp: 'Texts, figures, inputs and pictures are covered; only the structure and headings remain.',
  pictureAlt: 'Masked picture of the page',
  pictureMaking: 'Taking the picture …',
  pictureFailed: 'The picture could not be taken; the report works without it.',
  send: 'Send',
  saveFile: 'Save as a file',
  failed: 'It was not sent: {why}. What you wrote is kept; try again, or save it as a file.',
  noAnswer: 'the server did not answer',
};
