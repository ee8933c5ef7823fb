/**
 * Replaces the component library's style writer, and the hook that registers styles, with functions that do nothing. jsdom has no layout,
 * so tests do not need the styles, but every `getComputedStyle` would evaluate all style rules.
 */
exports.__esModule = true;
exports.default = () => undefined;
exports.uniqueHash = () => '';
exports.updateCSS = () => document.createElement('style');
exports.injectCSS = exports.updateCSS;
exports.removeCSS = () => undefined;
exports.clearContainerCache = () => undefined;
