/** How a passkey ended. `known`: this authenticator is bound already. */
export type PasskeyEnd =
  | { readonly response: Record<string, unknown> }
  | { readonly problem: 'cancelled' | 'unsupported' | 'known' };

/**
 * Makes a passkey, or signs with one: the browser's own dialog. The code for it is loaded when it is wanted.
 *
 * @param options as the server gave them
 */
export async function askPasskey(
  kind: 'make' | 'use',
  options: Readonly<Record<string, unknown>>,
): Promise<PasskeyEnd> {
  const { browserSupportsWebAuthn, startAuthentication, startRegistration } = await import('@simplewebauthn/browser');
  if (!browserSupportsWebAuthn()) return { problem: 'unsupported' };
  try {
    const answer =
      kind === 'make'
        ? await startRegistration({ optionsJSON: options as never })
        : await startAuthentication({ optionsJSON: options as never });
    return { response: { ...answer } };
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') return { problem: 'known' };
    return { problem: name === 'SecurityError' || name === 'NotSupportedError' ? 'unsupported' : 'cancelled' };
  }
}
