/** Columns of a sign-in device. Users and riders have separate tables with these columns. */
export interface DeviceColumns {
  device_key: string;
  platform: string;
  model: string;
  app_version: string;
  first_at: Date;
  last_at: Date;
  last_ip: string;
  logins: number;
}
