import { enquiryEndpoints } from '../../../contract/enquiry';
import { SHOP_BLOCK_LIST } from '../../../contract/enquiry.fields';
import { RULE } from '../../../contract/rule-ids';
import { seesAllStations } from '../../core/access/whole-scope';
import { handlers } from '../../core/http/context';
import { answerRow } from '../../core/list/answers';
import { paged } from '../../core/list/paged';
import { blockShop, follow, followMany, quoteByHand, requireEnquiry, unblockShop } from './actions';
import { detailAnswer } from './answers';
import { enquiryList, enquiryStats } from './list';
import { disableRule, publishRule, removeRule, saveRule } from './price-rules';
import { ruleDetail, ruleList } from './rule-answers';
import { blockPage } from './rule-store';
import { tryQuote } from './trial';

/** Price enquiries of the short-video platform (抖音询价, DOMAIN §3.9). */
export const enquiryHandlers = handlers(enquiryEndpoints, {
  'enquiry.Enquiry/getList': (ctx, input) => enquiryList(ctx, input),
  'enquiry.Enquiry/getStats': (ctx, input) => enquiryStats(ctx, input),
  'enquiry.Enquiry/getDetail': async (ctx, { id }) => detailAnswer(ctx, await requireEnquiry(ctx, id)),
  'enquiry.Enquiry/quote': (ctx, input) => quoteByHand(ctx, input),
  'enquiry.Enquiry/follow': (ctx, input) => follow(ctx, input),
  'enquiry.Enquiry/bulkFollow': (ctx, input) => followMany(ctx, input),
  'enquiry.Enquiry/getBlocks': (ctx, input) =>
    paged(ctx, input, async (page) => {
      const { list, total } = await blockPage(ctx.db, input, input.sortOrder ?? 'desc', page);
      const actions = ctx.can(RULE['enquiry.quote']) && seesAllStations(ctx) ? ['unblockShop'] : [];
      const rows = list.map((row) => ({ id: row.id, ...answerRow(ctx, SHOP_BLOCK_LIST, row, {}), actions }));
      return { list: rows, total, summary: {} };
    }),
  'enquiry.Enquiry/blockShop': (ctx, input) => blockShop(ctx, input),
  'enquiry.Enquiry/unblockShop': (ctx, input) => unblockShop(ctx, input),
  'enquiry.Enquiry/getRules': (ctx, input) => ruleList(ctx, input),
  'enquiry.Enquiry/getRule': (ctx, input) => ruleDetail(ctx, input),
  'enquiry.Enquiry/saveRule': (ctx, input) => saveRule(ctx, input),
  'enquiry.Enquiry/publishRule': (ctx, input) => publishRule(ctx, input),
  'enquiry.Enquiry/disableRule': (ctx, input) => disableRule(ctx, input),
  'enquiry.Enquiry/removeRule': (ctx, input) => removeRule(ctx, input),
  'enquiry.Enquiry/testQuote': (ctx, input) => tryQuote(ctx, input),
});
