/** The Douyin mini program (抖音小程序): its settings and the access to the platform. */
export { type DyAppletValues, dyAppletCode, keepDyTicket, openedDyApplet, readDyMessage } from './access';
export { dyAppletHandlers } from './handlers';
