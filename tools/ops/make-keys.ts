// `npm run keys`: creates the keys of a deployment and stores them in `keys.json`, or in the file of `--ring`.
// `npm run keys -- --rotate` rotates that key ring. Prints the secret SIGNING_KEY of sts, then the JWKS of edge and sts, and for a new
// ring the secret SEALING_KEY of proctoring and platform. With `--rotate-sealing` it reads the current SEALING_KEY from the
// environment and prints the values for the three steps of its rotation, one per line.

import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readEnvironment } from '../environment.ts'
import { keysOf, makeRing, makeSealingKey, parseRing, rotate, rotateSealing } from '../stack/local-keys.ts'
import { readState, writeState } from '../stack/state.ts'

try {
  const { values } = parseArgs({
    options: {
      ring: { type: 'string', default: 'keys.json' },
      rotate: { type: 'boolean', default: false },
      'rotate-sealing': { type: 'boolean', default: false },
    },
  })
  if (values['rotate-sealing'])
    console.log(rotateSealing(readEnvironment('npm run keys').SEALING_KEY).join('\n'))
  else await makeOrRotate(values)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function makeOrRotate(values: { ring: string; rotate: boolean }): Promise<void> {
  const file = resolve(values.ring)
  const stored = await readState(dirname(file), basename(file))
  if (values.rotate && stored === undefined) throw new Error(`${values.ring} contains no keys.`)
  if (!values.rotate && stored !== undefined)
    throw new Error(
      `${values.ring} already contains keys: rotate them with --rotate, or use another file with --ring.`,
    )
  const ring = stored === undefined ? await makeRing() : await rotate(parseRing(stored), Date.now())
  await writeState(dirname(file), basename(file), JSON.stringify(ring))
  const { signingKey, jwks } = keysOf(ring)
  console.log(signingKey)
  console.log(jwks)
  if (stored === undefined) console.log(makeSealingKey())
}
