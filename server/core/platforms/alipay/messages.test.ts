import assert from 'node:assert/strict';
import test from 'node:test';
import { authorizeApp, registerApp } from '../../../simulators/alipay/setup';
import { type AlipayStage, alipayStage } from '../../../simulators/alipay/testing';
import {
  addMessageTemplate,
  SENT_MESSAGE,
  type SimulatedMessage,
  subscribeUser,
} from '../../../simulators/subscriptions';
import { UpstreamFailure, UpstreamTimeout } from '../outbound';
import { createAlipayMessages } from './messages';

const USER = '2088102122458832';
const OPEN_ID = '074a1CcTG1LelxKe4xQC0zgNdId0nxi95b5lsNpazWYoCo5';
const TEMPLATE = 'MDI4YzIxMDE2M2I5YTQzYjUxNWE4MjA4NmU1MTIyYmM=';
const message = {
  to: USER,
  templateId: TEMPLATE,
  page: 'pages/order/index',
  data: { keyword1: '晚餐/订单', keyword2: '18:30' },
};

const messagesOf = ({ config, access }: AlipayStage) => createAlipayMessages(config, access);
const place = ({ made }: AlipayStage) => ({ appId: made.app.appId, templateId: TEMPLATE });
const sent = async ({ parts }: AlipayStage) =>
  (await parts.store.list<SimulatedMessage>(SENT_MESSAGE)).map(({ value }) => value);

async function stageWithTemplate(): Promise<AlipayStage> {
  const stage = await alipayStage();
  await addMessageTemplate(stage.parts.store, place(stage), ['keyword1', 'keyword2']);
  return stage;
}

const refusedWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof UpstreamFailure, String(error));
  assert.equal(error.code, code);
  return true;
};

test('a message uses one subscription, and a user without a subscription is refused', async () => {
  const stage = await stageWithTemplate();
  const messages = messagesOf(stage);
  await assert.rejects(messages.send(message), refusedWith('MSG_UNSUBSCRIBED'));
  await subscribeUser(stage.parts.store, place(stage), USER);
  await messages.send(message);
  await assert.rejects(messages.send(message), refusedWith('MSG_UNSUBSCRIBED'));
  assert.deepEqual(await sent(stage), [
    {
      ...place(stage),
      ...{ to: USER, page: 'pages/order/index' },
      data: { keyword1: { value: '晚餐/订单' }, keyword2: { value: '18:30' } },
    },
  ]);
});

test('a receiver that is not a user id is an OpenID', async () => {
  const stage = await stageWithTemplate();
  await subscribeUser(stage.parts.store, place(stage), OPEN_ID);
  await messagesOf(stage).send({ ...message, to: OPEN_ID });
  assert.equal((await sent(stage))[0]?.to, OPEN_ID);
});

test('a message that does not fit its template is refused and uses no subscription', async () => {
  const stage = await stageWithTemplate();
  const messages = messagesOf(stage);
  await subscribeUser(stage.parts.store, place(stage), USER);
  const refusals = [
    [{ templateId: 'other' }, 'USER_TEMPLATE_ILLEGAL'],
    [{ data: { keyword1: 'a' } }, 'USER_TEMPLATE_LACK_KEYWORD'],
    [{ data: { keyword1: 'a', keyword3: 'b' } }, 'USER_TEMPLATE_LACK_KEYWORD'],
    [{ data: { keyword1: 'a', keyword2: '外'.repeat(51) } }, 'USER_KEYWORD_LENGTH_ERROR'],
    [{ data: { thing1: 'a' } }, 'INVALID_PARAMETER'],
    [{ page: '' }, 'INVALID_PARAMETER'],
  ] as const;
  for (const [change, code] of refusals)
    await assert.rejects(messages.send({ ...message, ...change } as typeof message), refusedWith(code));
  await messages.send({ ...message, data: { keyword1: 'a', keyword2: '外'.repeat(50) } });
});

test('a third-party application sends for the mini program that authorised it', async () => {
  const stage = await stageWithTemplate();
  const mini = { ...stage.made.app, appId: '2021000000000002' };
  await registerApp(stage.parts.store, mini);
  await authorizeApp(stage.parts.store, 'token', { isvAppId: stage.made.app.appId, appId: mini.appId });
  await addMessageTemplate(stage.parts.store, { ...place(stage), appId: mini.appId }, null);
  await subscribeUser(stage.parts.store, { ...place(stage), appId: mini.appId }, USER);
  await createAlipayMessages({ ...stage.config, appAuthToken: 'token' }, stage.access).send(message);
  assert.equal((await sent(stage))[0]?.appId, mini.appId);
});

test('a lost answer leaves the result unknown', async () => {
  for (const fault of ['lostBefore', 'lostAfter', 'wrongSignature', 'status500', 'html'] as const) {
    const stage = await stageWithTemplate();
    await subscribeUser(stage.parts.store, place(stage), USER);
    stage.setFault(fault);
    await assert.rejects(messagesOf(stage).send(message), UpstreamTimeout, fault);
  }
});
