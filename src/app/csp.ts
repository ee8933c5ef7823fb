/** Reads the nonce for style tags that the server wrote into this page. Returns `undefined` if there is none. */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return meta === '' || meta.startsWith('__') ? undefined : meta;
}
