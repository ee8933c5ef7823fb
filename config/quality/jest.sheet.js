/**
 * Reduces jsdom's default style sheet to the declarations that decide whether users see an element. Queries by role compute the styles of
 * each element. Matching the elements with all rules took a tenth of the tests' time. This file must load before jsdom.
 */
const { createRequire } = require('node:module');

const DECIDES = /^(?:display|visibility|position|white-space)\b/;
const HIDDEN = 'display: none';

const ofJsdom = createRequire(createRequire(require.resolve('jest-environment-jsdom')).resolve('jsdom'));
const sheet = ofJsdom.resolve('./jsdom/browser/default-stylesheet');

const selectors = new Map();
for (const [, selector, body] of ofJsdom(sheet)
  .replace(/\/\*.*?\*\//gs, '')
  .matchAll(/([^{};]+)\{([^{}]*)\}/g)) {
  for (const declaration of body.split(';').map((text) => text.trim())) {
    if (!DECIDES.test(declaration)) continue;
    selectors.set(declaration, [...(selectors.get(declaration) ?? []), selector.trim()]);
  }
}
// jsdom applies matching rules in their order. So the rule for hidden elements must remain the last rule.
const hidden = selectors.get(HIDDEN);
selectors.delete(HIDDEN);
selectors.set(HIDDEN, hidden);
ofJsdom.cache[sheet].exports = [...selectors]
  .map(([declaration, all]) => `${all.join(', ')} { ${declaration} }`)
  .join('\n');

// Tests need no colours, so we do not let jsdom compute them for each element.
const { propertiesWithResolvedValueImplemented: computed } = ofJsdom('./jsdom/living/helpers/style-rules');
for (const name of Object.keys(computed)) if (name.endsWith('color')) delete computed[name];
