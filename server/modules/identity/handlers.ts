import { FIELD_RULE_TEXT, FIELD_RULES } from '../../../contract/field-rules';
import { identityEndpoints } from '../../../contract/identity';
import { IDENTITY } from '../../../contract/limits';
import { handlers } from '../../core/http/context';
import { paged } from '../../core/list/paged';
import { accountStatusText, heldIdentities } from '../account';
import {
  addressesText,
  builtinKeysNamed,
  detailAnswer,
  fieldsText,
  hoursText,
  nameOf,
  requireIdentity,
  rowAnswer,
  ruleTree,
  scopeText,
  viewerContext,
  yesNo,
} from './answers';
import { askFor } from './ask';
import { explain, explainRefusal, preview } from './explain';
import { changeState, copyIdentity, saveIdentity } from './save';
import { findPeople, identityPage } from './store';

const SET_SCOPE = 8106;

/** Identities (身份管理, DOMAIN §3.11, §6.8). */
export const identityHandlers = handlers(identityEndpoints, {
  'rights.Identity/getList': async (ctx, input) => {
    const { page, limit, sortField = 'updatedAt', sortOrder = 'desc', ...filter } = input;
    return paged(ctx, { page, limit }, async ({ offset }) => {
      const { rows, total } = await identityPage(
        ctx.db,
        { ...filter, builtinKeys: builtinKeysNamed(ctx, filter.keyword) },
        { offset, limit, sortField, sortOrder },
      );
      const eyes = await viewerContext(ctx, rows);
      return {
        list: rows.map((record) => rowAnswer(ctx, record, eyes)),
        total,
        summary: {},
      };
    });
  },

  'rights.Identity/getDetail': async (ctx, { id }) => detailAnswer(ctx, await requireIdentity(ctx, id)),

  'rights.Identity/getRuleTree': async (ctx) => ({
    tree: ruleTree(ctx, (rule) => ({ grantable: ctx.can(rule) })),
    fields: FIELD_RULES.map((key) => ({
      key,
      name: ctx.t(FIELD_RULE_TEXT[key]),
      grantable: ctx.actor.fields.has(key),
    })),
    maySetScope: ctx.can(SET_SCOPE),
    callerIp: ctx.ip,
  }),

  'rights.Identity/compare': async (ctx, input) => {
    const [a, b] = await Promise.all([requireIdentity(ctx, input.a), requireIdentity(ctx, input.b)]);
    const eyes = await viewerContext(ctx, [a, b]);
    const held = { a: new Set(a.ruleIds), b: new Set(b.ruleIds) };
    const rows = { a: rowAnswer(ctx, a, eyes), b: rowAnswer(ctx, b, eyes) };
    const fact = <K extends string>(key: K, of: (side: typeof a) => string) => ({ key, a: of(a), b: of(b) });
    return {
      ...rows,
      tree: ruleTree(ctx, (rule) => ({ a: held.a.has(rule), b: held.b.has(rule) })),
      facts: [
        { key: 'type' as const, a: rows.a.typeText, b: rows.b.typeText },
        { key: 'status' as const, a: rows.a.statusText, b: rows.b.statusText },
        fact('scope', (side) => scopeText(ctx, side.scope)),
        fact('fields', (side) => fieldsText(ctx, side.fields)),
        fact('hours', (side) => hoursText(ctx, side.hours)),
        fact('addresses', (side) => addressesText(ctx, side.addresses)),
        fact('need2v', (side) => yesNo(ctx, side.need2v)),
      ],
    };
  },

  'rights.Identity/findPeople': async (ctx, { keyword, identityId }) => {
    // This list cannot be limited by station. A user whose data scope is not `all` therefore finds only their own account.
    const onlyId = ctx.actor.scope.kind === 'all' ? null : ctx.actor.accountId;
    const { rows, total } = await findPeople(ctx.db, { keyword, identityId, onlyId, limit: IDENTITY.peopleShown });
    const identities = await heldIdentities(
      ctx.db,
      rows.map(({ id }) => id),
    );
    return {
      list: rows.map(({ id, name, account, status }) => ({
        id,
        name,
        account,
        statusText: accountStatusText(status, ctx.locale),
        identityNames: identities.filter(({ accountId }) => accountId === id).map((identity) => nameOf(ctx, identity)),
      })),
      total,
    };
  },

  'rights.Identity/explain': (ctx, input) => explain(ctx, input),
  'rights.Identity/preview': (ctx, input) => preview(ctx, input),
  'rights.Identity/explainRefusal': (ctx, { rule }) => explainRefusal(ctx, rule),
  'rights.Identity/askFor': (ctx, input) => askFor(ctx, input),

  'rights.Identity/save': (ctx, input) => saveIdentity(ctx, input),
  'rights.Identity/copy': (ctx, input) => copyIdentity(ctx, input),
  'rights.Identity/disable': (ctx, input) => changeState(ctx, input, 'disable'),
  'rights.Identity/enable': (ctx, input) => changeState(ctx, input, 'enable'),
  'rights.Identity/remove': (ctx, input) => changeState(ctx, input, 'remove'),
});
