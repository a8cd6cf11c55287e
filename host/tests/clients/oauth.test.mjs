// An unmodified OAuth client that exchanges an API key for a bearer token and calls the API.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as oauth from 'oauth4webapi';
import { ORIGIN } from './browser.mjs';

const server = { issuer: ORIGIN, token_endpoint: `${ORIGIN}/token` };
const plain = { [oauth.allowInsecureRequests]: true };
let key;
let tenantId;

before(async () => {
  const loaded = await import('next-auth/react');
  const { signIn, getSession } = loaded.default ?? loaded;
  await signIn('credentials', { userName: 'admin', password: 'Waybill-demo-1', redirect: false });
  const { accessToken, user, tenantId: tenant } = await getSession();
  tenantId = tenant;
  const made = await fetch('/api/core/user/CreateAPIKey', {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: user.id }),
  });
  assert.equal(made.status, 200);
  key = (await made.json()).result;
});

async function requestToken(authentication, id = String(key.id), scope = 'default-api') {
  const client = { client_id: id };
  const answer = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    authentication,
    { scope },
    plain,
  );
  return oauth.processClientCredentialsResponse(server, client, answer);
}

for (const [name, way] of [
  ['in the form', oauth.ClientSecretPost],
  ['by HTTP Basic', oauth.ClientSecretBasic],
]) {
  test(`a client that sends its secret ${name} gets a token and uses it`, async () => {
    const token = await requestToken(way(key.apiKey));
    assert.deepEqual([token.token_type, token.scope], ['bearer', 'default-api']);
    assert.ok(token.expires_in > 0);
    const url = new URL('/api/booking/booking/getbookings?maxResultCount=1', ORIGIN);
    const headers = new Headers({ 'Abp-TenantId': String(tenantId) });
    const answer = await oauth.protectedResourceRequest(
      token.access_token,
      'GET',
      url,
      headers,
      null,
      plain,
    );
    assert.equal(answer.status, 200);
    assert.equal((await answer.json()).success, true);
  });
}

test("a wrong secret and an unknown client are refused in the standard's words", async () => {
  for (const [secret, id] of [
    [`${key.apiKey.slice(0, -1)}_`, String(key.id)],
    [key.apiKey, '999999999'],
    ['x', 'y'],
  ]) {
    const refused = await requestToken(oauth.ClientSecretPost(secret), id).catch((error) => error);
    assert.ok(
      refused instanceof oauth.ResponseBodyError ||
        refused instanceof oauth.WWWAuthenticateChallengeError,
      String(refused),
    );
    const said =
      refused instanceof oauth.ResponseBodyError ? refused.error : refused.cause[0].scheme;
    assert.ok(['invalid_client', 'basic'].includes(said), said);
    assert.equal(refused.status, 401);
  }
});

test("a scope that there is not is refused in the standard's word", async () => {
  const refused = await requestToken(
    oauth.ClientSecretPost(key.apiKey),
    String(key.id),
    'admin',
  ).catch((error) => error);
  assert.ok(refused instanceof oauth.ResponseBodyError, String(refused));
  assert.deepEqual([refused.error, refused.status], ['invalid_scope', 400]);
});

test('a token that was made up is told by its challenge', async () => {
  const url = new URL('/api/booking/booking/getbookings', ORIGIN);
  const made = oauth.protectedResourceRequest(
    `${tenantId}.${'a'.repeat(43)}`,
    'GET',
    url,
    undefined,
    null,
    plain,
  );
  const refused = await made.catch((error) => error);
  assert.equal(refused.status, 401, String(refused));
});
