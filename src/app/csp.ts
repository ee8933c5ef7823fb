/** Reads the nonce that the server wrote into this page for style tags. Returns `undefined` if there is none. */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return meta === '' || meta.startsWith('__') ? undefined : meta;
}
