import { type Text, text } from './text';

/** What the fields of a person of the head office are called (DOMAIN §3.11). Free of libraries: the browser imports it. */
export const STAFF_FIELDS = {
  name: text('姓名', 'Name', 'Nome', '姓名'),
  account: text('账号', 'Account', 'Conta', '帳號'),
  tel: text('手机号', 'Phone', 'Telefone', '手機號碼'),
  email: text('邮箱', 'Email', 'E-mail', '電子郵件'),
  departmentId: text('部门', 'Department', 'Departamento', '部門'),
  post: text('岗位', 'Post', 'Cargo', '職務'),
  identityIds: text('身份', 'Identities', 'Identidades', '身分'),
  extraTeamIds: text('额外站点', 'Further stations', 'Outras estações', '額外站點'),
  expireAt: text('有效期至', 'Valid until', 'Válida até', '有效期至'),
  sendInvite: text('发送邀请短信', 'Send an invitation by SMS', 'Enviar convite por SMS', '傳送邀請簡訊'),
  remark: text('备注', 'Remark', 'Observação', '備註'),
} as const satisfies Record<string, Text>;

export type StaffField = keyof typeof STAFF_FIELDS;

/** Columns of the import file, in the order of the template. */
export const STAFF_IMPORT_COLUMNS = [
  'name',
  'account',
  'tel',
  'email',
  'departmentId',
  'post',
  'identityIds',
  'expireAt',
  'remark',
] as const satisfies readonly StaffField[];
