import assert from 'node:assert/strict';
import test from 'node:test';
import { UpstreamFailure, UpstreamTimeout } from './outbound';
import { sendAliyunSms, signedQuery } from './sms-aliyun';

test('the signature equals the one in the documentation of the RPC style', () => {
  const query = signedQuery(
    {
      Timestamp: '2016-02-23T12:46:24Z',
      Format: 'XML',
      AccessKeyId: 'testid',
      Action: 'DescribeRegions',
      SignatureMethod: 'HMAC-SHA1',
      SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf',
      Version: '2014-05-26',
      SignatureVersion: '1.0',
    },
    'testsecret',
  );
  assert.equal(new URLSearchParams(query).get('Signature'), 'OLeaidS1JvxuMvnyHOwuJ+uX5qY=');
});

const account = { accessKeyId: 'id', accessKeySecret: 'secret', signName: '示例' };
const message = { tel: '+8613800000000', template: 'SMS_1', params: { code: '123456' }, at: new Date(0) };

test('a message is sent to the provider with its template and without the country code', async () => {
  let asked: URL | null = null;
  let redirect: string | undefined;
  await sendAliyunSms(account, message, async (url, init) => {
    asked = url;
    redirect = init.redirect;
    return Response.json({ Code: 'OK' });
  });
  const params = (asked as unknown as URL).searchParams;
  assert.equal(params.get('PhoneNumbers'), '13800000000');
  assert.equal(params.get('TemplateParam'), '{"code":"123456"}');
  assert.equal(redirect, 'error');
});

test("the provider's refusal is reported with its own text", async () => {
  const refusing = async () => Response.json({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: 'too many' });
  await assert.rejects(sendAliyunSms(account, message, refusing), (error) => {
    assert.ok(error instanceof UpstreamFailure);
    assert.equal(error.message, 'too many');
    return true;
  });
});

test('a message has an unknown outcome if the answer is cut off or unreadable, so that it is not sent again', async () => {
  const timeout = new DOMException('The operation timed out.', 'TimeoutError');
  const cutOff = async () =>
    new Response(new ReadableStream({ pull: (controller) => controller.error(timeout) }), { status: 200 });
  const fault = async () => new Response('', { status: 502 });
  const unreadable = async () => new Response('<html>');
  for (const fetch of [cutOff, fault, unreadable]) {
    await assert.rejects(sendAliyunSms(account, message, fetch), UpstreamTimeout);
  }
});
