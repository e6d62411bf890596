// `npm run keys`: makes the keys of a deployment and keeps them in `keys.json`, or in the file of `--ring`; `-- --rotate`
// moves that ring on. Prints the secret SIGNING_KEY of sts, then the JWKS of edge and sts, and for a new ring the secret
// SEALING_KEY of proctoring and platform. `-- --rotate-sealing` takes the SEALING_KEY of now from the environment and
// prints those of the three steps of its rotation, one in a line.

import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
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
  if (values['rotate-sealing']) console.log(rotateSealing(process.env['SEALING_KEY']).join('\n'))
  else await makeOrRotate(values)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function makeOrRotate(values: { ring: string; rotate: boolean }): Promise<void> {
  const file = resolve(values.ring)
  const known = await readState(dirname(file), basename(file))
  if (values.rotate && known === undefined) throw new Error(`There are no keys in ${values.ring}.`)
  if (!values.rotate && known !== undefined)
    throw new Error(`There are keys in ${values.ring} already: --rotate moves them on, --ring makes others.`)
  const ring = known === undefined ? await makeRing() : await rotate(parseRing(known), Date.now())
  await writeState(dirname(file), basename(file), JSON.stringify(ring))
  const { signingKey, jwks } = keysOf(ring)
  console.log(signingKey)
  console.log(jwks)
  if (known === undefined) console.log(makeSealingKey())
}
