/** WeChat mini program (微信小程序): its settings, and the access to its platform. */
export { type AppletValues, appletMessages, keepAppletTicket, openedApplet } from './access';
export { appletCode } from './code';
export { appletHandlers } from './handlers';
