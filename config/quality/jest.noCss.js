/**
 * Replaces the component library's style writer. jsdom has no layout, and every `getComputedStyle` would evaluate all style rules.
 */
exports.updateCSS = () => document.createElement('style');
exports.injectCSS = exports.updateCSS;
exports.removeCSS = () => undefined;
exports.clearContainerCache = () => undefined;
