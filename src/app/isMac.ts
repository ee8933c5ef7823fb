/** Whether keys are named as on a Mac. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);
