import { z } from 'zod';
import { stepEndpoint } from './case-endpoints';
import { actionData, id, queryId, read, time, words, write } from './endpoint';
import { certificateCase } from './riderCertificate.states';
import { RIDER } from './riderWork.states';
import { WORD } from './words';

/**
 * This file declares the endpoints for riders' health certificates (DOMAIN §3.8, §6.7). One person submits pictures, and another
 * person reviews them.
 */

const reason = () => words(RIDER.reason);
const day = () => z.iso.date();

export const riderCertificate = z.object({
  id: id(),
  version: z.int(),
  no: z.string(),
  state: z.string(),
  stateText: z.string(),
  tone: z.string(),
  certNo: z.string().nullable(),
  hospital: z.string().nullable(),
  holder: z.string().nullable(),
  issuedAt: day().nullable(),
  validTo: day().nullable(),
  makerName: z.string(),
  createdAt: time(),
  checkerName: z.string().nullable(),
  decidedAt: time().nullable(),
  note: z.string().nullable(),
  files: z.array(z.object({ fileId: id(), name: z.string(), url: z.string() })),
  actions: z.array(z.string()),
  /** Values that the server has read from the picture. The review form shows them as initial values. */
  read: z.object({
    certNo: z.string(),
    hospital: z.string(),
    holder: z.string(),
    issuedAt: z.string(),
    validTo: z.string(),
  }),
});

export const riderCertificateEndpoints = {
  'safety.Rider/getCertificate': read({
    summary: 'One certificate, for the form of its review.',
    access: { rule: 54 },
    input: z.object({ id: queryId() }),
    data: riderCertificate.extend({ riderId: id(), riderName: z.string(), riderNo: z.string() }),
    errors: [40302, 40401],
  }),
  'safety.Rider/submitCertificate': write({
    summary: 'Hands in the pictures of a health certificate; another person reviews it.',
    access: { rule: 5402 },
    idempotent: true,
    audit: {
      module: certificateCase.module,
      action: 'submitCertificate',
      object: certificateCase.key,
      text: WORD.submitCertificate,
    },
    input: z.object({ riderId: id(), files: z.array(id()).min(1).max(RIDER.files) }),
    data: actionData,
    errors: [40008, 40302, 40401, 40904, 42201],
  }),
  'safety.Rider/approveCertificate': stepEndpoint(certificateCase, 'approve', {
    summary: 'Approves a certificate with its number and dates. Never by the one who handed it in.',
    fields: {
      certNo: words(RIDER.certNo),
      hospital: z.string().trim().max(RIDER.hospital.max).default(''),
      holder: words(RIDER.holder),
      issuedAt: day(),
      validTo: day(),
    },
  }),
  'safety.Rider/rejectCertificate': stepEndpoint(certificateCase, 'reject', {
    summary: 'Rejects a certificate, with a reason.',
    fields: { reason: reason() },
  }),
} as const;
