import type { Data, Input } from '@contract/index';
import { CODE_PLATFORMS, type MiniPlatform } from '@contract/miniCode.states';
import type { MutationResult } from '@/app/calls/mutate';

/** This module names the three endpoints for mini-program code. Their inputs and responses have the same types on all platforms. */

export type ListAddress = 'config.AlipayMini/getVersions';
export type TaskAddress = 'config.AlipayMini/getTask';
export type OperateAddress = 'config.AlipayMini/operateCode';

export type Versions = Data<ListAddress>;
export type VersionRow = Versions['list'][number];
export type Summary = Versions['summary'];
export type Task = Data<TaskAddress>;
export type OperateInput = Input<OperateAddress>;
export type OperateEnd = MutationResult<OperateAddress>;

/** Returns the endpoints of a platform. All platforms use the types of Alipay, because inputs and responses are the same. */
export function codeCalls(platform: MiniPlatform) {
  const { controller } = CODE_PLATFORMS[platform];
  return {
    list: `${controller}/getVersions` as ListAddress,
    task: `${controller}/getTask` as TaskAddress,
    operate: `${controller}/operateCode` as OperateAddress,
  };
}

/** Returns the task id of a response or refusal, or `null` if it has none. */
export function taskIdIn(end: OperateEnd): number | null {
  const data: unknown = end.kind === 'done' || end.kind === 'refused' ? end.data : null;
  const taskId = typeof data === 'object' && data !== null && 'taskId' in data ? data.taskId : null;
  return typeof taskId === 'number' ? taskId : null;
}
