// The script that shows the OpenAPI document as a page: Scalar's, as its package for Fastify serves it by itself.

import { readFileSync } from 'node:fs'
import scalar from '@scalar/fastify-api-reference'

type Served = { url: string; handler(request: unknown, reply: Reply): unknown }
type Reply = { header(): Reply; send(body: string): string }

/** The script, which brings its styles along. @throws Error when the package does not serve it as it did */
export function referenceScript(): string {
  const routes: Served[] = []
  const server = { route: (route: Served) => routes.push(route), initialConfig: {}, hasPlugin: () => false }
  const plugin: unknown = scalar
  if (typeof plugin !== 'function') throw new Error('Scalar is no plugin any more.')
  plugin(server, { configuration: { url: '/openapi.json' } }, () => {})
  const script = routes.find(({ url }) => url.endsWith('.js'))
  if (!script) throw new Error('Scalar serves no script any more.')
  const reply: Reply = { header: () => reply, send: body => body }
  const text = String(script.handler({}, reply))
  // Its source map is not at hand.
  return `/*! ${licence()} */\n${text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')}`
}

const licence = (): string =>
  readFileSync(new URL('../LICENSE', import.meta.resolve('@scalar/fastify-api-reference')), 'utf8').trim()
