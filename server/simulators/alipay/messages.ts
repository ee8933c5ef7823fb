import { messageTemplateOf, sendToSubscriber } from '../subscriptions';
import { failed, type Interface, textIn } from './world';

/** This module simulates subscription messages (订阅消息) of mini programs. Messages with a `form_id` are not simulated. */

/** Maximum number of characters of a keyword's value. */
const VALUE_MAX = 50;
const KEYWORD = /^keyword\d{1,2}$/;

type Keywords = Readonly<Record<string, { readonly value?: unknown }>>;

/** Parses the keywords in `data`, which is a JSON text. Returns `null` if the text is no JSON object, or if a name is not a keyword. */
function keywordsOf(data: string): Keywords | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && Object.keys(value).every((name) => KEYWORD.test(name))
      ? (value as Keywords)
      : null;
  } catch {
    return null;
  }
}

const send: Interface = async ({ app, store, parts, content }) => {
  const [templateId, page, data] = ['user_template_id', 'page', 'data'].map((name) => textIn(content, name));
  const to = textIn(content, 'to_user_id') || textIn(content, 'to_open_id');
  const keywords = keywordsOf(data ?? '');
  if (!to || !templateId || !page || keywords === null) return failed('INVALID_PARAMETER', '参数有误');
  const place = { appId: app.appId, templateId };
  const template = await messageTemplateOf(store, place);
  if (!template) return failed('USER_TEMPLATE_ILLEGAL', '模板非法');
  const values = Object.values(keywords).map(({ value }) => String(value ?? ''));
  // A template known only from the settings has no list of fields, so it accepts any number of keywords.
  const needed = template.fields ?? values.map((_, at) => `keyword${at + 1}`);
  if (needed.length !== values.length || needed.some((name) => !keywords[name]?.value))
    return failed('USER_TEMPLATE_LACK_KEYWORD', '缺少关键词');
  if (values.some((value) => [...value].length > VALUE_MAX)) return failed('USER_KEYWORD_LENGTH_ERROR', '关键词超长');
  const outcome = await sendToSubscriber({ ...parts, store }, { ...place, to, page, data: keywords });
  return outcome === 'sent' ? {} : failed('MSG_UNSUBSCRIBED', '用户未订阅，发送消息失败');
};

export const MESSAGE_INTERFACES: Readonly<Record<string, Interface>> = {
  'alipay.open.app.mini.templatemessage.send': send,
};
