// Settings that each transaction of a request begins with. Triggers and column defaults read them.

import { type HTTPQueryOptions, type NeonQueryFunction, NeonQueryPromise } from '@neondatabase/serverless'
import type { TransactionSettings } from './context.ts'

type Client = NeonQueryFunction<boolean, boolean>
type Options = HTTPQueryOptions<boolean, boolean>

/**
 * A client that sets the current settings at the start of each transaction, in the same round trip. They end with the
 * transaction.
 * @param current returns the settings; without any, the client sends nothing more than it is given
 */
export function withSettings(client: Client, current: () => TransactionSettings | undefined): Client {
  const set = () => {
    const { traceparent, audit } = current() ?? {}
    if (traceparent === undefined && audit === undefined) return undefined
    return client.query(
      "select set_config('invigil.traceparent', $1, true), set_config('invigil.audit', $2, true)",
      [traceparent ?? '', audit ?? ''],
    )
  }
  return Object.assign((...given: Parameters<Client>) => client(...given), {
    ...client,
    query(text: string, values?: unknown[], options?: Options) {
      const query = client.query(text, values, options)
      const settings = set()
      if (!settings) return query
      const send = async () => (await client.transaction([settings, query], options))[1]
      return new NeonQueryPromise(send, query.queryData, query.opts)
    },
    async transaction(...[queries, options]: Parameters<Client['transaction']>) {
      const settings = set()
      if (!settings || typeof queries === 'function') return client.transaction(queries, options)
      return (await client.transaction([settings, ...queries], options)).slice(1)
    },
  }) as Client // the driver's types follow from the options of each call
}
