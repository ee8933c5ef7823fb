/** Result of a passkey dialog. `known` means that this authenticator is already registered. */
export type PasskeyEnd =
  | { readonly response: Record<string, unknown> }
  | { readonly problem: 'cancelled' | 'unsupported' | 'known' };

/**
 * Creates a passkey, or signs with a passkey, in the browser's own dialog. The WebAuthn library is loaded at the first use.
 *
 * @param kind `make` creates a passkey, `use` signs with one
 * @param options WebAuthn options from the server's response
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
