// A minimal Worker: the cost of a response in this runtime, and of a signature.

import { freePort } from '../test/support/start.ts'
import { makeRing } from '../tools/stack/local-keys.ts'
import { startRuntime } from '../tools/stack/runtime.ts'

// 400 bytes: about the size of the header and the claims of an elementToken.
const script = `
const imported = env => crypto.subtle.importKey(
  'jwk', JSON.parse(env.KEY), { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, false, ['sign'])
const data = new Uint8Array(400).fill(97)
let key
export default {
  async fetch(request, env) {
    if (request.url.endsWith('/hello')) return new Response('hello')
    key ??= await imported(env)
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key, data)
    return new Response(btoa(String.fromCharCode(...new Uint8Array(signature))))
  },
}`

/** Serves `/hello` and `/sign` on a free port. The caller closes it. */
export async function startBareWorker(): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const port = await freePort()
  const { active } = await makeRing()
  const runtime = await startRuntime({
    cf: false,
    host: '127.0.0.1',
    port: 0,
    workers: [
      {
        name: 'bare',
        modules: [{ type: 'ESModule', path: 'bare.js', contents: script }],
        compatibilityDate: '2026-07-01',
        bindings: { KEY: JSON.stringify(active) },
        unsafeDirectSockets: [{ host: '127.0.0.1', port }],
      },
    ],
  })
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => runtime.dispose() }
}
