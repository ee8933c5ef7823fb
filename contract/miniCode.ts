import { z } from 'zod';
import { id, listData, listInput, queryId, read, time, write } from './endpoint';
import { MINI_VERSION } from './miniCode.fields';
import {
  CODE_ACTIONS,
  CODE_LIMITS,
  CODE_PLATFORMS,
  CODE_TASK_STATES,
  type CodeAction,
  type MiniPlatform,
} from './miniCode.states';
import { fieldShape, filterShape, sortKeys } from './resource.schema';
import { text } from './text';

/** This file declares the endpoints for mini-program code (小程序代码, DOMAIN §3.10, §6.8): the same three endpoints for each platform. */

const opinion = z.object({ reason: z.string(), screenshots: z.array(z.string()) });

/** A code task, as the page shows it. */
const codeTaskData = z.object({
  taskId: id(),
  no: z.string(),
  action: z.enum(CODE_ACTIONS),
  actionText: z.string(),
  /** Number of the version that the action concerns. `null` means that the action concerns all versions (`sync`). */
  appVersion: z.string().nullable(),
  state: z.enum(CODE_TASK_STATES),
  stateText: z.string(),
  byName: z.string(),
  createdAt: time(),
  endedAt: time().nullable(),
  /** Message about the result, or about the reason of a failure. */
  message: z.string().nullable(),
  /** Time of the next request to the platform about an unknown result. `null` means that the server makes no further request. */
  nextAskAt: time().nullable(),
  opinion: opinion.nullable(),
  /** QR code for testers, as a data URL or an https URL. */
  qr: z.string().nullable(),
  log: z.string().nullable(),
  /** Current state of the version `appVersion`. It is `null` in the summary of `getVersions`, and if this version does not exist. */
  versionState: z.string().nullable(),
});

const summary = z.object({
  online: z.string().nullable(),
  /** The newest version that is in review, rejected, passed, or released to a share of users. `null` means that there is none. */
  audit: z.object({ appVersion: z.string(), state: z.string(), stateText: z.string() }).nullable(),
  newest: z.string().nullable(),
  qr: z.object({ appVersion: z.string(), image: z.string() }).nullable(),
  /** The code task that is queued or running, or whose result is unknown. `null` means that there is no such task. */
  task: codeTaskData.nullable(),
  syncedAt: time().nullable(),
  /** Those of the actions `upload` and `sync` that the caller can start now. They do not concern a single row. */
  actions: z.array(z.string()),
  /** Reason why no action is possible yet. `null` means that the platform is configured. */
  notConfigured: z.string().nullable(),
  /**
   * Text that states which actions the current configuration does not allow, and what to do instead. `null` means that there is nothing
   * to state.
   */
  limits: z.string().nullable(),
});

const row = z.object({
  id: id(),
  version: z.int(),
  ...fieldShape(MINI_VERSION),
  screenshots: z.array(z.string()),
  log: z.string().nullable(),
  /** Id of the last task for this version. `getTask` accepts this id. `null` means that there is no task. */
  lastTaskId: id().nullable(),
  /** Version that a rollback of this version would restore. `null` means that no rollback of this version is possible. */
  rollbackTo: z.string().nullable(),
  actions: z.array(z.string()),
});

/** These schemas set only upper limits. contract/miniCode.forms.ts has the exact limits of each action, for page and server. */
const long = () => z.string().max(20 * 1024);
const file = () => id().nullable();
const files = () => z.array(id()).max(9);
const payload = z.object({
  versionDesc: long().optional(),
  templateVersion: long().nullable().optional(),
  ext: z
    .string()
    .max(32 * 1024)
    .nullable()
    .optional(),
  appName: long().nullable().optional(),
  appSlogan: long().nullable().optional(),
  appDesc: long().nullable().optional(),
  appLogo: file().optional(),
  categoryIds: long().nullable().optional(),
  servicePhone: long().nullable().optional(),
  serviceEmail: long().nullable().optional(),
  screenshots: files().optional(),
  licenceNo: long().nullable().optional(),
  licenceName: long().nullable().optional(),
  licenceValidDate: long().nullable().optional(),
  licencePhotos: files().optional(),
  testAccount: long().nullable().optional(),
  testPassword: long().nullable().optional(),
  testFile: file().optional(),
  regionType: long().nullable().optional(),
  regions: z.array(z.string().max(6)).max(50).optional(),
  autoOnline: z.boolean().optional(),
  speedUp: z.boolean().optional(),
  reason: long().optional(),
  percent: z.int().optional(),
  confirmVersion: long().optional(),
});

const OPERATE = text('操作小程序代码', 'Manage mini-program code', 'Operar código do miniprograma', '操作小程式程式碼');

function codeEndpoints(platform: MiniPlatform) {
  const { page, operate, module, actions } = CODE_PLATFORMS[platform];
  return {
    getVersions: read({
      summary: 'Versions of the mini program, the newest first; what runs, and what is online and in audit.',
      access: { rule: page },
      input: listInput(filterShape(MINI_VERSION), sortKeys(MINI_VERSION)),
      data: listData(row, summary),
      errors: [40005, 40006],
    }),
    getTask: read({
      summary: 'One task of the mini program’s code.',
      access: { rule: page },
      input: z.object({ taskId: queryId() }),
      data: codeTaskData,
      errors: [40401],
    }),
    operateCode: write({
      summary:
        'Uploads, submits, releases … a version. Answers when it is done (100), or with the running task (110); ' +
        'a refusal of the platform and an unknown outcome carry the task as well.',
      access: { rule: operate },
      risk: 'confirm',
      idempotent: true,
      audit: { module, action: 'operateCode', object: 'miniVersion', text: OPERATE, secret: ['testPassword'] },
      input: z.object({
        action: z.enum(actions as [CodeAction, ...CodeAction[]]),
        /** Number of the version that the action concerns. It is absent for `sync`. */
        appVersion: z.string().max(CODE_LIMITS.appVersion).optional(),
        payload: payload.optional(),
      }),
      data: codeTaskData,
      errors: [40303, 40304, 40401, 40904, 42201, 42330, 42331, 42333, 42334, 42335, 42336, 42337, 42338, 50201, 50202],
    }),
  } as const;
}

const wx = codeEndpoints('wx');
const ali = codeEndpoints('ali');
const dy = codeEndpoints('dy');

export const miniCodeEndpoints = {
  'config.Applet/getVersions': wx.getVersions,
  'config.Applet/getTask': wx.getTask,
  'config.Applet/operateCode': wx.operateCode,
  'config.AlipayMini/getVersions': ali.getVersions,
  'config.AlipayMini/getTask': ali.getTask,
  'config.AlipayMini/operateCode': ali.operateCode,
  'config.DyApplet/getVersions': dy.getVersions,
  'config.DyApplet/getTask': dy.getTask,
  'config.DyApplet/operateCode': dy.operateCode,
} as const;
