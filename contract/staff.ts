import { z } from 'zod';
import {
  actionData,
  bulkData,
  bulkTarget,
  id,
  listData,
  listInput,
  queryId,
  read,
  time,
  words,
  write,
} from './endpoint';
import { ACCOUNT, E164, MOBILE, STAFF } from './limits';
import { fieldShape, filterShape, sortKeys, totalShape } from './resource.schema';
import { RULE } from './rule-ids';
import { PEOPLE, PERSON } from './staff.fields';
import { staffLifecycle } from './staff.states';
import { type Text, text } from './text';
import { WORD } from './words';

/** This file declares the endpoints for staff of headquarters (员工, DOMAIN §3.11, §6.8) and their departments. */

const tel = z
  .string()
  .trim()
  .refine((value) => MOBILE.test(value) || E164.test(value));
/** Schema of a masked phone. If the caller sends the masked phone back, the stored phone does not change. */
const maskedTel = z
  .string()
  .trim()
  .max(20)
  .regex(/^[+\d]*\*+\d*$/);

/** Schema of the values in the staff form. The import checks each row with the same schema. */
export const staffValues = z.object({
  name: words(STAFF.name),
  account: z.string().trim().regex(ACCOUNT.pattern),
  tel,
  email: z.email().max(STAFF.email.max).nullable(),
  departmentId: id().nullable(),
  post: z.string().trim().max(STAFF.post.max).nullable(),
  identityIds: z.array(id()).min(STAFF.identities.min).max(STAFF.identities.max),
  extraTeamIds: z.array(id()).max(STAFF.extraTeams),
  /** Last day on which the account can be used. `null` means that there is no limit. */
  expireAt: z.iso.date().nullable(),
  remark: z.string().trim().max(STAFF.remark.max).nullable(),
});
export type StaffValues = z.output<typeof staffValues>;

const row = z.object({
  ...fieldShape(PEOPLE),
  id: id(),
  version: z.int(),
  avatarUrl: z.string().nullable(),
  handedOverToName: z.string().nullable(),
  actions: z.array(z.string()),
});

const option = z.object({ id: id(), name: z.string() });
const detail = row.extend({
  ...fieldShape(PERSON),
  identities: z.array(option),
  extraTeams: z.array(option),
  openWork: z.object({ stationDrafts: z.int() }),
  handedOverAt: time().nullable(),
  updatedAt: time(),
});

/** Names of the actions that the lifecycle does not declare. */
const ACTIONS: Readonly<Record<string, Text>> = {
  save: text('保存员工', 'Save staff member', 'Salvar funcionário', '儲存員工'),
  setIdentity: WORD.setIdentities,
  resetPassword: WORD.resetPassword,
  handOver: WORD.handOver,
  import: WORD.importStaff,
  bulk: text('批量操作员工', 'Bulk action on staff', 'Ação em lote', '批次操作員工'),
};
const auditStaff = (action: string) =>
  ({
    module: 'staff',
    action,
    object: 'staff',
    text: ACTIONS[action] ?? staffLifecycle.transitions.find((step) => step.action === action)?.text,
    personal: ['tel', 'email'],
  }) as const;

const reason = z.string().trim().max(STAFF.reason.max).optional();
const one = { id: id(), version: z.int() };

const filters = filterShape(PEOPLE);

export const staffEndpoints = {
  'rights.Staff/getList': read({
    phoneSearch: { field: 'keyword', kinds: [{ page: RULE['rights.staff'], unmask: RULE['rights.staff.unmask'] }] },
    summary: 'People of the head office inside the data scope.',
    access: { rule: 82 },
    input: listInput(filters, sortKeys(PEOPLE)),
    data: listData(row, z.object(totalShape(PEOPLE))),
    errors: [40005, 40006, 40302],
  }),
  'rights.Staff/getDetail': read({
    summary: 'One person with everything that the form edits.',
    access: { rule: 82 },
    input: z.object({ id: queryId() }),
    data: detail,
    errors: [40302, 40401],
  }),
  'rights.Staff/getDepartments': read({
    summary: 'All departments, parents before their children, with how many people each has.',
    access: { rule: 82 },
    input: z.object({}),
    data: z.object({
      list: z.array(
        z.object({
          id: id(),
          parentId: id().nullable(),
          name: z.string(),
          depth: z.int(),
          staffCount: z.int(),
          version: z.int(),
        }),
      ),
      canEdit: z.boolean(),
    }),
  }),
  'rights.Staff/save': write({
    summary: 'Adds a person, or edits one; a new phone or other identities need a second verification.',
    access: { rule: [8201, 8202] },
    idempotent: true,
    versioned: true,
    audit: auditStaff('save'),
    input: z.object({
      ...staffValues.shape,
      id: id().optional(),
      version: z.int(),
      tel: z.union([tel, maskedTel]),
      sendInvite: z.boolean().default(true),
    }),
    data: actionData,
    errors: [40301, 40302, 40303, 40401, 40901, 40903, 42330, 42342, 42343, 42344],
  }),
  'rights.Staff/setIdentity': write({
    summary: 'Gives a person other identities; the caller can only grant permissions they have.',
    access: { rule: 8202 },
    risk: 'second',
    versioned: true,
    audit: auditStaff('setIdentity'),
    input: z.object({ ...one, identityIds: staffValues.shape.identityIds }),
    data: actionData,
    errors: [40302, 40401, 40901, 42342, 42343],
  }),
  'rights.Staff/resetPassword': write({
    summary: 'Sends a one-time link to the bound phone with which the person sets a new password.',
    access: { rule: 8206 },
    risk: 'second',
    audit: auditStaff('resetPassword'),
    input: z.object({ id: id() }),
    data: actionData,
    errors: [40302, 40305, 40401, 42330, 42343, 42382, 42386, 42901, 42902],
  }),
  'rights.Staff/disable': write({
    summary: 'Disables a person; the sessions end at once.',
    access: { rule: 8202 },
    risk: 'confirm',
    versioned: true,
    audit: auditStaff('disable'),
    input: z.object({ ...one, reason }),
    data: actionData,
    errors: [40302, 40305, 40401, 40901, 42201, 42343],
  }),
  'rights.Staff/enable': write({
    summary: 'Enables a disabled person again.',
    access: { rule: 8202 },
    versioned: true,
    audit: auditStaff('enable'),
    input: z.object({ ...one, reason }),
    data: actionData,
    errors: [40302, 40305, 40401, 40901, 42201, 42343, 42344],
  }),
  'rights.Staff/handOver': write({
    summary: 'Moves what a person has open to another.',
    access: { rule: 8202 },
    risk: 'confirm',
    idempotent: true,
    audit: auditStaff('handOver'),
    input: z.object({ id: id(), toId: id() }),
    data: actionData,
    errors: [40302, 40305, 40401, 42201, 42343],
  }),
  'rights.Staff/remove': write({
    summary: 'Deletes a person who was handed over and has been disabled for 30 days; the history keeps the name.',
    access: { rule: 8203 },
    risk: 'confirm',
    versioned: true,
    audit: auditStaff('remove'),
    input: z.object(one),
    data: actionData,
    errors: [40302, 40305, 40401, 40901, 42201, 42202, 42343],
  }),
  'rights.Staff/bulk': write({
    summary: 'Disables several people, or gives them the same identities; each on its own.',
    access: { rule: 8202 },
    risk: 'confirm',
    audit: auditStaff('bulk'),
    input: z.object({
      action: z.enum(['disable', 'setIdentity']),
      ...bulkTarget(filters),
      reason,
      identityIds: staffValues.shape.identityIds.optional(),
    }),
    data: bulkData,
    errors: [40006, 40010, 40302, 40303, 40905],
  }),
  'rights.Staff/import': write({
    summary: 'Adds up to 500 people from a file, or tries it: the same work in a transaction that is undone.',
    access: { rule: 8201 },
    risk: 'confirm',
    idempotent: true,
    audit: { ...auditStaff('import'), secret: ['content'] },
    input: z.object({
      /** Content of the file as Base64. The file is CSV (UTF-8 or GB 18030) or XLSX. */
      content: z.base64().min(4).max(STAFF.importCharacters),
      dryRun: z.boolean(),
      sendInvite: z.boolean().default(true),
    }),
    data: z.object({
      rows: z.int(),
      /** Number of saved rows. It is 0 in a dry run, and if any row has an error. */
      saved: z.int(),
      /** Errors by row. The header is row 1. `row` is `null` if the error concerns the whole file. */
      errors: z.array(z.object({ row: z.int().nullable(), column: z.string().nullable(), message: z.string() })),
    }),
    errors: [40008, 42330],
  }),
  'rights.Staff/saveDepartment': write({
    summary: 'Adds, renames, moves or removes a department.',
    access: { rule: 8202 },
    risk: 'confirm',
    versioned: true,
    audit: {
      module: 'staff',
      action: 'saveDepartment',
      object: 'department',
      text: text('维护部门', 'Edit departments', 'Editar departamentos', '維護部門'),
    },
    input: z.object({
      id: id().optional(),
      version: z.int(),
      name: words(STAFF.department),
      parentId: id().nullable(),
      remove: z.boolean().default(false),
    }),
    data: actionData,
    errors: [40401, 40901, 40903, 42202],
  }),
} as const;
