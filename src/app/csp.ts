/** The nonce for style tags that the server wrote into this page; undefined when the web server writes none. */
export function cspNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return meta === '' || meta.startsWith('__') ? undefined : meta;
}
