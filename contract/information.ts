import { z } from 'zod';
import {
  type AuditSpec,
  actionData,
  bp,
  bulkData,
  bulkIds,
  empty,
  id,
  listData,
  listInput,
  queryId,
  read,
  time,
  versioned,
  words,
  write,
} from './endpoint';
import { ARTICLE, BANNER, CATEGORY } from './information.fields';
import {
  articleForm,
  bannerForm,
  categoryForm,
  storedArticle,
  storedBanner,
  storedCategory,
} from './information.forms';
import { ARTICLE_LIMITS, AUDIENCES, articleLifecycle, bannerLifecycle } from './information.states';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { type Text, text } from './text';
import { WORD } from './words';
import { pictureEndpoint, writingEndpoint } from './written';

/** This file declares the endpoints for articles, categories, banners, agreements and help (DOMAIN §3.12, §6.8). */

const VIEW = RULE.information;
const CREATE = RULE['information.create'];
const EDIT = RULE['information.edit'];
const DELETE = RULE['information.delete'];
const PUBLISH = RULE['information.publish'];

const audit =
  (object: string) =>
  (action: string, label: Text): AuditSpec => ({ module: 'information', action, object, text: label });
const ofArticle = audit('article');
const ofCategory = audit('articleCategory');
const ofBanner = audit('banner');
const articleStep = (action: Parameters<typeof articleLifecycle.transition>[0], label: Text) => ({
  access: { rule: PUBLISH },
  risk: articleLifecycle.transition(action).risk,
  versioned: true,
  audit: ofArticle(action, label),
});

const reason = () => words(ARTICLE_LIMITS.reason);
const articleRow = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(ARTICLE),
  audience: z.array(z.enum(AUDIENCES)),
  coverUrl: z.string().nullable(),
  actions: z.array(z.string()),
});
const bannerRow = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(BANNER),
  imageUrl: z.string(),
  actions: z.array(z.string()),
});

const articleEndpoints = {
  'information.Article/getList': read({
    summary: 'Articles, agreements and help of the stations in scope, last changed first.',
    access: { rule: VIEW },
    input: listInput(filterShape(ARTICLE), sortKeys(ARTICLE)),
    data: listData(articleRow, z.object(totalShape(ARTICLE))),
    errors: [40005, 40006, 40302],
  }),
  'information.Article/getDetail': read({
    summary: 'One article with the values of its form and its published versions.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: articleRow.extend({
      form: z.object(storedArticle),
      /**
       * URL that shows the edited version. It expires after about ten minutes. The query parameter `locale` selects the language. `null`
       * if a link replaces the content.
       */
      previewUrl: z.string().nullable(),
      /**
       * Public URL of the published version, with the query parameter `locale`. `null` means that no version is published, or that a link
       * replaces the content.
       */
      publicUrl: z.string().nullable(),
      versions: z.array(
        z.object({ no: z.int(), at: time(), byName: z.string(), title: z.string(), isLive: z.boolean() }),
      ),
    }),
    errors: [40302, 40401],
  }),
  'information.Article/getWriting': writingEndpoint([CREATE, EDIT]),
  'information.Article/getPicture': pictureEndpoint([CREATE, EDIT]),
  'information.Article/save': write({
    summary: 'Makes a draft of an article, or changes one; what is published stays until it is published again.',
    access: { rule: [CREATE, EDIT] },
    idempotent: true,
    versioned: true,
    audit: ofArticle('save', text('保存文章', 'Save article', 'Salvar artigo', '儲存文章')),
    input: z.object({ id: id().optional(), version: z.int(), ...articleForm }),
    data: actionData.extend({ sensitiveWords: z.array(z.string()) }),
    errors: [40301, 40302, 40401, 40901, 40903, 42201, 42354],
  }),
  'information.Article/copy': write({
    summary: 'Makes a draft with the texts of an article.',
    access: { rule: CREATE },
    idempotent: true,
    audit: ofArticle('copy', text('复制文章', 'Copy article', 'Copiar artigo', '複製文章')),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40401],
  }),
  'information.Article/publish': write({
    summary: 'Publishes what is written as the next version.',
    ...articleStep('publish', text('发布文章', 'Publish article', 'Publicar artigo', '發布文章')),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42352, 42354],
  }),
  'information.Article/schedule': write({
    summary: 'Publishes what is written at a moment to come; until then it cannot be edited.',
    ...articleStep('schedule', text('定时发布文章', 'Schedule article', 'Agendar artigo', '定時發布文章')),
    input: z.object({ ...versioned, publishAt: time(), offlineAt: time().nullable() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42352, 42354],
  }),
  'information.Article/cancelSchedule': write({
    summary: 'Takes a scheduled article back to a draft.',
    ...articleStep('cancelSchedule', WORD.cancelSchedule),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'information.Article/withdraw': write({
    summary: 'Withdraws a published article: apps no longer show it.',
    ...articleStep('withdraw', text('撤回文章', 'Withdraw article', 'Retirar artigo', '撤回文章')),
    input: z.object({ ...versioned, reason: reason() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'information.Article/pin': write({
    summary: 'Pins an article at the top of its category, or unpins it; at most five of a category.',
    access: { rule: PUBLISH },
    versioned: true,
    audit: ofArticle('pin', text('置顶文章', 'Pin article', 'Fixar artigo', '置頂文章')),
    input: z.object({ ...versioned, pinned: z.boolean() }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'information.Article/restore': write({
    summary: 'Puts a published version into the form again; it is published by a step of its own.',
    access: { rule: EDIT },
    risk: 'confirm',
    versioned: true,
    audit: ofArticle('restore', text('恢复文章版本', 'Restore version', 'Restaurar versão', '還原文章版本')),
    input: z.object({ ...versioned, no: z.int().min(1) }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'information.Article/remove': write({
    summary: 'Deletes a draft or a withdrawn article.',
    access: { rule: DELETE },
    risk: 'confirm',
    versioned: true,
    audit: ofArticle('remove', text('删除文章', 'Delete article', 'Excluir artigo', '刪除文章')),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'information.Article/bulkPublish': write({
    summary: 'Publishes several articles, each by itself.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    audit: ofArticle('bulkPublish', text('批量发布文章', 'Publish articles', 'Publicar artigos', '批次發布文章')),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
  'information.Article/bulkWithdraw': write({
    summary: 'Withdraws several articles, each by itself.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    audit: ofArticle('bulkWithdraw', text('批量撤回文章', 'Withdraw articles', 'Retirar artigos', '批次撤回文章')),
    input: z.object({ ids: bulkIds(), reason: reason() }),
    data: bulkData,
    errors: [40010],
  }),
  'information.Article/bulkMove': write({
    summary: 'Moves several articles to a category, each by itself.',
    access: { rule: EDIT },
    risk: 'confirm',
    audit: ofArticle('bulkMove', text('移动文章分类', 'Move articles', 'Mover artigos', '移動文章分類')),
    input: z.object({ ids: bulkIds(), categoryId: id() }),
    data: bulkData,
    errors: [40010, 40401],
  }),
} as const;

const categoryEndpoints = {
  'information.Category/getList': read({
    summary: 'Categories of articles: each above those below it, in their order.',
    access: { rule: VIEW },
    input: listInput(filterShape(CATEGORY), ['sort']),
    data: listData(
      z.object({
        id: id(),
        version: z.int(),
        ...fieldShape(CATEGORY),
        /** Level in the category tree: 0 or 1. */
        level: z.int(),
        iconUrl: z.string().nullable(),
        actions: z.array(z.string()),
      }),
      empty,
    ),
    errors: [40005],
  }),
  'information.Category/getForm': read({
    summary: 'The values of the form of a category, or of a new one without `id`.',
    access: { rule: VIEW },
    input: z.object({ id: queryId().optional() }),
    data: z.object({
      category: z
        .object({
          id: id(),
          version: z.int(),
          name: z.string(),
          iconUrl: z.string().nullable(),
          form: z.object(storedCategory),
        })
        .nullable(),
      /** All categories of the first level except the requested category. */
      parents: z.array(z.object({ value: id(), label: z.string() })),
    }),
    errors: [40401],
  }),
  'information.Category/save': write({
    summary: 'Makes a category, or changes one. There are two levels.',
    access: { rule: [CREATE, EDIT] },
    idempotent: true,
    versioned: true,
    audit: ofCategory('save', WORD.saveCategory),
    input: z.object({ id: id().optional(), version: z.int(), ...categoryForm }),
    data: actionData,
    errors: [40401, 40901, 40903],
  }),
  'information.Category/remove': write({
    summary: 'Deletes a category that holds neither articles nor categories.',
    access: { rule: DELETE },
    risk: 'confirm',
    versioned: true,
    audit: ofCategory('remove', text('删除分类', 'Delete category', 'Excluir categoria', '刪除分類')),
    input: z.object(versioned),
    data: actionData,
    errors: [40401, 40901, 42351],
  }),
} as const;

const bannerStep = (action: 'publish' | 'withdraw', label: Text) => ({
  access: { rule: PUBLISH },
  risk: bannerLifecycle.transition(action).risk,
  versioned: true,
  audit: ofBanner(action, label),
});
const bannerEndpoints = {
  'information.Banner/getList': read({
    summary: 'Banners of the stations in scope with their counters, last changed first.',
    access: { rule: VIEW },
    input: listInput(filterShape(BANNER), sortKeys(BANNER)),
    data: listData(bannerRow, z.object(totalShape(BANNER))),
    errors: [40005, 40302],
  }),
  'information.Banner/getDetail': read({
    summary: 'One banner with the values of its form.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: bannerRow.extend({ form: z.object(storedBanner) }),
    errors: [40302, 40401],
  }),
  'information.Stat/getBannerStats': read({
    summary: 'Impressions and clicks of a banner on each of the last 30 days.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: z.object({
      days: z.array(z.object({ day: z.iso.date(), exposures: z.int(), clicks: z.int(), clickBp: bp() })),
    }),
    errors: [40302, 40401],
  }),
  'information.Banner/save': write({
    summary: 'Makes a draft of a banner, or changes one that is not shown.',
    access: { rule: [CREATE, EDIT] },
    idempotent: true,
    versioned: true,
    audit: ofBanner('save', text('保存轮播图', 'Save banner', 'Salvar banner', '儲存輪播圖')),
    input: z.object({ id: id().optional(), version: z.int(), ...bannerForm }),
    data: actionData,
    errors: [40302, 40401, 40901, 42201, 42354],
  }),
  'information.Banner/publish': write({
    summary: 'Shows a banner between its times; at most ten run in one position at the same time.',
    ...bannerStep('publish', text('发布轮播图', 'Publish banner', 'Publicar banner', '發布輪播圖')),
    input: z.object(versioned),
    data: actionData,
    errors: [40001, 40302, 40401, 40901, 42201, 42352, 42353, 42354],
  }),
  'information.Banner/withdraw': write({
    summary: 'Withdraws a banner.',
    ...bannerStep('withdraw', text('撤回轮播图', 'Withdraw banner', 'Retirar banner', '撤回輪播圖')),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'information.Banner/remove': write({
    summary: 'Deletes a banner that is not shown.',
    access: { rule: DELETE },
    risk: 'confirm',
    versioned: true,
    audit: ofBanner('remove', text('删除轮播图', 'Delete banner', 'Excluir banner', '刪除輪播圖')),
    input: z.object(versioned),
    data: actionData,
    errors: [40302, 40401, 40901, 42201],
  }),
  'information.Banner/bulkWithdraw': write({
    summary: 'Withdraws several banners, each by itself.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    audit: ofBanner('bulkWithdraw', text('批量撤回轮播图', 'Withdraw banners', 'Retirar banners', '批次撤回輪播圖')),
    input: z.object({ ids: bulkIds() }),
    data: bulkData,
    errors: [40010],
  }),
} as const;

export const informationEndpoints = {
  ...articleEndpoints,
  ...categoryEndpoints,
  ...bannerEndpoints,
  'information.Feed/count': write({
    summary:
      'Counts what an app has shown: an article that was read, a banner that was seen or pressed. Nothing else is kept.',
    access: 'public',
    audit: null,
    limitsVisitors: true,
    input: z.object({
      kind: z.enum(['article', 'banner']),
      id: id(),
      what: z.enum(['view', 'click']),
    }),
    data: z.object({ counted: z.boolean() }),
  }),
} as const;
