/**
 * Several parts of the component library write a style block without handing on the nonce that they were given (the lock of
 * the page's scrolling, the measuring of a scroll bar, the tokens of the layout), so a strict content security policy would
 * refuse them. All of them write through one function; here it falls back to the nonce of the page. A version that changed
 * the place fails the build instead of failing silently in the browser.
 */
const WITHOUT = 'styleNode.nonce = csp?.nonce;';
const GUARD = 'if (csp?.nonce) {';

module.exports = function passNonce(source) {
  if (!source.includes(WITHOUT) || !source.includes(GUARD)) {
    throw new Error(
      'nonce-loader: the style writer of the component library changed; look again whether it sets the nonce',
    );
  }
  return source
    .replace(
      GUARD,
      `const nonce = csp?.nonce ?? document.querySelector('meta[name="csp-nonce"]')?.content;\n  if (nonce) {`,
    )
    .replace(WITHOUT, 'styleNode.nonce = nonce;');
};
