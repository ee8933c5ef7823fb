import { NO_TEST_DEVICE } from '../../../contract/app.settings';
import type { ParsedOf } from '../../../contract/endpoint';
import type { NoticeContent, serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { SERVICE_CHANNEL_TEXT } from '../../../contract/serviceNotice.states';
import { text } from '../../../contract/text';
import { WORD } from '../../../contract/words';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { invalid } from '../../core/http/refusal';
import { refuseUpstream } from '../../core/platforms/refusals';
import { peopleOf } from '../account';
import { openedUserPush, refuseAsProvider } from '../app';
import { notify } from '../notice';
import { filledContent, notReady, usableTemplate } from './tasks';
import { previewOf } from './templates';

/**
 * Sends a filled template to the caller as a test: as a text message, or as a notice in the console. A push is sent to the test devices
 * of the users' app.
 */

const WORDS = {
  sms: WORD.sentToTel,
  bell: text(
    '预览已发送到您的消息中心',
    'The preview was sent to your notices',
    'A prévia foi enviada às suas notificações',
    '預覽已傳送到您的訊息中心',
  ),
  push: text(
    '已推送到测试设备：{n} 台',
    'Sent to test devices: {n}',
    'Enviado a dispositivos de teste: {n}',
    '已推播到測試裝置：{n} 台',
  ),
  title: text('试发：{name}', 'Test send: {name}', 'Envio de teste: {name}', '試發：{name}'),
  content: text('{channel}：{words}', '{channel}: {words}', '{channel}: {words}', '{channel}：{words}'),
} as const;

/**
 * Sends a push to the test devices.
 *
 * @throws Refusal 40001 (no test device), 42330 (push not configured), 50201 (the provider refuses), 50202 (the provider does not answer)
 */
async function pushToTestDevices(ctx: ActorContext, { title, body }: NoticeContent) {
  const opened = await openedUserPush(ctx);
  if (!opened) throw notReady(ctx, 'appPush');
  const { testDevices: devices } = opened;
  if (devices.length === 0) {
    throw invalid([{ field: 'templateId', rule: 'required', message: ctx.t(NO_TEST_DEVICE) }]);
  }
  await opened.push
    .push({ devices, title: title ?? '', content: body ?? '' })
    .catch((error: unknown) => refuseAsProvider(ctx, error));
  return { message: ctx.t(WORDS.push, { n: devices.length }) };
}

/**
 * Sends a filled template to the caller, or a push to the test devices.
 *
 * @throws Refusal 40001 (invalid variable, or no test device), 40401 (unknown template), 42201 (template disabled), 42235 (missing
 *   variable), 42330 (push not configured), 50201 (the provider refuses), 50202 (the provider does not answer)
 */
export async function testSend(
  ctx: ActorContext,
  { templateId, variables }: ParsedOf<(typeof serviceNoticeEndpoints)['user.Notice/testSend']>,
) {
  const template = await usableTemplate(ctx, templateId);
  const content = filledContent(ctx, template, variables);
  ctx.audit({ objectId: template.id, objectNo: template.code, after: { channel: template.channel } });
  if (template.channel === 'appPush') return pushToTestDevices(ctx, content);
  if (template.channel !== 'sms') {
    // Staff have neither an inbox nor an OpenID in the users' app, so they get a notice in the console.
    await notify(ctx, {
      type: 'message',
      source: 'system',
      accountIds: [ctx.actor.accountId],
      title: WORDS.title,
      content: WORDS.content,
      params: {
        name: template.name,
        channel: ctx.t(SERVICE_CHANNEL_TEXT[template.channel]),
        words: previewOf(content),
      },
      link: `/userManage/serviceNotice?part=templates&open=${template.id}`,
    });
    return { message: ctx.t(WORDS.bell) };
  }
  const [self] = await peopleOf(ctx.db, { accountIds: [ctx.actor.accountId] });
  const tel = self?.tel ?? '';
  const { signName, body, upstreamId } = content;
  await ctx.ports.sms
    .send({
      no: `T${ctx.ids.next()}`,
      tel,
      scene: 0,
      text: `【${signName ?? ''}】${body ?? ''}`,
      locale: 'zh-CN',
      params: { content: body ?? '' },
      ...(upstreamId && signName && { approved: { code: upstreamId, signName } }),
    })
    .catch(refuseUpstream);
  return { message: ctx.t(WORDS.sms, { tel: maskTel(tel) }) };
}
