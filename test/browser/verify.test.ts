import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { sharedStack } from '../support/stack.ts'
import { vectorsOf } from '../support/webhook-vectors.ts'
import { describeInBrowser } from './support/browser.ts'

const bundled = async () => {
  const { outputFiles } = await build({
    entryPoints: [projectFile('src/verify/index.ts')],
    bundle: true,
    format: 'iife',
    globalName: 'verifier',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

const events = vectorsOf('event', 'spaced event', 'unicode event')

describeInBrowser("the receivers' verifier", newContext => {
  test('in a browser, accepts a signature of OpenSSL and refuses it with another secret', async () => {
    const { baseUrl } = await sharedStack()
    await using context = await newContext({ bypassCSP: true })
    const page = await context.newPage()
    await page.goto(`${baseUrl}/reset-password`) // any page of a secure origin: WebCrypto requires one
    await page.addScriptTag({ content: await bundled() })
    for (const { body, secret, bytes, key, timestamp, v1 } of events) {
      const verify = (used: string) =>
        page.evaluate(
          `verifier.verifyWebhook(${JSON.stringify(new TextDecoder().decode(bytes))},
            { 'x-webhook-signature': 't=${timestamp},v1=${v1}' }, ${JSON.stringify(used)},
            { now: () => ${timestamp} }).then(event => event, error => error.code)`,
        )
      expect(await verify(key), `${body}, ${secret}`).toEqual(JSON.parse(new TextDecoder().decode(bytes)))
      expect(await verify(`${key}.`), `${body}, ${secret}`).toBe('no_matching_signature')
    }
  })
})
