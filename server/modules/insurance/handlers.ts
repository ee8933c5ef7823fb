import { insureEndpoints } from '../../../contract/insure';
import { handlers } from '../../core/http/context';
import { createPolicy } from './actions';
import { adjustGap } from './adjust';
import { acceptClaim, addMaterial, claims, createClaim, recordAmount } from './claims';
import { ePolicy } from './e-policy';
import { policies } from './kind';
import { claimDetail, claimList, policyList } from './lists';
import { productForm, productList, saveProduct, switchProduct } from './products';
import { monthDetail, reconList, resolveGap, uploadStatement } from './recon';
import { remitPremiums } from './remit';
import { insureSummary } from './summary';

/** Insurance data (保险数据, DOMAIN §3.8, §6.7). */
export const insuranceHandlers = handlers(insureEndpoints, {
  'safety.Insure/getPolicies': (ctx, input) => policyList(ctx, input),
  'safety.Insure/createPolicy': (ctx, input) => createPolicy(ctx, input),
  'safety.Insure/retryPolicy': (ctx, input) => policies.run(ctx, 'retryPolicy', input),
  'safety.Insure/bulkRetry': async (ctx, { ids }) => {
    const found = await policies.runEach(ctx, 'retryPolicy', ids, {});
    ctx.audit({ detail: { ids: found.done, ...found.detail } });
    return found.answer;
  },
  'safety.Insure/surrender': (ctx, input) => policies.run(ctx, 'surrender', input),
  'safety.Insure/downloadPolicy': (ctx, input) => ePolicy(ctx, input),
  'safety.Insure/getClaims': (ctx, input) => claimList(ctx, input),
  'safety.Insure/getClaim': (ctx, input) => claimDetail(ctx, input),
  'safety.Insure/createClaim': (ctx, input) => createClaim(ctx, input),
  'safety.Insure/askMaterial': (ctx, input) => claims.run(ctx, 'askMaterial', input),
  'safety.Insure/addMaterial': (ctx, input) => addMaterial(ctx, input),
  'safety.Insure/submitClaim': (ctx, input) => claims.run(ctx, 'submitClaim', input),
  'safety.Insure/acceptClaim': (ctx, input) => acceptClaim(ctx, input),
  'safety.Insure/approveClaim': (ctx, input) => recordAmount(ctx, 'approveClaim', input),
  'safety.Insure/refuseClaim': (ctx, input) => claims.run(ctx, 'refuseClaim', input),
  'safety.Insure/payClaim': (ctx, input) => recordAmount(ctx, 'payClaim', input),
  'safety.Insure/disputeClaim': (ctx, input) => claims.run(ctx, 'disputeClaim', input),
  'safety.Insure/closeClaim': (ctx, input) => claims.run(ctx, 'closeClaim', input),
  'safety.Insure/getProducts': (ctx, input) => productList(ctx, input),
  'safety.Insure/getProduct': (ctx, input) => productForm(ctx, input),
  'safety.Insure/saveProduct': (ctx, input) => saveProduct(ctx, input),
  'safety.Insure/switchProduct': (ctx, input) => switchProduct(ctx, input),
  'safety.Insure/getRecon': (ctx, input) => reconList(ctx, input),
  'safety.Insure/uploadStatement': (ctx, input) => uploadStatement(ctx, input),
  'safety.Insure/getMonth': (ctx, input) => monthDetail(ctx, input),
  'safety.Insure/resolveGap': (ctx, input) => resolveGap(ctx, input),
  'safety.Insure/adjustGap': (ctx, input) => adjustGap(ctx, input),
  'safety.Insure/remit': (ctx, input) => remitPremiums(ctx, input),
  'safety.Insure/getSummary': (ctx, input) => insureSummary(ctx, input),
});
