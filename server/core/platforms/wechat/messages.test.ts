import assert from 'node:assert/strict';
import { createCipheriv, createHash } from 'node:crypto';
import test from 'node:test';
import { fixedClock } from '../../clock';
import {
  ENCRYPT_MODES,
  type EncryptMode,
  type MessageConfig,
  openMessage,
  type PushQuery,
  RefusedPush,
  readPush,
  sealMessage,
  sealReply,
  signParts,
  verifyServer,
} from './messages';
import { readMessageXml, UnreadableMessage, writeMessageXml } from './xml';

/** The platform's published example of message push (消息推送, 消息加解密说明): token, key (43 letters A) and app id. */
const PUBLISHED: MessageConfig = {
  token: 'AAAAA',
  encodingAesKey: 'A'.repeat(43),
  mode: 'safe',
  appId: 'wxba5fad812f8e6fb9',
};
const PUBLISHED_SEALED =
  '+qdx1OKCy+5JPCBFWw70tm0fJGb2Jmeia4FCB7kao+/Q5c/ohsOzQHi8khUOb05JCpj0JB4RvQMkUyus8TPxLKJGQqcvZqzDpVzazhZv6JsXUnnR8XGT740XgXZUXQ7vJVnAG+tE8NUd4yFyjPy7GgiaviNrlCTj+l5kdfMuFUPpRSrfMZuMcp3Fn2Pede2IuQrKEYwKSqFIZoNqJ4M8EajAsjLY2km32IIjdf8YL/P50F7mStwntrA2cPDrM1kb6mOcfBgRtWygb3VIYnSeOBrebufAlr7F9mFUPAJGj04=';
/** The example from the platform's sample code for official accounts (WXBizMsgCrypt). */
const SAMPLE: MessageConfig = {
  token: 'spamtest',
  encodingAesKey: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  mode: 'safe',
  appId: 'wx2c2769f8efd9abc2',
};
const SAMPLE_SEALED =
  'hyzAe4OzmOMbd6TvGdIOO6uBmdJoD0Fk53REIHvxYtJlE2B655HuD0m8KUePWB3+LrPXo87wzQ1QLvbeUgmBM4x6F8PGHQHFVAFmOD2LdJF9FrXpbUAh0B5GIItb52sn896wVsMSHGuPE328HnRGBcrS7C41IzDWyWNlZkyyXwon8T332jisa+h6tEDYsVticbSnyU8dKOIbgU6ux5VTjg3yt+WGzjlpKn6NPhRjpA912xMezR4kw6KWwMrCVKSVCZciVGCgavjIQ6X8tCOp3yZbGpy0VxpAe+77TszTfRd5RJSVO/HTnifJpXgCSUdUue1v6h0EIBYYI1BD1DlD+C0CR8e6OewpusjZ4uBl9FyJvnhvQl+q5rv1ixrcpCumEPo5MJSgM9ehVsNPfUM669WuMyVWQLCzpu9GhglF2PE=';

const refused = (error: unknown) => error instanceof RefusedPush || error instanceof UnreadableMessage;

test("the published server check is answered with its text, and a changed one isn't", () => {
  const query = {
    signature: 'f464b24fc39322e44b38aa78f5edd27bd1441696',
    echostr: '4375120948345356249',
    timestamp: '1714036504',
    nonce: '1514711492',
  };
  assert.equal(verifyServer('AAAAA', query), query.echostr);
  assert.equal(verifyServer('AAAAB', query), null);
  assert.equal(verifyServer('AAAAA', { ...query, nonce: '1514711493' }), null);
  assert.equal(verifyServer('', { ...query, signature: signParts('', query.timestamp, query.nonce) }), null);
});

test('the published push in JSON decrypts to its event', () => {
  const query = {
    signature: '6c5c811b55cc85e0e1b54100749188c20beb3f5d',
    timestamp: '1714112445',
    nonce: '415670741',
    openid: 'o9AgO5Kd5ggOC-bXrbNODIiE3bGY',
    encrypt_type: 'aes',
    msg_signature: '046e02f8204d34f8ba5fa3b1db94908f3df2e9b3',
  };
  const push = readPush(PUBLISHED, query, JSON.stringify({ ToUserName: 'gh_97417a04a28d', Encrypt: PUBLISHED_SEALED }));
  assert.equal(push.isSealed, true);
  assert.deepEqual(
    { ...push.fields },
    {
      ToUserName: 'gh_97417a04a28d',
      FromUserName: 'o9AgO5Kd5ggOC-bXrbNODIiE3bGY',
      CreateTime: '1714112445',
      MsgType: 'event',
      Event: 'debug_demo',
      debug_str: 'hello world',
    },
  );
  assert.equal(push.sentAt.toISOString(), '2024-04-26T06:20:45.000Z');
});

test('the published answer encrypts to the same bytes', () => {
  const reply = sealReply('{"demo_resp":"good luck"}', PUBLISHED, 'json', {
    at: new Date(1_713_424_427_000),
    nonce: '415670741',
    random: Buffer.from('707722b803182950'),
  });
  assert.deepEqual(JSON.parse(reply), {
    Encrypt: 'ELGduP2YcVatjqIS+eZbp80MNLoAUWvzzyJxgGzxZO/5sAvd070Bs6qrLARC9nVHm48Y4hyRbtzve1L32tmxSQ==',
    MsgSignature: '1b9339964ed2e271e7c7b6ff2b0ef902fc94dea1',
    TimeStamp: 1713424427,
    Nonce: '415670741',
  });
});

test('the sample code’s push in XML decrypts in compatible mode, and its plaintext fields are ignored', () => {
  const body = `<xml><ToUserName><![CDATA[gh_10f6c3c3ac5a]]></ToUserName><Content><![CDATA[changed]]></Content><Encrypt><![CDATA[${SAMPLE_SEALED}]]></Encrypt></xml>`;
  const query = {
    timestamp: '1409735669',
    nonce: '1320562132',
    encrypt_type: 'aes',
    msg_signature: '5d197aaffba7e9b25a30732f161a50dee96bd5fa',
  };
  const { fields } = readPush({ ...SAMPLE, mode: 'compatible' }, query, body);
  assert.equal(fields.Content, 'abcdteT');
  assert.equal(fields.MsgId, '6054768590064713728');
  assert.throws(() => readPush(SAMPLE, query, body), refused);
});

test('a plain push is marked as unencrypted, and is refused where encryption is required', () => {
  const query = {
    signature: '899cf89e464efb63f54ddac96b0a0a235f53aa78',
    timestamp: '1714037059',
    nonce: '486452656',
  };
  const body = '{"ToUserName":"gh_97417a04a28d","CreateTime":1714037059,"Event":"debug_demo"}';
  const push = readPush({ ...PUBLISHED, mode: 'plain' }, query, body);
  assert.equal(push.isSealed, false);
  assert.equal(push.fields.CreateTime, '1714037059');
  for (const mode of ['compatible', 'safe'] as const) {
    assert.throws(() => readPush({ ...PUBLISHED, mode }, query, body), refused);
  }
});

/** Builds a push as the platform sends it. It does not use the product's signing code, so that the test detects an error in that code. */
function makePush(config: MessageConfig, fields: Record<string, string>, format: 'xml' | 'json', random: Buffer) {
  const text = format === 'xml' ? writeMessageXml(fields) : JSON.stringify(fields);
  const timestamp = '1764000000';
  const nonce = random.readUInt32BE(0).toString();
  const sha1 = (...parts: string[]) => createHash('sha1').update(parts.sort().join('')).digest('hex');
  const query: Record<string, string> = { signature: sha1(config.token, timestamp, nonce), timestamp, nonce };
  if (config.mode === 'plain') return { query, body: text };
  const sealed = sealMessage(text, config, random);
  query.openid = fields.FromUserName ?? '';
  query.encrypt_type = 'aes';
  query.msg_signature = sha1(config.token, timestamp, nonce, sealed);
  const envelope = {
    ToUserName: fields.ToUserName ?? '',
    ...(config.mode === 'compatible' && fields),
    Encrypt: sealed,
  };
  return { query, body: format === 'xml' ? writeMessageXml(envelope) : JSON.stringify(envelope) };
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHARACTERS = ['a', 'Z', '9', '审', '核', '延', '後', 'ç', '😀', ']]>', '<', '&', '"', "'", ' ', '\n', '{', '\\'];

test('500 random messages survive a round trip through all modes and both forms', () => {
  const clock = fixedClock('2026-03-01T00:00:00Z');
  for (let run = 0; run < 500; run += 1) {
    const mode = ENCRYPT_MODES[run % 3] as EncryptMode;
    const format = run % 2 === 0 ? 'xml' : 'json';
    const key = Array.from({ length: 43 }, () => ALPHABET[clock.randomInt(0, ALPHABET.length)]).join('');
    const config: MessageConfig = {
      token: clock.randomBytes(8).toString('hex'),
      encodingAesKey: key,
      mode,
      appId: `wx${clock.randomBytes(8).toString('hex')}`,
    };
    const content = Array.from({ length: clock.randomInt(0, 200) }, () => {
      return CHARACTERS[clock.randomInt(0, CHARACTERS.length)];
    }).join('');
    const fields = {
      ToUserName: `gh_${clock.randomBytes(6).toString('hex')}`,
      FromUserName: 'o9AgO5Kd5ggOC-bXrbNODIiE3bGY',
      Content: content,
    };
    const { query, body } = makePush(config, fields, format, clock.randomBytes(16));
    const push = readPush(config, query, body);
    assert.deepEqual({ ...push.fields }, fields);
    assert.equal(push.isSealed, mode !== 'plain');
    if (mode === 'plain') continue;
    const reply = sealReply(content, config, 'json', { at: clock.now(), nonce: '1', random: clock.randomBytes(16) });
    assert.equal(openMessage(JSON.parse(reply).Encrypt, config), content);
  }
});

const EVENT = {
  ToUserName: 'gh_fb9688c2a4b2',
  FromUserName: 'od1P50M-fNQI5Gcq-trm4a7apsU8',
  CreateTime: '1764000000',
  MsgType: 'event',
  Event: 'weapp_audit_success',
  SuccTime: '1764000000',
};

for (const format of ['xml', 'json'] as const) {
  test(`a sealed push in ${format} is refused when any byte of it is changed`, () => {
    const random = Buffer.from('0123456789abcdef');
    const { query, body } = makePush(SAMPLE, EVENT, format, random);
    assert.equal(readPush(SAMPLE, query, body).fields.Event, 'weapp_audit_success');
    const bytes = Buffer.from(body);
    for (let place = 0; place < bytes.length; place += 1) {
      for (const bit of [1, 0x20, 0x80]) {
        const changed = Buffer.from(bytes);
        changed[place] = (changed[place] ?? 0) ^ bit;
        assert.throws(() => readPush(SAMPLE, query, changed.toString()), refused, `byte ${place}, bit ${bit}`);
      }
    }
    for (const name of ['timestamp', 'nonce', 'openid', 'encrypt_type', 'msg_signature']) {
      const value = query[name] ?? '';
      for (let place = 0; place < value.length; place += 1) {
        const changed: PushQuery = {
          ...query,
          [name]: `${value.slice(0, place)}${value[place] === '1' ? '2' : '1'}${value.slice(place + 1)}`,
        };
        assert.throws(() => readPush(SAMPLE, changed, body), refused, `${name}, character ${place}`);
      }
    }
  });
}

test('any changed byte is refused, even with a new signature that was made without the token', () => {
  const { query, body } = makePush({ ...SAMPLE, token: 'stranger' }, EVENT, 'xml', Buffer.alloc(16, 7));
  assert.throws(() => readPush(SAMPLE, query, body), RefusedPush);
});

test('a message encrypted for another app is refused, even with the right token and key', () => {
  const { query, body } = makePush({ ...SAMPLE, appId: 'wx2c2769f8efd9abc3' }, EVENT, 'xml', Buffer.alloc(16, 7));
  assert.throws(() => readPush(SAMPLE, query, body), /another app/);
});

test('a truncated message, a wrong padding and a text that is not base64 are refused', () => {
  const sealed = sealMessage('text', SAMPLE, Buffer.alloc(16, 1));
  assert.equal(openMessage(sealed, SAMPLE), 'text');
  for (const wrong of ['', '!!!!', sealed.slice(0, -4), `${sealed} `, sealed.replace(/=+$/, ''), `AAAA${sealed}`]) {
    assert.throws(() => openMessage(wrong, SAMPLE), RefusedPush);
  }
  assert.throws(() => openMessage(sealed, { ...SAMPLE, encodingAesKey: 'short' }), RefusedPush);
});

test('a padding that does not repeat its length is refused', () => {
  const key = Buffer.from(`${SAMPLE.encodingAesKey}=`, 'base64');
  const sealWith = (padding: Buffer) => {
    const length = Buffer.from([0, 0, 0, 4]);
    const plain = Buffer.concat([Buffer.alloc(16, 1), length, Buffer.from(`text${SAMPLE.appId}`), padding]);
    const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
    return Buffer.concat([cipher.update(plain), cipher.final()]).toString('base64');
  };
  const right = Buffer.alloc(22, 22);
  assert.equal(openMessage(sealWith(right), SAMPLE), 'text');
  for (const place of [0, 10, 20]) {
    const wrong = Buffer.from(right);
    wrong[place] = 23;
    assert.throws(() => openMessage(sealWith(wrong), SAMPLE), RefusedPush);
  }
  assert.throws(
    () => openMessage(sealWith(Buffer.concat([Buffer.alloc(21, 33), Buffer.from([33])])), SAMPLE),
    RefusedPush,
  );
});

test('XML with a document type, entities, attributes or text beside elements is refused', () => {
  const wrong = [
    '<!DOCTYPE xml [<!ENTITY a "b">]><xml><A>&a;</A></xml>',
    '<!DOCTYPE xml><xml><A>b</A></xml>',
    '<xml><A>&unknown;</A></xml>',
    '<xml><A b="c">d</A></xml>',
    '<xml>text<A>b</A></xml>',
    '<xml><A>b</A><A>c</A></xml>',
    '<?xml-stylesheet href="a"?><xml><A>b</A></xml>',
    '<xml><!-- a --><A>b</A></xml>',
    '<html><A>b</A></html>',
    '<xml><A>b</xml>',
    '<xml><A>b</A></xml><xml/>',
    `<xml><A>${'b'.repeat(200_001)}</A></xml>`,
    `<xml>${'<A>'.repeat(9)}${'</A>'.repeat(9)}</xml>`,
    '',
  ];
  for (const text of wrong) assert.throws(() => readMessageXml(text), UnreadableMessage, text.slice(0, 60));
});

test('nested fields are read, and only the first element of a list', () => {
  const fields = readMessageXml(
    '<xml>\n <Event><![CDATA[a]]></Event><List><item><N>1</N></item><item><N>2</N></item></List></xml>',
  );
  assert.equal(fields.Event, 'a');
  assert.equal(JSON.stringify(fields.List), '{"item":{"N":"1"}}');
});
