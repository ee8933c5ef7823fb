/**
 * What `qs` (part of the request library) asks of `side-channel`: values kept beside objects. Every browser that the console
 * supports has `WeakMap`; the package wraps it in thirty files of fallbacks and error texts, 14 KiB of the sign-in page.
 */
module.exports = () => new WeakMap();
