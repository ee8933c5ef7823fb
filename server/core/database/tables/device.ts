/** What is stored of a device that a person signed in with; users and riders have a table each. */
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
