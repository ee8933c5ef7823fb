import { informationEndpoints } from '../../../contract/information';
import { handlers } from '../../core/http/context';
import { presentOf } from '../site';
import { articleDetail } from './article-answers';
import { articleList } from './article-list';
import { copyArticle, saveArticle } from './article-save';
import {
  cancelSchedule,
  moveEach,
  pinArticle,
  publishArticle,
  publishEach,
  removeArticle,
  restoreVersion,
  scheduleArticle,
  withdrawArticle,
  withdrawEach,
} from './article-steps';
import {
  bannerDetail,
  bannerList,
  bannerStats,
  publishBanner,
  removeBanner,
  saveBanner,
  withdrawBanner,
  withdrawBanners,
} from './banners';
import { categoryForm, categoryList, removeCategory, saveCategory } from './categories';
import { countShown } from './feed-store';
import { ownPicture, writingFacts } from './written';

export const informationHandlers = handlers(informationEndpoints, {
  'information.Article/getList': articleList,
  'information.Article/getDetail': articleDetail,
  'information.Article/getWriting': (ctx) => writingFacts(ctx.db),
  'information.Article/getPicture': ownPicture('articlePicture'),
  'information.Article/save': saveArticle,
  'information.Article/copy': copyArticle,
  'information.Article/publish': publishArticle,
  'information.Article/schedule': scheduleArticle,
  'information.Article/cancelSchedule': cancelSchedule,
  'information.Article/withdraw': withdrawArticle,
  'information.Article/pin': pinArticle,
  'information.Article/restore': restoreVersion,
  'information.Article/remove': removeArticle,
  'information.Article/bulkPublish': publishEach,
  'information.Article/bulkWithdraw': withdrawEach,
  'information.Article/bulkMove': moveEach,
  'information.Category/getList': categoryList,
  'information.Category/getForm': categoryForm,
  'information.Category/save': saveCategory,
  'information.Category/remove': removeCategory,
  'information.Banner/getList': bannerList,
  'information.Banner/getDetail': bannerDetail,
  'information.Banner/save': saveBanner,
  'information.Banner/publish': publishBanner,
  'information.Banner/withdraw': withdrawBanner,
  'information.Banner/remove': removeBanner,
  'information.Banner/bulkWithdraw': withdrawBanners,
  'information.Stat/getBannerStats': bannerStats,
  'information.Feed/count': async (ctx, { kind, id, what }) => {
    const { at, day } = await presentOf(ctx);
    return { counted: await countShown(ctx.db, { kind, id, click: what === 'click' }, { now: at, day }) };
  },
});
