/**
 * Makes the component library's style writer use the nonce of the page when a component passes no nonce. Some components pass none (scroll
 * lock, measuring of a scroll bar, layout tokens), so a strict content security policy would block their style blocks. All components use
 * this one function. If a new version changes the function, the build fails. Otherwise only the browser would show the fault.
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
