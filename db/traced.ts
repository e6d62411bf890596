// What the database learns of the request at hand: its trace, and who writes.

import { type HTTPQueryOptions, type NeonQueryFunction, NeonQueryPromise } from '@neondatabase/serverless'

type Client = NeonQueryFunction<false, false>
type Options = HTTPQueryOptions<false, false>

/** `traceparent` becomes that of events (the default of their column), `audit` is read by `audit_changes`. */
export type Settings = { traceparent?: string | undefined; audit?: string | undefined }

/**
 * A client whose every trip begins by setting what is known of the request, while anything is. The settings end with the
 * transaction. They take no trip of their own.
 * @param settings of the request at hand; none cost nothing
 */
export function traced(client: Client, settings: () => Settings | undefined): Client {
  const note = () => {
    const { traceparent, audit } = settings() ?? {}
    if (traceparent === undefined && audit === undefined) return undefined
    return client.query(
      "select set_config('invigil.traceparent', $1, true), set_config('invigil.audit', $2, true)",
      [traceparent ?? '', audit ?? ''],
    )
  }
  return Object.assign((...given: Parameters<Client>) => client(...given), {
    ...client,
    query(text: string, values?: unknown[], options?: Options) {
      const asked = client.query(text, values, options)
      const noted = note()
      if (!noted) return asked
      const together = async () => (await client.transaction([noted, asked], options))[1]
      return new NeonQueryPromise(together, asked.queryData, asked.opts)
    },
    async transaction(...[queries, options]: Parameters<Client['transaction']>) {
      const noted = note()
      if (!noted || typeof queries === 'function') return client.transaction(queries, options)
      return (await client.transaction([noted, ...queries], options)).slice(1)
    },
  }) as Client // the driver's types follow from the options of each call
}
