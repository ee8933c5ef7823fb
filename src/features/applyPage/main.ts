import { byId } from './controls';
import { restoreAnswers } from './keptAnswers';
import { openPage, type PageData } from './page';
import { offerPosition } from './position';
import { offerSmsCode } from './smsCode';
import { acceptSubmission } from './submission';

/** Entry of the public application page's script. Its bundle is self-contained. */

function start(form: HTMLFormElement, data: PageData): void {
  const page = openPage(form, data);
  offerSmsCode(page);
  offerPosition(form, data.fields, page.say);
  acceptSubmission(page);
  restoreAnswers(page);
}

const form = byId<HTMLFormElement>('apply');
const data = byId('form-data')?.textContent;
if (form && data) start(form, JSON.parse(data) as PageData);
