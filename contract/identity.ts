import { z } from 'zod';
import {
  actionData,
  empty,
  id,
  listData,
  listInput,
  queryId,
  queryList,
  queryText,
  read,
  time,
  versioned,
  words,
  write,
} from './endpoint';
import { FIELD_RULES } from './field-rules';
import { weekHours } from './hours';
import { IDENTITY } from './limits';
import { text } from './text';
import { WORD } from './words';

/**
 * This file declares the endpoints for identities (身份, DOMAIN §3.11), for explaining permissions, and for requests for a permission.
 */

const IDENTITY_TYPES = ['hq', 'station', 'franchisee'] as const;
const SCOPE_KINDS = ['all', 'regions', 'teams', 'franchisees'] as const;
const STATES = ['on', 'off'] as const;
/**
 * Reasons why the caller cannot edit an identity: it is built in (42345), it is the caller's own (42342), or its permissions, field rules
 * or data scope exceed those of the caller (42343).
 */
const LOCKS = ['builtin', 'own', 'above'] as const;

const dataScope = z.object({
  kind: z.enum(SCOPE_KINDS),
  /** Region codes, or ids of stations or franchisees. The list is empty for `all`, and for an account's own stations or franchisee. */
  ids: z.array(id()).max(IDENTITY.scopeIds),
});

const values = {
  name: words(IDENTITY.name),
  type: z.enum(IDENTITY_TYPES),
  description: z.string().trim().max(IDENTITY.description.max),
  /** Permission ids. The server adds the page and the menu of each permission. */
  ruleIds: z.array(z.int()).max(500),
  dataScope,
  fieldRules: z.array(z.enum(FIELD_RULES)).max(FIELD_RULES.length),
  /** Times at which sign-in is allowed. `null` means at any time. */
  loginHours: weekHours.nullable(),
  ipAllowList: z.array(z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()])).max(IDENTITY.addresses),
  need2v: z.boolean(),
};
const identityValues = z.object(values);
export type IdentityValues = z.output<typeof identityValues>;

const row = z.object({
  id: id(),
  version: z.int(),
  name: z.string(),
  type: z.enum(IDENTITY_TYPES),
  typeText: z.string(),
  description: z.string(),
  ruleCount: z.int(),
  dataScope,
  /** The data scope as text. It states only the number of stations or franchisees. */
  scopeText: z.string(),
  /** Number of accounts with the identity, without deleted accounts. */
  staffCount: z.int(),
  builtin: z.boolean(),
  need2v: z.boolean(),
  status: z.enum(STATES),
  statusText: z.string(),
  updatedAt: time(),
  locked: z.enum(LOCKS).nullable(),
  /** Actions that the caller can take now: `edit`, `copy`, `compare`, `explain`, `staff`, `disable`, `enable`, `remove`. */
  actions: z.array(z.string()),
});

const ruleId = z.int();
const leaf = z.object({
  id: ruleId,
  parentId: ruleId.nullable(),
  kind: z.enum(['menu', 'page', 'button']),
  name: z.string(),
});
/** Builds the schema of the permission tree. Each node has the fields of `shape`. */
function tree<S extends z.ZodRawShape>(shape: S) {
  const node = leaf.extend(shape);
  const page = node.extend({ children: z.array(node.extend({ children: z.array(z.never()) })) });
  return z.array(node.extend({ children: z.array(page) }));
}

/** For one module, a text about the rows that an identity can see. */
const moduleScope = z.object({ moduleId: ruleId, name: z.string(), text: z.string() });
const person = z.object({
  id: id(),
  name: z.string(),
  account: z.string(),
  statusText: z.string(),
  identityNames: z.array(z.string()),
});
const ruleChange = z.object({
  id: ruleId,
  name: z.string(),
  kind: z.enum(['menu', 'page', 'button']),
  /** Number of people who gain or lose the permission. A person who also has the permission through another identity does not count. */
  people: z.int(),
});

/** Names of the actions, as the operation records show them. */
const ACTIONS = {
  save: WORD.saveIdentity,
  copy: text('复制身份', 'Copy identity', 'Copiar identidade', '複製身分'),
  disable: text('停用身份', 'Disable identity', 'Desativar identidade', '停用身分'),
  enable: text('启用身份', 'Enable identity', 'Ativar identidade', '啟用身分'),
  askFor: text('申请权限', 'Ask for a permission', 'Solicitar permissão', '申請權限'),
  remove: text('删除身份', 'Delete identity', 'Excluir identidade', '刪除身分'),
} as const;
const audit = (action: keyof typeof ACTIONS) =>
  ({ module: 'rights', action, object: 'identity', text: ACTIONS[action] }) as const;

export const identityEndpoints = {
  'rights.Identity/getList': read({
    summary: 'Identities, newest change first.',
    access: { rule: 81 },
    input: listInput(
      {
        keyword: queryText(),
        type: queryList(z.enum(IDENTITY_TYPES)),
        status: queryList(z.enum(STATES)),
        /** Filter: only identities that grant one of these permissions. */
        ruleId: queryList(z.coerce.number().int()),
      },
      ['updatedAt', 'createdAt'],
    ),
    data: listData(row, empty),
    errors: [40005, 40007],
  }),
  'rights.Identity/getDetail': read({
    summary: 'One identity with everything that its form holds.',
    access: { rule: 81 },
    input: z.object({ id: queryId() }),
    data: row.extend({
      ruleIds: z.array(ruleId),
      fieldRules: z.array(z.enum(FIELD_RULES)),
      loginHours: weekHours.nullable(),
      ipAllowList: z.array(z.string()),
      /** Stations, regions or franchisees of the data scope that the caller may see. */
      scopeItems: z.array(z.object({ id: id(), name: z.string() })),
      /**
       * Number of stations or franchisees of the data scope that are not in `scopeItems`. They are outside the caller's data scope, or
       * deleted.
       */
      scopeHidden: z.int(),
      warnings: z.array(z.string()),
      createdAt: time(),
      createdByName: z.string(),
      updatedByName: z.string(),
    }),
    errors: [40401],
  }),
  'rights.Identity/getRuleTree': read({
    summary: 'Every permission rule: menu, page, button; and what the caller may grant.',
    access: { rule: 81 },
    input: z.object({}),
    data: z.object({
      tree: tree({ grantable: z.boolean() }),
      fields: z.array(z.object({ key: z.enum(FIELD_RULES), name: z.string(), grantable: z.boolean() })),
      /** `true` if the caller may set data scopes. */
      maySetScope: z.boolean(),
      callerIp: z.string(),
    }),
  }),
  'rights.Identity/compare': read({
    summary: 'Two identities side by side.',
    access: { rule: 81 },
    input: z.object({ a: queryId(), b: queryId() }),
    data: z.object({
      a: row,
      b: row,
      tree: tree({ a: z.boolean(), b: z.boolean() }),
      /** The compared settings, as text. Name, description and permissions are not in the list. */
      facts: z.array(
        z.object({
          key: z.enum(['type', 'scope', 'fields', 'hours', 'addresses', 'need2v', 'status']),
          a: z.string(),
          b: z.string(),
        }),
      ),
    }),
    errors: [40401],
  }),
  'rights.Identity/findPeople': read({
    summary: 'People by name or account, or those who have an identity; at most 20.',
    access: { rule: 81 },
    input: z.object({ keyword: queryText(), identityId: queryId().optional() }),
    data: z.object({ list: z.array(person), total: z.int() }),
  }),
  'rights.Identity/explain': read({
    summary: 'What an identity or a person may do, and which identity grants each part of it.',
    access: { rule: 81 },
    input: z.object({ identityId: queryId().optional(), accountId: queryId().optional() }),
    data: z.object({
      subject: z.object({
        kind: z.enum(['identity', 'person']),
        id: id(),
        name: z.string(),
        /** `true` for the owner's account. The owner has every permission, independent of the identities. */
        isOwner: z.boolean(),
      }),
      identities: z.array(
        z.object({
          id: id(),
          name: z.string(),
          /**
           * Reason why the identity has no effect: it is disabled, or the time is outside its sign-in times. `null` means that the identity
           * is in effect, or that an identity and not a person is explained. The server does not check IP addresses for this field.
           */
          off: z.enum(['disabled', 'hours']).nullable(),
          conditions: z.array(z.string()),
        }),
      ),
      tree: tree({ held: z.boolean(), by: z.array(id()) }),
      scopes: z.array(moduleScope),
      fields: z.array(z.object({ key: z.enum(FIELD_RULES), name: z.string(), held: z.boolean(), by: z.array(id()) })),
    }),
    errors: [40001, 40302, 40401],
  }),
  'rights.Identity/preview': write({
    summary: 'What saving these values would change, and for how many people. Saves nothing.',
    access: { rule: 8102 },
    audit: null,
    input: z.object({
      id: id(),
      ruleIds: values.ruleIds,
      dataScope,
      fieldRules: values.fieldRules,
    }),
    data: z.object({
      gained: z.array(ruleChange),
      lost: z.array(ruleChange),
      fieldsGained: z.array(z.string()),
      fieldsLost: z.array(z.string()),
      /** The data scope before and after the change of the identity, as text. `null` means that the data scope does not change. */
      scope: z.object({ before: z.string(), after: z.string() }).nullable(),
      /**
       * `people` is the number of accounts with the identity. `affected` is the number of people whose permissions, data scopes or field
       * rules change. A person is not affected if another identity already grants the same.
       */
      people: z.int(),
      affected: z.int(),
      warnings: z.array(z.string()),
    }),
    errors: [40401],
  }),
  'rights.Identity/explainRefusal': read({
    summary: 'What a permission is called and who can grant it to the caller; nothing else.',
    access: 'signedIn',
    input: z.object({ rule: z.coerce.number().int() }),
    data: z.object({
      rule: ruleId,
      name: z.string(),
      held: z.boolean(),
      /** Names of at most five people other than the caller. They have the permission and may edit identities. The owner is first. */
      granters: z.array(z.string()),
      /** Time of the caller's request in the last 24 hours. `null` means that there was none, so the caller can send a request. */
      askedAt: time().nullable(),
    }),
    errors: [40401],
  }),
  'rights.Identity/askFor': write({
    summary: 'Tells the people who can grant a permission that the caller asks for it; once a day for each permission.',
    access: 'signedIn',
    audit: { ...audit('askFor'), object: 'rule' },
    input: z.object({ rule: z.int(), reason: z.string().trim().max(IDENTITY.askReason.max).optional() }),
    data: z.object({
      rule: ruleId,
      name: z.string(),
      /** Names of the people who received the request. They are the same people as in `explainRefusal`. */
      told: z.array(z.string()),
      askedAt: time(),
      message: z.string(),
    }),
    errors: [40401, 42346, 42347, 42348, 42904],
  }),
  'rights.Identity/save': write({
    summary: 'Makes an identity (without `id`) or edits one. In force at the next request of everybody concerned.',
    access: { rule: [8101, 8102] },
    risk: 'second',
    idempotent: true,
    versioned: true,
    audit: audit('save'),
    input: z.object({ id: id().optional(), version: z.int().optional(), ...values }),
    data: actionData.extend({ warnings: z.array(z.string()) }),
    errors: [40301, 40401, 40901, 40903, 42342, 42343, 42345],
  }),
  'rights.Identity/copy': write({
    summary: 'A new identity with the values of another one; it is not assigned yet.',
    access: { rule: 8101 },
    risk: 'confirm',
    idempotent: true,
    audit: audit('copy'),
    input: z.object({ id: id(), name: values.name }),
    data: actionData,
    errors: [40401, 40903, 42343],
  }),
  'rights.Identity/disable': write({
    summary: 'The identity counts no more, at once, for everybody who has it.',
    access: { rule: 8102 },
    risk: 'confirm',
    versioned: true,
    audit: audit('disable'),
    input: z.object(versioned),
    data: actionData,
    errors: [40401, 40901, 42201, 42342, 42343, 42345],
  }),
  'rights.Identity/enable': write({
    summary: 'A disabled identity counts again.',
    access: { rule: 8102 },
    risk: 'confirm',
    versioned: true,
    audit: audit('enable'),
    input: z.object(versioned),
    data: actionData,
    errors: [40401, 40901, 42201, 42342, 42343, 42345],
  }),
  'rights.Identity/remove': write({
    summary: 'Deletes an identity that is not assigned.',
    access: { rule: 8103 },
    risk: 'confirm',
    versioned: true,
    audit: audit('remove'),
    input: z.object(versioned),
    data: actionData,
    errors: [40401, 40901, 42341, 42342, 42343, 42345],
  }),
} as const;
