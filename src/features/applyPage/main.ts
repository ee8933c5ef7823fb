import { byId } from './controls';
import { restoreAnswers } from './keptAnswers';
import { openPage, type PageData } from './page';
import { offerPosition } from './position';
import { offerSmsCode } from './smsCode';
import { openStatus, type StatusData } from './status';
import { acceptSubmission } from './submission';

/** This script starts the public application form or the applicants' status page. */

function start(form: HTMLFormElement, data: PageData): void {
  const page = openPage(form, data);
  const { live } = page;
  offerSmsCode({
    ...page,
    address: 'sendCode',
    tel: () => live.answers().tel?.trim() ?? '',
    onInvalid: () => void live.check(),
  });
  offerPosition(form, data.fields, page.say);
  acceptSubmission(page);
  restoreAnswers(page);
}

const data = byId('form-data')?.textContent;
const [form, status] = [byId<HTMLFormElement>('apply'), byId<HTMLFormElement>('status')];
if (form && data) start(form, JSON.parse(data) as PageData);
if (status && data) openStatus(status, JSON.parse(data) as StatusData);
