import { callWithoutToken, type WechatParts } from './call';

/** Fetches tokens. The caller stores and renews them for all processes. */

export interface FetchedToken {
  readonly token: string;
  /**
   * The validity in seconds from the answer, at most 7,200. The platform accepts the token for exactly this time, so the caller must fetch
   * a new token earlier.
   */
  readonly expiresIn: number;
}

type TokenParts = Pick<WechatParts, 'origin' | 'fetch' | 'timeoutMs'>;

/**
 * Fetches the stable token of an account (`/cgi-bin/stable_token`). All callers receive the same token while it is valid.
 *
 * @param force creates a new token and invalidates the current token immediately; at most 20 times a day and once in 30 seconds
 * @throws UpstreamTimeout when no answer arrives in time
 * @throws UpstreamFailure 40013 (wrong app id), 40125 (wrong secret), 40164 (our IP address is not on the account's allow list)
 */
export async function fetchStableToken(
  account: { readonly appId: string; readonly appSecret: string },
  parts: TokenParts,
  force = false,
): Promise<FetchedToken> {
  const answer = await callWithoutToken<{ access_token: string; expires_in: number }>(parts, {
    path: '/cgi-bin/stable_token',
    body: {
      grant_type: 'client_credential',
      appid: account.appId,
      secret: account.appSecret,
      force_refresh: force,
    },
    changes: force,
  });
  return { token: answer.access_token, expiresIn: answer.expires_in };
}

export interface Component {
  readonly appId: string;
  readonly appSecret: string;
}

/**
 * Fetches the component's own token (component_access_token).
 *
 * @param ticket component_verify_ticket; the platform pushes a new ticket every ten minutes, and each ticket is valid for 12 hours
 * @throws UpstreamTimeout when no answer arrives in time, UpstreamFailure when the platform refuses the call or cannot be reached
 */
export async function fetchComponentToken(
  component: Component,
  ticket: string,
  parts: TokenParts,
): Promise<FetchedToken> {
  const answer = await callWithoutToken<{ component_access_token: string; expires_in: number }>(parts, {
    path: '/cgi-bin/component/api_component_token',
    body: {
      component_appid: component.appId,
      component_appsecret: component.appSecret,
      component_verify_ticket: ticket,
    },
  });
  return { token: answer.component_access_token, expiresIn: answer.expires_in };
}

/**
 * Fetches the token with which a component acts for an account that authorised it (authorizer_access_token).
 *
 * @returns the token and a new refresh token, which replaces the given one; if the new refresh token is lost, the
 *   account must authorise again
 * @throws UpstreamTimeout; the platform may already have replaced the refresh token
 * @throws UpstreamFailure 61003 (not authorised), 61023 (wrong refresh token)
 */
export async function fetchAuthorizerToken(
  names: { readonly componentAppId: string; readonly appId: string; readonly refreshToken: string },
  componentToken: string,
  parts: TokenParts,
): Promise<FetchedToken & { readonly refreshToken: string }> {
  const answer = await callWithoutToken<{
    authorizer_access_token: string;
    authorizer_refresh_token: string;
    expires_in: number;
  }>(parts, {
    path: `/cgi-bin/component/api_authorizer_token?component_access_token=${encodeURIComponent(componentToken)}`,
    body: {
      component_appid: names.componentAppId,
      authorizer_appid: names.appId,
      authorizer_refresh_token: names.refreshToken,
    },
    changes: true,
  });
  return {
    token: answer.authorizer_access_token,
    expiresIn: answer.expires_in,
    refreshToken: answer.authorizer_refresh_token,
  };
}
