import { debugReportEndpoints } from '../../../contract/debugReport';
import { validationText } from '../../../contract/validation';
import { WORD } from '../../../contract/words';
import { handlers } from '../../core/http/context';
import { countHit } from '../../core/http/rate';
import { invalid, refuse } from '../../core/http/refusal';
import { readFacts } from './rules';

const CONTENT = WORD.content;
/** Maximum number of reports per user and hour, so that a script cannot fill the operation records. */
const MOST = 10;
const WINDOW_SECONDS = 60 * 60;

export const debugReportHandlers = handlers(debugReportEndpoints, {
  'site.Monitor/reportDebug': async (ctx, { content }) => {
    const facts = readFacts(content);
    if (facts === null) {
      const message = validationText('pattern', ctx.locale, { label: ctx.t(CONTENT) });
      throw invalid([{ field: 'content', rule: 'pattern', message }]);
    }
    const { hits, secondsLeft } = await countHit(ctx.db, ctx.clock, `debug:${ctx.actor.accountId}`, WINDOW_SECONDS);
    if (hits > MOST) throw refuse(42901, {}, { retryAfter: secondsLeft });
    // The operation record already has the user and the IP address. These facts are unverified values from the browser.
    ctx.audit({ objectId: ctx.actor.sessionId, after: facts });
    return {};
  },
});
