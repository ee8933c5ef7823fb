import {
  APP_PLATFORMS,
  APP_TEXT,
  APPS,
  appVersionLifecycle,
  FORCE_TEXT,
  FORCES,
  PLATFORM_TEXT,
} from './appVersion.states';
import { choice, code, count, moment, resource, search, state, text } from './resource';

/** Fields of app versions in lists (DOMAIN §3.10). */
export const APP_VERSIONS = resource('appVersion', {
  keyword: search('appVersion.keywordHint'),
  versionName: code({ opens: true, width: 140 }),
  app: choice(APPS, { texts: APP_TEXT, filter: 'many' }),
  platform: choice(APP_PLATFORMS, { texts: PLATFORM_TEXT, filter: 'many' }),
  build: count({ sort: true }),
  state: state(appVersionLifecycle.states, { filter: 'many' }),
  channel: code({ filter: 'text' }),
  force: choice(FORCES, { texts: FORCE_TEXT, filter: 'many', card: 'fact' }),
  grayPercent: count({ unit: 'appVersion.percent' }),
  /** Size of the package in bytes. `null` for iOS versions, because an app store delivers the package. */
  packageSize: count({ nullable: true, unit: 'appVersion.bytes' }),
  sha256: code({ nullable: true, hidden: true }),
  minSystem: code(),
  /** Release notes in the reader's language, or else in the default language. */
  notes: text({ column: false }),
  downloads: count({ sort: true }),
  publishedAt: moment({ nullable: true, sort: true }),
  createdAt: moment({ sort: true, card: 'fact' }),
  createdByName: text({ hidden: true }),
});
