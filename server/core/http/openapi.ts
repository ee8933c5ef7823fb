import { z } from 'zod';
import type { Endpoint, WriteEndpoint } from '../../../contract/endpoint';
import { ERRORS } from '../../../contract/errors';
import { ruleById } from '../../../contract/permissions';
import type { Locale } from '../../../contract/text';

/** Generates the API description (OpenAPI 3.1) from the contract. */

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
};

function parametersOf(endpoint: Endpoint): Json[] {
  const schema = schemaOf(endpoint.input, 'input');
  const required = new Set((schema.required as string[] | undefined) ?? []);
  return Object.entries((schema.properties as Record<string, Json> | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema: property,
  }));
}

function headersOf(endpoint: Endpoint): Json[] {
  if (endpoint.method === 'GET') return [];
  const header = (name: string, description: string, pattern?: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string', ...(pattern && { pattern }) },
  });
  return [
    ...(endpoint.idempotent
      ? [header('Idempotency-Key', 'The same key and body within 24 hours have one effect.', '^[A-Za-z0-9-]{8,64}$')]
      : []),
    ...(endpoint.access === 'signed'
      ? [
          header('X-Client', 'Key of the client.'),
          header('X-Timestamp', 'Seconds since 1970; within five minutes of the server.', '^\\d{10}$'),
          header('X-Nonce', 'Another one in each request.', '^[A-Za-z0-9_-]{16,64}$'),
          header(
            'X-Signature',
            'Hexadecimal HMAC-SHA256 of "timestamp.nonce.address.body" with the secret.',
            '^[0-9a-f]{64}$',
          ),
        ]
      : []),
    ...(endpoint.risk === 'second' ? [header('X-Verify-Ticket', 'Ticket of a second verification.')] : []),
  ];
}

function accessText(endpoint: Endpoint): string {
  if (endpoint.access === 'public') return 'Open to visitors.';
  if (endpoint.access === 'signedIn') return 'Needs a session.';
  if (endpoint.access === 'signed') return 'For servers: each request is signed with the secret of its client.';
  const rules = [endpoint.access.rule].flat().map((id) => `${id} (${ruleById(id)?.code})`);
  return `Needs a session with rule ${rules.join(' or ')}.`;
}

/** Describes the request body. A signed upload sends its input as JSON in a field before the file. */
function bodySchema(endpoint: WriteEndpoint): Json {
  const input = schemaOf(endpoint.input, 'input');
  if (endpoint.access !== 'signed' || endpoint.body !== 'multipart') return input;
  return {
    type: 'object',
    properties: {
      body: { type: 'string', contentMediaType: 'application/json', contentSchema: input },
      file: { type: 'string', format: 'binary' },
    },
    required: ['body', 'file'],
  };
}

function operationOf(address: string, endpoint: Endpoint, locale: Locale): Json {
  const codes = [...(endpoint.errors ?? [])].map((code) => `- ${code}: ${ERRORS[code][locale]}`);
  const bodyType =
    endpoint.method === 'POST' && endpoint.body === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    operationId: address.replace(/[./]/g, '_'),
    tags: [address.split('/', 1)[0]],
    summary: endpoint.summary,
    description: [accessText(endpoint), ...(codes.length > 0 ? ['', 'Business codes:', ...codes] : [])].join('\n'),
    parameters: [...(endpoint.method === 'GET' ? parametersOf(endpoint) : []), ...headersOf(endpoint)],
    ...(endpoint.method === 'POST' && {
      requestBody: { required: true, content: { [bodyType]: { schema: bodySchema(endpoint) } } },
    }),
    security: endpoint.access === 'public' || endpoint.access === 'signed' ? [] : [{ token: [] }],
    responses: {
      200: {
        description: 'Code 100 or 110 is success; any other code is a business failure with HTTP status 200.',
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Envelope' },
                { type: 'object', properties: { data: { anyOf: [schemaOf(endpoint.data, 'output'), {}] } } },
              ],
            },
          },
        },
      },
    },
  };
}

/** Builds the API description. @param title name of the tenant */
export function openApiDocument(endpoints: Readonly<Record<string, Endpoint>>, title: string, locale: Locale): Json {
  const paths = Object.entries(endpoints).map(([address, endpoint]) => [
    `/api/${address}`,
    { [endpoint.method.toLowerCase()]: operationOf(address, endpoint, locale) },
  ]);
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } },
      schemas: {
        Envelope: {
          type: 'object',
          required: ['code', 'msg', 'data', 'requestId'],
          properties: {
            code: { type: 'integer' },
            msg: { type: 'string' },
            data: {},
            requestId: { type: 'string' },
          },
        },
      },
    },
  };
}
