import type { z } from 'zod';
import type { shownDevice, signedInDevice } from '../../contract/pushed';
import type { DeviceColumns } from './database/tables/device';

/** Converts sign-in devices between reports, columns and answers. The modules for users and for riders use this code. */

type Reported = { readonly [K in keyof typeof signedInDevice]: z.output<(typeof signedInDevice)[K]> };
type Shown = { readonly [K in keyof typeof shownDevice]: z.output<(typeof shownDevice)[K]> };

/** Builds the columns that a sign-in with a device writes. */
export const deviceColumns = (report: Reported, at: Date) => ({
  device_key: report.deviceKey,
  platform: report.platform,
  model: report.model,
  app_version: report.appVersion,
  last_at: at,
  last_ip: report.ip,
});

/** Builds the answer for a device. @param sharedWith number of other people who use the same device */
export const deviceAnswer = (row: DeviceColumns, sharedWith: number): Shown => ({
  deviceKey: row.device_key,
  platform: row.platform,
  model: row.model,
  appVersion: row.app_version,
  firstAt: row.first_at.toISOString(),
  lastAt: row.last_at.toISOString(),
  lastIp: row.last_ip,
  logins: row.logins,
  sharedWith,
});
