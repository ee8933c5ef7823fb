/** The stored columns of a sign-in device; users and riders have separate tables. */
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
