import type { SettingGroup } from '@contract/settings';
import { settingForm } from '@contract/settings.schema';

const CHANGED = { updatedAt: '2026-03-01T09:30:00+08:00', updatedByName: 'Wang' };

/** Builds the server's response in en-US for a group that the user may edit: initial values, overridden by `more`. */
export function settingAnswer<More extends object = object>(group: SettingGroup, more: More = {} as More) {
  return {
    group: group.key,
    form: settingForm(group, 'en-US'),
    values: { ...group.initial },
    hasSecret: [],
    secrets: {},
    certificates: [],
    platform: null,
    version: 3,
    ...CHANGED,
    quotaLeft: null,
    simulated: false,
    callerIp: '10.1.2.3',
    mayEdit: true,
    maySecrets: true,
    ...more,
  };
}

/** Builds the state of an outside platform that is completely configured and was never tested. */
export function platformAnswer<More extends object = object>(more: More = {} as More) {
  return {
    ...({ state: 'ready', stateText: 'Ready to enable', enabled: false, stateVersion: 7, missing: [] } as const),
    ...{ environment: null, environmentText: '', lastTest: null, ending: [], callbacks: [] },
    ...{ changedAt: null, changedByName: '' },
    ...more,
  };
}
