import type { Texts } from '../types';
import type { shell as source } from '../zh-CN/shell';
import { words } from './words';

export const shell: Texts<typeof source> = {
  skip: 'Skip to content',
  userMenu: 'Menu of {name}',
  language: words.language,
  appearance: 'Appearance',
  light: 'Light',
  dark: 'Dark',
  system: 'Same as system',
  compact: 'Compact',
  colorWeak: 'Colour-blind mode',
  logout: words.signOut,
  collapse: 'Collapse sidebar',
  expand: 'Expand sidebar',
  mainMenu: 'Main menu',
  moreGroups: words.more,
  breadcrumb: 'You are here',
  continue: 'Continue where you left off: {title}',
  sessionChanged: 'Another account signed in using this browser; the page was updated',
  loadFailed: 'Your account could not be read',
  loadFailedHint: 'Check the connection and try again.',
  monitorTitle: 'Friendly reminder',
  monitorFound: 'Illegal debugging was detected and will be reported. Please close the F12 debug mode.',
  monitorReport: 'Dangerous operation monitoring report',
  monitorReported: 'The debugging was reported and logged, and continuous tracking of this account is set up.',
  monitorClose: 'Please close the F12 debug mode before you continue.',
  monitorUnderstood: 'Understood',
  brandHelp: 'Platform help',
  brandFeedback: words.feedback,
};
