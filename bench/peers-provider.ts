// The process of `oidc-provider`, started by peers.ts: an authorization server with its models in Postgres. It serves an
// access token for a client's credentials, a refresh with rotation, introspection and its keys.

import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import Provider, { type Adapter, type AdapterPayload } from 'oidc-provider'
import pg from 'pg'
import { client, type PeerReady } from './peers-loads.ts'

const scope = 'api offline_access'
const hourSeconds = 60 * 60

// As many connections as the load generator has, so that no request waits for one.
const poolSize = 16

const createTable = `create table if not exists model (
  kind text, id text, payload jsonb not null, grant_id text, expires_at timestamptz, primary key (kind, id))`

/** Stores the models as the example adapters of the package do: one row each, named statements, deletion by grant. */
function adapterOf(pool: pg.Pool): new (kind: string) => Adapter {
  const query = async (name: string, text: string, values: unknown[]) =>
    (await pool.query<{ payload: AdapterPayload }>({ name, text, values })).rows[0]?.payload
  return class PostgresAdapter implements Adapter {
    readonly #kind: string
    constructor(kind: string) {
      this.#kind = kind
    }
    async upsert(id: string, payload: AdapterPayload, expiresIn?: number) {
      const text = `insert into model values ($1, $2, $3, $4, now() + make_interval(secs => $5))
        on conflict (kind, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`
      await query('upsert', text, [this.#kind, id, payload, payload.grantId, expiresIn ?? null])
    }
    find(id: string) {
      const text = 'select payload from model where kind = $1 and id = $2'
      return query('find', text, [this.#kind, id])
    }
    async consume(id: string) {
      const text = `update model set payload = payload || jsonb_build_object('consumed', extract(epoch from now())::int)
        where kind = $1 and id = $2`
      await query('consume', text, [this.#kind, id])
    }
    async destroy(id: string) {
      await query('destroy', 'delete from model where kind = $1 and id = $2', [this.#kind, id])
    }
    async revokeByGrantId(grantId: string) {
      await query('revoke', 'delete from model where kind = $1 and grant_id = $2', [this.#kind, grantId])
    }
    findByUid() {
      return Promise.resolve(undefined)
    }
    findByUserCode() {
      return Promise.resolve(undefined)
    }
  }
}

/** Starts the provider on a free port, with refresh tokens of so many families. */
async function startProvider(databaseUrl: string, families: number): Promise<PeerReady> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
  await pool.query(createTable)
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const provider = new Provider('http://127.0.0.1', {
    adapter: adapterOf(pool),
    clients: [
      {
        ...{ client_id: client.id, client_secret: client.secret, redirect_uris: [], response_types: [] },
        ...{ grant_types: ['client_credentials', 'refresh_token'], scope },
      },
    ],
    scopes: scope.split(' '),
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
    },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'bench', use: 'sig', alg: 'RS256' }] },
    rotateRefreshToken: true,
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    ttl: {
      Grant: hourSeconds,
      RefreshToken: hourSeconds,
      AccessToken: hourSeconds,
      ClientCredentials: hourSeconds,
    },
  })
  const found = await provider.Client.find(client.id)
  if (!found) throw new Error('The provider has no client.')
  const grantOf = async (accountId: string) => {
    const grant = new provider.Grant({ accountId, clientId: client.id })
    grant.addOIDCScope(scope)
    const common = { accountId, client: found, grantId: await grant.save(), gty: 'authorization_code', scope }
    return { ...common, claims: {}, expiresWithSession: false }
  }
  const refreshTokens: string[] = []
  for (let n = 0; n < families; n += 1)
    refreshTokens.push(await new provider.RefreshToken(await grantOf(`learner ${n}`)).save())
  const accessToken = await new provider.AccessToken(await grantOf('learner')).save()
  return new Promise((resolve, reject) => {
    const server = provider.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string')
        return reject(new Error('The provider has no port.'))
      resolve({ port: address.port, accessToken, refreshTokens })
    })
  })
}

const [databaseUrl = '', families = ''] = process.argv.slice(2)
process.once('disconnect', () => process.exit())
process.send?.(await startProvider(databaseUrl, Number(families)))
