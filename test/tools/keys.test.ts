// `npm run keys`: the files of the keys of a deployment. test/unit/shared/key-ring.test.ts has the rules of a ring.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFile } from '../../tools/project.ts'
import { keysOf, makeSealingKey, parseRing } from '../../tools/stack/local-keys.ts'
import { temporaryDirectory } from '../support/directory.ts'

const dayMs = 24 * 60 * 60 * 1000
const script = projectFile('tools/ops/make-keys.ts')
const run = (cwd: string, args: string[] = [], env: Record<string, string> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    ...{ cwd, encoding: 'utf8' },
    env: { ...process.env, ...env },
  })
  return { status, lines: stdout.split('\n').slice(0, -1), stderr }
}
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
const ringIn = (folder: string, name = 'keys.json') => parseRing(read(folder, name))
const modesIn = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map(name => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)])
/** The variables of a file, as a shell reads them. */
const variablesIn = (folder: string, name: string, ...names: string[]) =>
  names.map(
    each =>
      spawnSync('sh', ['-c', `. ./${name}; printf %s "$${each}"`], { cwd: folder, encoding: 'utf8' }).stdout,
  )
const today = () => new Date().toISOString().slice(0, 10)

test('writes files that only their owner can read, prints where, and no secret', () => {
  const folder = temporaryDirectory()
  const { status, lines, stderr } = run(folder)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(lines).toEqual([
    'keys.json: the key ring, for the next rotation',
    'keys.env: SIGNING_KEY and JWKS',
    'keys-sealing.env: SEALING_KEY',
  ])
  expect(modesIn(folder)).toEqual([
    ['keys-sealing.env', '600'],
    ['keys.env', '600'],
    ['keys.json', '600'],
  ])
  const ring = ringIn(folder)
  const { signingKey, jwks } = keysOf(ring)
  expect(variablesIn(folder, 'keys.env', 'SIGNING_KEY', 'JWKS')).toEqual([signingKey, jwks])
  expect(ring.retiring).toEqual([])
  const [sealingKey = ''] = variablesIn(folder, 'keys-sealing.env', 'SEALING_KEY')
  expect(sealingKey).toMatch(/^[\w-]{43}$/)
  expect(Buffer.from(sealingKey, 'base64url')).toHaveLength(32)
  expect(read(folder, 'keys.json') + read(folder, 'keys.env')).not.toContain(sealingKey)
})

test('labels each key with the day on which it was made and its kid', () => {
  const folder = temporaryDirectory()
  const before = today()
  run(folder)
  run(folder, ['--rotate'])
  const { active, next, retiring } = ringIn(folder)
  const labels = read(folder, 'keys.env').split('\n').slice(1, 4)
  const until = new Date((retiring[0]?.exp ?? 0) * 1000).toISOString().slice(0, 10)
  const expected = (day: string) => [
    `# ${day} ${active.kid} signs`,
    `# ${day} ${next.kid} signs after the next rotation`,
    `# ${day} ${retiring[0]?.kid} is published until ${until}`,
  ]
  expect([expected(before), expected(today())]).toContainEqual(labels)
})

test('refuses to write over a ring, which stays as it is', () => {
  const folder = temporaryDirectory()
  run(folder, ['--ring', 'ours.json'])
  const before = read(folder, 'ours.json')
  const again = run(folder, ['--ring', 'ours.json'])
  expect(again).toMatchObject({ status: 1, lines: [] })
  expect(again.stderr).toContain('ours.json')
  expect(again.stderr).toContain('--rotate')
  expect(read(folder, 'ours.json')).toBe(before)
  expect(existsSync(join(folder, 'keys.json'))).toBe(false)
})

test('a new ring in place of an old one keeps the sealing key, and a ring of another name has its own', () => {
  const folder = temporaryDirectory()
  run(folder)
  const before = read(folder, 'keys-sealing.env')
  rmSync(join(folder, 'keys.json'))
  expect(run(folder).lines).toHaveLength(2)
  expect(read(folder, 'keys-sealing.env')).toBe(before)
  expect(run(folder, ['--ring', 'keys-staging.json']).lines).toEqual([
    'keys-staging.json: the key ring, for the next rotation',
    'keys-staging.env: SIGNING_KEY and JWKS',
    'keys-staging-sealing.env: SEALING_KEY',
  ])
  expect(read(folder, 'keys-staging-sealing.env')).not.toBe(before)
})

test('--rotate moves the ring on, and closes a file that was open to others', () => {
  const folder = temporaryDirectory()
  run(folder)
  const before = ringIn(folder)
  chmodSync(join(folder, 'keys.json'), 0o644)
  const from = Math.floor(Date.now() / 1000)
  expect(run(folder, ['--rotate']).status).toBe(0)
  const until = Math.floor(Date.now() / 1000)
  const after = ringIn(folder)
  expect(variablesIn(folder, 'keys.env', 'SIGNING_KEY')).toEqual([keysOf(after).signingKey])
  expect(after.active).toEqual(before.next)
  expect(after.retiring.map(({ kid }) => kid)).toEqual([before.active.kid])
  const retiredAt = (after.retiring[0]?.exp ?? 0) - 7 * 24 * 60 * 60
  expect(retiredAt).toBeGreaterThanOrEqual(from)
  expect(retiredAt).toBeLessThanOrEqual(until)
  expect(modesIn(folder).map(([, mode]) => mode)).toEqual(['600', '600', '600'])
})

test('a second rotation on the same day is refused with one line, and changes nothing', () => {
  const folder = temporaryDirectory()
  run(folder)
  run(folder, ['--rotate'])
  const before = [read(folder, 'keys.json'), read(folder, 'keys.env')]
  const { status, lines, stderr } = run(folder, ['--rotate'])
  expect({ status, lines }).toEqual({ status: 1, lines: [] })
  expect(stderr).toMatch(/^keys\.json has been rotated today\. Rotate it again after \S+Z, when .+\.\n$/)
  expect([read(folder, 'keys.json'), read(folder, 'keys.env')]).toEqual(before)
  const ring = ringIn(folder)
  const yesterday = { ...ring, rotatedAt: (ring.rotatedAt ?? 0) - dayMs }
  writeFileSync(join(folder, 'keys.json'), JSON.stringify(yesterday))
  expect(run(folder, ['--rotate']).status).toBe(0)
})

test('--rotate makes no ring of nothing, touches no file that is none, and prints nothing of it', () => {
  const folder = temporaryDirectory()
  expect(run(folder, ['--rotate'])).toMatchObject({ status: 1, lines: [] })
  expect(readdirSync(folder)).toEqual([])
  for (const content of ['{"mine": true}', 'a secret']) {
    writeFileSync(join(folder, 'keys.json'), content)
    const refused = run(folder, ['--rotate'])
    expect(refused).toEqual({ status: 1, lines: [], stderr: 'keys.json contains no key ring.\n' })
    expect(read(folder, 'keys.json')).toBe(content)
  }
})

test('--rotate-sealing writes the values of the three steps, readable by their owner only', () => {
  const folder = temporaryDirectory()
  const [current, SEALING_KEY] = [makeSealingKey(), makeSealingKey()]
  expect(run(folder, ['--rotate-sealing'])).toMatchObject({ status: 1, lines: [] })
  expect(run(folder, ['--rotate-sealing'], { SEALING_KEY: `${current},${SEALING_KEY}` }).status).toBe(1)
  const { lines } = run(folder, ['--rotate-sealing'], { SEALING_KEY })
  expect(lines).toEqual(['keys-sealing-steps.env: SEALING_KEY for each step'])
  expect(modesIn(folder)).toEqual([['keys-sealing-steps.env', '600']])
  const names = [1, 2, 3].map(step => `SEALING_KEY_STEP_${step}`)
  const [both = '', reversed, alone] = variablesIn(folder, 'keys-sealing-steps.env', ...names)
  expect(both).toBe(`${SEALING_KEY},${alone}`)
  expect(reversed).toBe(`${alone},${SEALING_KEY}`)
})

test('--rotate-sealing keeps the steps of a rotation until its third value is the current key', () => {
  const folder = temporaryDirectory()
  const SEALING_KEY = makeSealingKey()
  const steps = 'keys-sealing-steps.env'
  run(folder, ['--rotate-sealing'], { SEALING_KEY })
  const before = read(folder, steps)
  const again = run(folder, ['--rotate-sealing'], { SEALING_KEY })
  expect(again).toMatchObject({ status: 1, lines: [] })
  expect(again.stderr).toMatch(/^keys-sealing-steps\.env has the steps of another rotation\..+\n$/)
  expect(again.stderr).not.toContain(SEALING_KEY)
  expect(read(folder, steps)).toBe(before)

  const [alone = ''] = variablesIn(folder, steps, 'SEALING_KEY_STEP_3')
  expect(run(folder, ['--rotate-sealing'], { SEALING_KEY: alone }).status).toBe(0)
  const [both] = variablesIn(folder, steps, 'SEALING_KEY_STEP_1')
  expect(both).toMatch(new RegExp(`^${alone},[\\w-]{43}$`))
})
