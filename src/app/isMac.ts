/** Tests whether to show key names as on a Mac. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
