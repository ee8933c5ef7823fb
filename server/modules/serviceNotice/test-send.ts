import type { ParsedOf } from '../../../contract/endpoint';
import type { serviceNoticeEndpoints } from '../../../contract/serviceNotice';
import { SERVICE_CHANNEL_TEXT } from '../../../contract/serviceNotice.states';
import { text } from '../../../contract/text';
import { maskTel } from '../../core/access/mask';
import type { ActorContext } from '../../core/http/context';
import { refuseUpstream } from '../../core/platforms/refusals';
import { peopleOf } from '../account';
import { notify } from '../notice';
import { filledContent, usableTemplate } from './tasks';
import { previewOf } from './templates';

/** A template with its variables filled, to the caller: as a text message, or, of other channels, as a notice in the console. */

const WORDS = {
  sms: text('已发送到 {tel}', 'Sent to {tel}', 'Enviado para {tel}', '已傳送到 {tel}'),
  bell: text(
    '预览已发送到你的消息中心',
    'The preview was sent to your notices',
    'A prévia foi enviada às suas notificações',
    '預覽已傳送到你的訊息中心',
  ),
  title: text('试发：{name}', 'Test send: {name}', 'Envio de teste: {name}', '試發：{name}'),
  content: text('{channel}：{words}', '{channel}: {words}', '{channel}: {words}', '{channel}：{words}'),
} as const;

/** @throws Refusal 40401 · 42201 · 42235 · 50201 · 50202 */
export async function testSend(
  ctx: ActorContext,
  { templateId, variables }: ParsedOf<(typeof serviceNoticeEndpoints)['user.Notice/testSend']>,
) {
  const template = await usableTemplate(ctx, templateId);
  const content = filledContent(ctx, template, variables);
  ctx.audit({ objectId: template.id, objectNo: template.code, after: { channel: template.channel } });
  if (template.channel !== 'sms') {
    // Staff have no inbox in the users' app and no OpenID there.
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
