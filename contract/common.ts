import { z } from 'zod';
import { empty, id, linkedFile, queryId, queryList, read, words, write } from './endpoint';
import { REVEAL } from './limits';
import { text } from './text';
import { WORD } from './words';

/** This file declares endpoints for regions, files, option lists, preferences, and showing masked fields (DOMAIN §6.2). */

/** A stored file, as the upload endpoints return it. */
export const storedUpload = z.object({
  fileId: id(),
  url: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  name: z.string(),
  bytes: z.int(),
});
const option = z.object({ value: id(), label: z.string(), disabled: z.boolean().optional() });

export const commonEndpoints = {
  'common.Region/getPcdList': read({
    summary: 'All provinces, cities and districts as `code,name` (SPEC §3).',
    access: 'signedIn',
    input: z.object({}),
    data: z.object({ province: z.array(z.string()), city: z.array(z.string()), district: z.array(z.string()) }),
  }),
  'common.Option/getOptions': read({
    summary: "Option lists inside the caller's data scope.",
    access: 'signedIn',
    input: z.object({
      types: queryList(
        z.enum([
          'teams',
          'feePlans',
          'stationIdentities',
          'franchiseeIdentities',
          'identities',
          'allIdentities',
          'colleagues',
          'franchisees',
          'people',
          'staff',
          'departments',
          'articleCategories',
          'merchantNumbers',
        ]),
      ),
      keyword: z.string().trim().max(64).optional(),
    }),
    data: z.object({
      teams: z.array(option).optional(),
      feePlans: z.array(option).optional(),
      stationIdentities: z.array(option).optional(),
      franchiseeIdentities: z.array(option).optional(),
      identities: z.array(option).optional(),
      /** Identities of all types, including disabled ones. The list is empty if the caller may not open the identity page. */
      allIdentities: z.array(option).optional(),
      /** People of headquarters who are not disabled, including the owner. They can receive notices. */
      colleagues: z.array(option).optional(),
      franchisees: z.array(option).optional(),
      /** Accounts of all kinds. */
      people: z.array(option).optional(),
      /** Staff of headquarters, without the owner, to whom work can be assigned. */
      staff: z.array(option).optional(),
      /** Departments with their path: `Finance / Payments`. */
      departments: z.array(option).optional(),
      articleCategories: z.array(option).optional(),
      /**
       * Our merchant numbers, which are our accounts at payment platforms. Disabled numbers are disabled options. The list is empty if the
       * caller has no permission for a page or action that uses merchant numbers.
       */
      merchantNumbers: z.array(option).optional(),
    }),
  }),
  'common.File/upload': write({
    summary: "Stores one file; the answer's `fileId` goes into the form.",
    access: 'signedIn',
    body: 'multipart',
    audit: {
      module: 'file',
      action: 'upload',
      object: 'file',
      text: text('上传文件', 'Upload a file', 'Enviar arquivo', '上傳檔案'),
    },
    input: z.object({
      scene: z.enum([
        'teamLogo',
        'teamImage',
        'licence',
        'siteLogo',
        'favicon',
        'oemLogo',
        'oemIcon',
        'oemBackground',
        'avatar',
        'problemReport',
        'fundEvidence',
        'statement',
        'certificate',
        'riderPhoto',
        'violation',
        'foodLoss',
        'foodLossVoice',
        'claim',
        'insurerFile',
        'safetyPhoto',
        'franchise',
        'miniCodeLogo',
        'miniCodePhoto',
        'miniCodeTest',
        'articleCover',
        'articlePicture',
        'categoryIcon',
        'bannerImage',
        'announcementPicture',
        'announcementFile',
        'franchisePage',
      ]),
    }),
    data: storedUpload,
    errors: [40008],
  }),
  'common.File/getUrl': read({
    summary: 'A link to a stored file, valid for five minutes.',
    access: 'signedIn',
    input: z.object({ fileId: queryId() }),
    data: z.object({ url: z.string(), expireIn: z.int(), name: z.string() }),
  }),
  'common.Sensitive/unmask': write({
    summary: 'Reveals one masked field of one record; recorded with the reason, and only so often an hour.',
    access: 'signedIn',
    audit: {
      module: 'sensitive',
      action: 'unmask',
      object: 'field',
      text: WORD.showMaskedData,
      reveals: true,
      secret: ['value'],
    },
    input: z.object({
      objectType: z.enum([
        'team',
        'staff',
        'account',
        'fundAudit',
        'invoice',
        'withdraw',
        'user',
        'rider',
        'foodLoss',
        'franchiseApply',
        'franchisee',
      ]),
      /** Id of the record. For invoice data it is the id of the version. */
      id: id(),
      field: z.enum([
        'contactTel',
        'emergencyTel',
        'tel',
        'bankAccount',
        'payeeAccount',
        'idCard',
        'newIdCard',
        'answer',
      ]),
      /** Key of the field in the application form. Only the field `answer` needs it. */
      answer: z.string().max(32).optional(),
      reason: words(REVEAL.reason),
    }),
    data: z.object({
      value: z.string(),
      /** Files of the answer. It is set only if the answer consists of files. */
      files: z.array(linkedFile()).optional(),
    }),
    errors: [40301, 40302, 40401, 42904],
  }),
  'common.Preference/getAll': read({
    summary: "The caller's own preferences: look, list columns.",
    access: 'signedIn',
    input: z.object({}),
    data: z.object({ values: z.record(z.string(), z.unknown()) }),
  }),
  'common.Preference/save': write({
    summary: 'Stores one preference; not a business event, so not audited.',
    access: 'signedIn',
    audit: null,
    input: z.object({
      key: z.string().regex(/^[a-zA-Z0-9._/-]{1,80}$/),
      value: z.union([
        z.null(),
        z.boolean(),
        z.number(),
        z.string().max(2_000),
        z.record(z.string(), z.unknown()),
        z.array(z.unknown()).max(200),
      ]),
    }),
    data: empty,
  }),
} as const;
