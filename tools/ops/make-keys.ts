// `npm run keys`: creates the keys of a deployment, or rotates them. They are stored in files that only their owner can
// read, and never printed.

import { basename, dirname, extname, join, resolve } from 'node:path'
import { readArguments } from '../arguments.ts'
import type { KeyRing } from '../stack/local-keys.ts'

const { values } = readArguments({
  name: 'npm run keys',
  description: `Creates a key ring, and files with the values for the Workers: SIGNING_KEY and JWKS beside the ring, and
SEALING_KEY, unless its file exists. Each file is readable only by its owner.`,
  options: {
    ring: { type: 'string', value: '<file>', default: 'keys.json', description: 'The file of the key ring.' },
    rotate: { type: 'boolean', description: 'Rotates the key ring, at most once a day.' },
    'rotate-sealing': {
      type: 'boolean',
      description: 'Writes the values of SEALING_KEY for the three steps of its rotation.',
    },
  },
})

// Imported after the arguments are read, so that the help appears at once.
const { readEnvironment } = await import('../environment.ts')
const { makeRing, makeSealingKey, nextRotation, parseRing, rotate, rotateSealing } = await import(
  '../stack/local-keys.ts'
)
const { readState, writeState } = await import('../stack/state.ts')
const { isLastStep, sealingFile, sealingStepsFile, signingFile } = await import('./key-files.ts')

const ringFile = resolve(values.ring)
const folder = dirname(ringFile)
/** The name of the ring, for the files beside it. */
const name = basename(ringFile, extname(ringFile))

async function write(file: string, content: string, what: string): Promise<void> {
  await writeState(folder, file, content)
  console.log(`${join(dirname(values.ring), file)}: ${what}`)
}

async function writeRing(ring: KeyRing): Promise<void> {
  await write(basename(ringFile), `${JSON.stringify(ring)}\n`, 'the key ring, for the next rotation')
  await write(`${name}.env`, signingFile(ring), 'SIGNING_KEY and JWKS')
}

async function make(stored: string | undefined): Promise<void> {
  if (stored !== undefined)
    throw new Error(
      `${values.ring} already contains keys: rotate them with --rotate, or use another file with --ring.`,
    )
  const now = Date.now()
  await writeRing(await makeRing(now))
  const sealing = `${name}-sealing.env`
  if ((await readState(folder, sealing)) === undefined)
    await write(sealing, sealingFile(makeSealingKey(), now), 'SEALING_KEY')
}

function parse(text: string): KeyRing {
  try {
    return parseRing(text)
  } catch {
    throw new Error(`${values.ring} contains no key ring.`) // the message of the parser may contain a part of a key
  }
}

async function rotateRing(stored: string | undefined): Promise<void> {
  if (stored === undefined) throw new Error(`${values.ring} contains no keys.`)
  const ring = parse(stored)
  const earliest = nextRotation(ring)
  const now = Date.now()
  if (now < earliest)
    throw new Error(
      `${values.ring} has been rotated today. Rotate it again after ${new Date(earliest).toISOString()}, when every verifier has the next key.`,
    )
  await writeRing(await rotate(ring, now))
}

/** A new key may have sealed texts since its second step, and no Worker shows it: only the file of its steps has it. */
async function writeSealingSteps(current: string | undefined): Promise<void> {
  const steps = rotateSealing(current)
  const file = `${name}-sealing-steps.env`
  const earlier = await readState(folder, file)
  if (earlier !== undefined && !isLastStep(earlier, current))
    throw new Error(
      `${file} has the steps of another rotation. Set SEALING_KEY to its third value after that rotation has ended. Remove the file only if none of its values is in use.`,
    )
  await write(file, sealingStepsFile(steps, Date.now()), 'SEALING_KEY for each step')
}

try {
  const stored = await readState(folder, basename(ringFile))
  if (values['rotate-sealing']) await writeSealingSteps(readEnvironment('npm run keys').SEALING_KEY)
  else if (values.rotate) await rotateRing(stored)
  else await make(stored)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
