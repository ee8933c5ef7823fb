/**
 * This file limits what a browser may store of an unsent form. It imports no library, because the browser loads it at run time.
 */

/**
 * Fields that browsers never store, by the first part of the endpoint name. The endpoints declare these fields secret or personal
 * (`AuditSpec`). The list is a copy, because the endpoints import zod, which a page must not load. A test compares the list with the
 * endpoints.
 */
const NEVER_KEPT: Readonly<Record<string, readonly string[]>> = {
  'config.ServiceNumber': ['appSecret', 'token', 'encodingAesKey'],
  'common.Sensitive': ['value'],
  'config.HourToReach': ['grant', 'appSecret', 'pushSecret'],
  'config.App': [
    'openAppSecret',
    'oneKeyAppSecret',
    'pushMasterSecret',
    'apnsKey',
    'huaweiSecret',
    'honorSecret',
    'xiaomiSecret',
    'oppoSecret',
    'vivoSecret',
  ],
  'config.Oem': ['certKey'],
  'config.Payment': ['apiV3Key', 'merchantPrivateKey', 'appPrivateKey', 'encryptKey', 'appSecret', 'salt', 'token'],
  'dashboard.Account': [
    'oldPassword',
    'password',
    'confirmPassword',
    'oldCode',
    'code',
    'codes',
    'tel',
    'email',
    'address',
    'response',
  ],
  'config.AlipayMini': ['testPassword', 'appAuthToken', 'appPrivateKey', 'aesKey', 'toolPrivateKey'],
  'config.Applet': [
    'testPassword',
    'appSecret',
    'componentSecret',
    'authorizerToken',
    'uploadKey',
    'msgToken',
    'encodingAesKey',
    'sfSecret',
    'dadaSecret',
    'shansongSecret',
    'meituanSecret',
  ],
  'config.DyApplet': ['testPassword', 'appSecret', 'componentSecret', 'authorizerToken', 'msgToken', 'encodingAesKey'],
  'dashboard.AccountManage': ['tel'],
  'finance.Information': ['bankAccount', 'tel', 'receiverEmail'],
  'franchise.Apply': ['idCard', 'name', 'tel'],
  'franchise.Franchisee': ['contactTel', 'idCard', 'accountNo'],
  'franchise.Public': ['answers', 'captcha', 'code', 'name', 'session', 'tel', 'visit'],
  'fundAudit.Rider': ['content'],
  Login: ['password', 'confirmPassword', 'code', 'tel', 'ticket'],
  'safety.Insure': ['apiSecret'],
  'rights.Staff': ['tel', 'email', 'content'],
  'site.Monitor': ['account'],
  'site.Site': ['mapSecurityCode', 'mapServerKey', 'accessKeySecret'],
  'user.User': ['content'],
  'team.Team': ['contactTel', 'emergencyTel', 'adminTel', 'licenceNo', 'legalName'],
  Verify: ['captcha', 'code', 'assertion', 'tel'],
};

/** Returns the names of the fields that a browser never stores in a draft for this endpoint. */
export function neverKept(address: string): readonly string[] {
  return NEVER_KEPT[address.split('/')[0] ?? ''] ?? [];
}

/**
 * Limits of stored drafts: the age in days, the number of drafts per user, and the characters of one draft. The browser deletes expired
 * drafts and, if there are too many or the storage is full, the oldest drafts. It does not store a draft that is too long.
 */
export const DRAFT_LIMITS = { days: 30, perPerson: 50, characters: 256 * 1024 } as const;
