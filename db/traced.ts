// Which trace a write belongs to, told to the database.

import { type HTTPQueryOptions, type NeonQueryFunction, NeonQueryPromise } from '@neondatabase/serverless'

type Client = NeonQueryFunction<false, false>
type Options = HTTPQueryOptions<false, false>

/**
 * A client whose every trip begins by saying to which trace it belongs, while there is one: what the transaction then
 * writes into `event` keeps it (the default of its column `traceparent`). It takes no trip of its own.
 * @param traceparent of the request at hand; undefined costs nothing
 */
export function traced(client: Client, traceparent: () => string | undefined): Client {
  const note = (value: string) => client.query("select set_config('invigil.traceparent', $1, true)", [value])
  return Object.assign((...given: Parameters<Client>) => client(...given), {
    ...client,
    query(text: string, values?: unknown[], options?: Options) {
      const asked = client.query(text, values, options)
      const value = traceparent()
      if (value === undefined) return asked
      const together = async () => (await client.transaction([note(value), asked], options))[1]
      return new NeonQueryPromise(together, asked.queryData, asked.opts)
    },
    async transaction(...[queries, options]: Parameters<Client['transaction']>) {
      const value = traceparent()
      if (value === undefined || typeof queries === 'function') return client.transaction(queries, options)
      return (await client.transaction([note(value), ...queries], options)).slice(1)
    },
  }) as Client // the driver's types follow from the options of each call
}
