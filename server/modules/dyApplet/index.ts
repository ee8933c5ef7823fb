/** Mini program of Douyin (抖音小程序): its settings, and the access to its platform. */
export { type DyAppletValues, dyAppletCode, keepDyTicket, openedDyApplet, readDyMessage } from './access';
export { dyAppletHandlers } from './handlers';
