// An unmodified OpenID provider on loopback that ends with its standard input.
//
// The argument is JSON: {port, kid, clients}. The name in its sign-in form is the subject. Claims
// are set before by GET
// /people/mia?email=mia@example.com&verified=true&given=Mia&family=Tran&user=mia
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const { port = 0, kid = 'first', clients } = JSON.parse(process.argv[2] ?? '{}');

const KINDS = { RS256: ['rsa', { modulusLength: 2048 }], ES256: ['ec', { namedCurve: 'P-256' }] };

function key(alg) {
  const { privateKey } = generateKeyPairSync(...KINDS[alg]);
  return { ...privateKey.export({ format: 'jwk' }), alg, use: 'sig', kid: `${kid}-${alg}` };
}

const people = new Map();

function account(id) {
  const known = people.get(id) ?? new URLSearchParams();
  const claims = { sub: id };
  const say = (name, value) => value !== null && (claims[name] = value);
  say('email', known.get('email'));
  say('email_verified', known.has('verified') ? known.get('verified') === 'true' : null);
  say('given_name', known.get('given'));
  say('family_name', known.get('family'));
  say('preferred_username', known.get('user'));
  return { accountId: id, claims: async () => claims };
}

const server = createServer();
await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
const issuer = `http://127.0.0.1:${server.address().port}`;
const provider = new Provider(issuer, {
  clients,
  jwks: { keys: [key('RS256'), key('ES256')] },
  claims: {
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'preferred_username'],
  },
  findAccount: (_, id) => account(id),
  pkce: { required: () => true },
  features: { devInteractions: { enabled: true } },
  cookies: { keys: ['for this run only'] },
});
const answer = provider.callback();
server.on('request', (request, response) => {
  const url = new URL(request.url, issuer);
  if (!url.pathname.startsWith('/people/')) return answer(request, response);
  people.set(url.pathname.slice('/people/'.length), url.searchParams);
  return response.end();
});

process.stdin.resume();
process.stdin.on('end', () => process.exit());
console.log(`listening at ${issuer}`);
