import { z } from 'zod';
import { APP } from './app.settings';
import { APP_VERSIONS } from './appVersion.fields';
import {
  APP_PACKAGE,
  APP_PLATFORMS,
  APP_VERSION,
  APPS,
  appVersionLifecycle,
  FORCES,
  VERSION_NAME,
} from './appVersion.states';
import {
  type AuditSpec,
  actionData,
  id,
  listData,
  listInput,
  queryId,
  read,
  versioned,
  within,
  write,
} from './endpoint';
import { fieldShape, filterShape, sortKeys } from './resource.schema';
import { platformEndpoints } from './settings.platform';
import { LOCALES, type Text, text } from './text';
import { WORD } from './words';

const VIEW = 108;
const CREATE = 10801;
const PUBLISH = 10806;

const audit = (action: string, label: Text): AuditSpec => ({
  module: 'config.app',
  action,
  object: 'appVersion',
  text: label,
});
const step = (action: Parameters<typeof appVersionLifecycle.transition>[0]) =>
  audit(action, appVersionLifecycle.transition(action).text);
const sha = () =>
  z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/);

const notes = z.object(
  Object.fromEntries(LOCALES.map((locale) => [locale, z.string().trim().max(APP_VERSION.notes)])) as Record<
    (typeof LOCALES)[number],
    z.ZodString
  >,
);
const form = {
  app: z.enum(APPS),
  platform: z.enum(APP_PLATFORMS),
  versionName: z.string().trim().regex(VERSION_NAME),
  /**
   * Build number. It must exceed the builds of all published and withdrawn versions of the same app, platform and channel (42334).
   * It must also differ from the builds of the other drafts (42334).
   */
  build: within(APP_VERSION.build),
  channel: z.string().trim().regex(APP_VERSION.channel),
  minSystem: z.string().trim().regex(APP_VERSION.minSystem),
  /** URL of the package, or of the page in an app store. */
  address: z.url({ protocol: /^https$/ }).max(APP_VERSION.address),
  /** Package name (Android) or bundle id (iOS) of the package. The server compares it with the app's settings. */
  packageName: z.string().trim().regex(APP_PACKAGE).max(100),
  /**
   * Size in bytes, SHA-256 digest of the file, and SHA-256 digest of the signing key. Android versions need them. For iOS the server
   * stores `null`.
   */
  packageSize: within(APP_VERSION.size).nullable(),
  sha256: sha().nullable(),
  signSha256: sha().nullable(),
  force: z.enum(FORCES),
  grayPercent: within(APP_VERSION.gray),
  notes,
};
const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(APP_VERSIONS),
  /** Download URL. The server counts the downloads. */
  downloadUrl: z.string(),
  actions: z.array(z.string()),
});

/** Endpoints for the three apps and their versions (APP 配置, DOMAIN §3.10). */
export const appEndpoints = {
  ...platformEndpoints('config.App', APP),
  'config.App/pushTest': write({
    summary: 'Sends a push to the test devices of an app, by its stored settings.',
    access: { rule: APP.edit },
    audit: {
      module: APP.module,
      action: 'pushTest',
      object: APP.object,
      text: WORD.pushTest,
    },
    input: z.object({ group: z.enum(APPS), version: z.int() }),
    data: z.object({
      /** Id that the push provider gave to the message. */
      messageId: z.string(),
      devices: z.int(),
      message: z.string(),
    }),
    errors: [40901, 42330, 50201, 50202],
  }),
  'config.App/getVersions': read({
    summary: 'Versions of the apps, newest first.',
    access: { rule: VIEW },
    input: listInput(filterShape(APP_VERSIONS), sortKeys(APP_VERSIONS)),
    data: listData(row, z.object({})),
    errors: [40005],
  }),
  'config.App/getVersion': read({
    summary: 'One version, with the values of its form.',
    access: { rule: VIEW },
    input: z.object({ id: queryId() }),
    data: row.extend({ form: z.object(form) }),
    errors: [40401],
  }),
  'config.App/getUpdate': read({
    summary:
      'The update that an app is offered on a device: the newest that runs on it and whose rollout has reached it.',
    access: 'public',
    input: z.object({
      app: form.app,
      platform: form.platform,
      channel: form.channel,
      /** Build number of the installed version. */
      build: z.coerce.number().pipe(z.int().min(0).max(APP_VERSION.build.max)),
      /** System version of the device (Android or iOS). */
      system: form.minSystem,
      /**
       * Id of the installation. The server derives the installation's place in the gradual rollout from this id, so repeated calls give the
       * same answer.
       */
      device: z.string().min(8).max(128),
    }),
    data: z.object({
      update: z
        .object({
          versionName: z.string(),
          build: z.int(),
          force: z.enum(FORCES),
          /** Release notes in the language of the request, or else in the default language. */
          notes: z.string(),
          downloadUrl: z.string(),
          /**
           * Size in bytes and digest. The app uses both to check the download. Both are `null` for iOS, where an app store delivers the
           * package.
           */
          packageSize: z.int().nullable(),
          sha256: z.string().nullable(),
        })
        .nullable(),
    }),
  }),
  'config.App/saveVersion': write({
    summary: 'Makes a draft of a version, or changes one.',
    access: { rule: CREATE },
    idempotent: true,
    versioned: true,
    audit: audit('saveVersion', text('保存版本', 'Save version', 'Salvar versão', '儲存版本')),
    input: z.object({ id: id().optional(), version: z.int(), ...form }),
    data: actionData,
    errors: [40401, 40901, 42201, 42331, 42334],
  }),
  'config.App/publishVersion': write({
    summary: 'Publishes a draft.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    versioned: true,
    audit: step('publishVersion'),
    input: z.object(versioned),
    data: actionData,
    errors: [40401, 40901, 42201, 42331, 42334],
  }),
  'config.App/withdrawVersion': write({
    summary: 'Withdraws a published version: it is no longer offered or downloaded.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    versioned: true,
    audit: step('withdrawVersion'),
    input: z.object({ ...versioned, reason: z.string().trim().min(2).max(200) }),
    data: actionData,
    errors: [40401, 40901, 42201],
  }),
  'config.App/setForce': write({
    summary: 'Changes how a published version is offered. To force it, it needs release notes.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    versioned: true,
    audit: step('setForce'),
    input: z.object({ ...versioned, force: z.enum(FORCES) }),
    data: actionData,
    errors: [40401, 40901, 42201],
  }),
  'config.App/setGray': write({
    summary: 'Changes to how many of a hundred phones a published version is offered.',
    access: { rule: PUBLISH },
    risk: 'confirm',
    versioned: true,
    audit: step('setGray'),
    input: z.object({ ...versioned, grayPercent: within(APP_VERSION.gray) }),
    data: actionData,
    errors: [40401, 40901, 42201],
  }),
} as const;
