import type { Callback, Simulator, SimulatorAnswer, SimulatorParts, SimulatorRequest } from './simulator';
import { answerAccount } from './wechat/account';
import { answerCode } from './wechat/code';
import { openApplet } from './wechat/open';
import { authorizerToken, callerOf, componentToken, stableToken } from './wechat/tokens';
import { type Answer, answerOf, type Call, Refusal, refusalAnswer } from './wechat/world';

/**
 * This module simulates the interfaces of api.weixin.qq.com for accounts and mini programs, as WeChat documents them. WeChat signs its
 * pushes but not its answers.
 */

export { makeServerCheck } from './wechat/push';
export { endToken } from './wechat/tokens';
export { planAudit, registerAccount, registerComponent, registerMini } from './wechat/world';

const WITHOUT_TOKEN: Readonly<Record<string, (call: Call) => Promise<Answer>>> = {
  '/cgi-bin/stable_token': stableToken,
  '/cgi-bin/component/api_component_token': componentToken,
  '/cgi-bin/component/api_authorizer_token': authorizerToken,
};

async function answer(call: Call): Promise<Answer> {
  const withoutToken = WITHOUT_TOKEN[call.path];
  if (withoutToken) return withoutToken(call);
  const { account, byComponent } = await callerOf(call);
  const found =
    (account.kind === 'mini' ? await answerCode(call, account, byComponent) : null) ??
    (await answerAccount(call, account, byComponent));
  if (!found) throw new Refusal(40066);
  return found;
}

async function handle(request: SimulatorRequest, parts: SimulatorParts): Promise<SimulatorAnswer> {
  const callbacks: Callback[] = [];
  const [path = ''] = request.path.split('?');
  const ip = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() || '127.0.0.1';
  const result = await parts.store.alone(async (store) => {
    try {
      return answerOf(await answer({ request, store, clock: parts.clock, path, ip, callbacks }));
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error, parts);
      throw error;
    }
  });
  for (const callback of callbacks) await parts.callBack(callback);
  return result;
}

/** Tests whether our answer confirms that we received the push: status 200 with `success`, no text, or encrypted text. */
const isReceived: Simulator['isReceived'] = ({ status, text }) =>
  status === 200 && (text === '' || text === 'success' || /^\s*(<xml>|\{).*Encrypt/s.test(text));

export function createWechatSimulator(parts: SimulatorParts): Simulator {
  return {
    name: 'wechat',
    handle: (request) => handle(request, parts),
    isReceived,
    open: async (page, settings) => (page === 'applet' ? openApplet(parts, settings) : {}),
  };
}
