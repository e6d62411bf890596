// The client in a real Worker, whose failures of the network have errors of their own.

import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../../../tools/project.ts'

const program = `
import { createClient } from ${JSON.stringify(projectFile('src/client/index.ts'))}
export default {
  async fetch(request) {
    let attempts = 0
    const count = (url, init) => {
      attempts += 1
      return fetch(url, init)
    }
    const client = createClient({ baseUrl: await request.text(), retries: 1, fetch: count })
    const error = await client.get('/v1/timezones').catch(error => error)
    return Response.json({ attempts, isTypeError: error instanceof TypeError })
  },
}`

let worker: Miniflare
beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: projectFile('.') },
    ...{ bundle: true, write: false, format: 'esm' },
  })
  // The runtime reports the errors, which are expected.
  const handleRuntimeStdio = () => {}
  const script = outputFiles[0]?.text ?? ''
  worker = new Miniflare({ modules: true, script, compatibilityDate: '2025-09-01', handleRuntimeStdio })
})
afterAll(() => worker.dispose())

test.each([
  ['a connection that is refused', 'http://127.0.0.1:9'],
  ['a name without an address', `http://${'x'.repeat(64)}.invalid`], // no resolver is asked: it is too long
])('%s is no TypeError in a Worker, and the request is sent again', async (_, body) => {
  const answer = await worker.dispatchFetch('http://worker.example/', { method: 'POST', body })
  expect(await answer.json()).toEqual({ attempts: 2, isTypeError: false })
})
