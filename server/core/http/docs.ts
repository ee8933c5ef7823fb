import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '../../../contract/endpoints';
import { SESSION_COOKIE } from '../../../contract/limits';
import { text } from '../../../contract/text';
import type { Clock } from '../clock';
import { localeOf } from '../locale';
import { type Answer, failure } from './envelope';
import { type HeaderSettings, pagePolicy } from './headers';
import { openApiDocument } from './openapi';

/**
 * Serves `GET /api/openapi.json` and a readable page for it, `GET /api/docs`. The page contains no data. Its script reads the token
 * from the console's cookie, as the console does, and requests the description with this token. Therefore only signed-in users can read
 * the description, and no URL contains a token.
 */

const TITLE = text('接口文档', 'API reference', 'Referência da API', '介面文件');
const SIGN_IN = text('请先登录后台。', 'Sign in to the console first.', 'Entre primeiro no console.', '請先登入後台。');
const FILTER = text('筛选', 'Filter', 'Filtrar', '篩選');

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
input { box-sizing: border-box; font: inherit; padding: .5rem; width: 100%; }
details { border-top: 1px solid #8886; padding: .5rem 0; }
summary { cursor: pointer; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { overflow: auto; white-space: pre-wrap; }
.method { display: inline-block; font-weight: 600; min-width: 3.5rem; }
`;

const SCRIPT = `
const list = document.querySelector('main');
const note = document.querySelector('#note');
const filter = document.querySelector('input');
const token = document.cookie.split('; ').find((part) => part.startsWith('${SESSION_COOKIE}='))?.split('=')[1];
function block(title, value) {
  const pre = document.createElement('pre');
  pre.textContent = title + '\\n' + JSON.stringify(value, null, 2);
  return pre;
}
function show(path, method, operation) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const verb = document.createElement('span');
  verb.className = 'method';
  verb.textContent = method.toUpperCase();
  const address = document.createElement('code');
  address.textContent = path;
  summary.append(verb, address, ' ' + operation.summary);
  details.append(summary);
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return;
    const description = document.createElement('pre');
    description.textContent = operation.description;
    const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
    const data = operation.responses['200'].content['application/json'].schema.allOf[1].properties.data.anyOf[0];
    details.append(description, ...operation.parameters.map((one) => block(one.in + ' ' + one.name, one.schema)));
    if (body) details.append(block('body', body));
    details.append(block('data', data));
  });
  list.append(details);
}
async function load() {
  const answer = await fetch('/api/openapi.json', { headers: { Authorization: token ?? '' } });
  const document_ = await answer.json();
  if (!document_.openapi) return;
  note.hidden = true;
  for (const [path, methods] of Object.entries(document_.paths)) {
    for (const [method, operation] of Object.entries(methods)) show(path, method, operation);
  }
}
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase();
  for (const one of list.children) one.hidden = !one.textContent.toLowerCase().includes(wanted);
});
void load();
`;

function escaped(value: string): string {
  return value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export function registerDocs(
  http: FastifyInstance,
  deps: {
    readonly settings: HeaderSettings;
    readonly clock: Clock;
    title(): Promise<string>;
    isSignedIn(request: FastifyRequest): Promise<boolean>;
    send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply;
  },
): void {
  http.get('/api/openapi.json', async (request, reply) => {
    const locale = localeOf(request.headers['accept-language']);
    if (!(await deps.isSignedIn(request))) return deps.send(request, reply, failure(401, locale));
    return reply
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(openApiDocument(endpoints, await deps.title(), locale)));
  });
  http.get('/api/docs', async (request, reply) => {
    const locale = localeOf(request.headers['accept-language']);
    const nonce = deps.clock.randomBytes(16).toString('base64');
    const title = escaped(`${TITLE[locale]} · ${await deps.title()}`);
    return reply
      .header('content-security-policy', pagePolicy(deps.settings, nonce, { images: [], connections: [] }))
      .type('text/html; charset=utf-8')
      .send(
        `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${title}</title>` +
          '<meta name="viewport" content="width=device-width, initial-scale=1">' +
          `<style nonce="${nonce}">${STYLE}</style></head><body><h1>${title}</h1>` +
          `<p id="note">${escaped(SIGN_IN[locale])} <a href="/user/login">/user/login</a></p>` +
          `<input type="search" aria-label="${FILTER[locale]}" placeholder="${FILTER[locale]}">` +
          '<main></main><script src="/api/docs.js" defer></script></body></html>',
      );
  });
  http.get('/api/docs.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));
}
