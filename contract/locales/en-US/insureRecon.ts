import type { Texts } from '../types';
import type { insureRecon as source } from '../zh-CN/insureRecon';
import { words } from './words';

export const insureRecon: Texts<typeof source> = {
  month: words.month,
  insurerName: words.insurer,
  state: words.state,
  ourCount: 'Our policies',
  ourFen: 'Our premiums',
  theirCount: 'Their policies',
  theirFen: 'Their premiums',
  gapFen: words.gap,
  openGaps: 'Open differences',
  remittedFen: 'Remitted',
  dueFen: 'To remit',
  uploadedAt: 'Uploaded',
  uploadedByName: 'Uploaded by',
  policyNo: words.policyNo,
  insurerNo: words.insurersPolicyNo,
  gapKind: words.difference,
  gapState: words.state,
  note: words.handlingNote,
  resolvedByName: words.handler,
  resolvedAt: words.handledAtFeminine,
  upload: words.uploadStatement,
  uploadText:
    'Upload the insurer’s statement of {names}; each policy is compared with ours. Uploading again replaces the earlier result.',
  file: words.channelStatement,
  fileHelp:
    'CSV, zipped or not, or XLSX, with the insurer’s headings: the policy number first, the premium in yuan, and our number if the insurer gives it.',
  remit: words.remitPremiums,
  remitText:
    'Record that premiums of ¥{x} for {names} were paid to the insurer. The remittance is posted once another person has agreed.',
  merchantNumber: words.payingMerchantNumber,
  voucherNo: 'Voucher no.',
  gaps: words.differences,
  resolve: 'Explain difference',
  resolveText: 'Describe how the difference of {names} was handled. Nothing is posted.',
  adjust: words.adjustPremium,
  adjustUpText:
    'Add ¥{x} to the premium of {names}, according to the insurer’s statement. The platform bears the amount. It is posted once another person has agreed.',
  adjustDownText:
    'Take ¥{x} off the premium of {names}, according to the insurer’s statement. The amount goes back to the payers. It is posted once another person has agreed.',
  adjustChargeText:
    'Take back the charge of ¥{x} for {names}, according to the insurer’s statement. The amount goes back to the platform. It is posted once another person has agreed.',
  noGaps: 'Differences appear here once the insurer’s statement is uploaded.',
  empty: 'Months appear here with their first premium.',
  tabMonth: words.overview,
  remits: 'Remittances',
  remitNo: 'Remittance no.',
  remitAt: 'Posted',
  policies: words.policyCount,
  amountFen: words.amount,
  txNo: words.tradeNo,
  byName: words.recordedBy,
  noRemits: 'Remittances appear here once they are posted.',
  fileName: words.file,
};
