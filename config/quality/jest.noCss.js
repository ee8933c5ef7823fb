/**
 * Where the component library writes its styles into the page. There is no layout here that they could change, and each question
 * for an element's style goes through all of their rules.
 */
exports.updateCSS = () => document.createElement('style');
exports.injectCSS = exports.updateCSS;
exports.removeCSS = () => undefined;
exports.clearContainerCache = () => undefined;
