import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildOnce } from '../../support/build-once.ts'
import { elementToken, installSid, options } from '../../support/embed-host.ts'
import { page } from '../../support/embed-page.ts'

let folder: string
beforeAll(async () => {
  folder = await built()
})

async function built(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'assets-'))
  await buildOnce(made, 'https://api.invigil.example')
  return join(made, 'embed')
}

const asset = (name: string) => readFile(join(folder, name), 'utf8')

describe.each(['v1.js', 'v1.mjs'])('%s', name => {
  test('takes less than 6 kB, compressed', async () => {
    expect(gzipSync(await asset(name)).byteLength).toBeLessThan(6000)
  })

  test.each(['localStorage', 'sessionStorage', 'indexedDB', 'document.cookie', 'eval', 'Function('])(
    'does not use %s',
    async word => {
      expect(await asset(name)).not.toContain(word)
    },
  )

  test('has its source map next to it', async () => {
    expect(await asset(name)).toMatch(new RegExp(`//# sourceMappingURL=${name}.map\\n$`))
    const map = JSON.parse(await asset(`${name}.map`))
    expect(map.sources).toContain('../../src/embed/sdk/embed.ts')
  })
})

test('two builds give the same bytes, in any directory', async () => {
  const again = await built()
  const names = (await readdir(folder)).toSorted()
  expect((await readdir(again)).toSorted()).toEqual(names)
  for (const name of names)
    expect((await readFile(join(again, name))).equals(await readFile(join(folder, name)))).toBe(true)
})

describe('in a page', () => {
  const served = 'http://127.0.0.1:8787/embed/v1.js'
  const { baseUrl: _, ...withoutBase } = options()

  test('the classic script sets Invigil, and finds the frame where it was served', async () => {
    const { globals, frames } = page(served)
    runInNewContext(await asset('v1.js'), globals)
    runInNewContext('Invigil.createEmbed(options)', Object.assign(globals, { options: withoutBase }))
    expect(frames[0]?.attributes).toEqual({
      src: `http://127.0.0.1:8787/embed/exam-session?install=${installSid}`,
      title: 'Exam proctoring',
      referrerpolicy: 'origin',
      allow: 'camera; microphone; display-capture; fullscreen',
      width: '100%',
      frameborder: '0',
      align: 'top',
    })
  })

  test('the module exports only createEmbed, and requires baseUrl if its own address is unknown', async () => {
    const { createEmbed, ...more } = await import(pathToFileURL(join(folder, 'v1.mjs')).href)
    expect(more).toEqual({})
    expect(() => createEmbed(withoutBase)).toThrow(/^baseUrl/)
  })

  test('tokens are posted to the frame and appear nowhere else: no address, attribute, storage or console', async () => {
    const { globals, frames, deliver, said, timers } = page(served)
    runInNewContext(await asset('v1.js'), globals)
    const asked = { ...withoutBase, onTokenRefresh: () => ({ stsToken: 'invigil_sts_1', expiresIn: 'soon' }) }
    runInNewContext('embed = Invigil.createEmbed(options)', Object.assign(globals, { options: asked }))
    deliver({ invigil: 1, type: 'hello' }, 'http://127.0.0.1:8787')
    expect(frames[0]?.posted).toEqual([
      {
        message: expect.objectContaining({ stsToken: 'invigil_sts_0', elementToken: elementToken() }),
        targetOrigin: 'http://127.0.0.1:8787',
      },
    ])
    await timers.pass(800_000)
    expect(said.join()).toContain('expiresIn')
    const seen = JSON.stringify([frames[0]?.attributes, said])
    expect(seen).not.toContain('invigil_sts_')
    expect(seen).not.toContain(elementToken())
  })

  test('visibilitychange, pageshow and online make it check the clocks', async () => {
    const { globals, timers, clock, dispatch } = page(served)
    runInNewContext(await asset('v1.js'), globals)
    let calls = 0
    const onTokenRefresh = () => {
      calls += 1
      throw new Error('not now')
    }
    const asked = { ...withoutBase, onTokenRefresh }
    runInNewContext('Invigil.createEmbed(options)', Object.assign(globals, { options: asked }))
    await timers.pass(1000)
    for (const [index, event] of ['visibilitychange', 'pageshow', 'online'].entries()) {
      clock.skip(index === 0 ? 730_000 : 10_000) // asleep: no timer runs
      dispatch(event)
      await timers.settle()
      expect(calls).toBe(index + 1)
    }
  })

  test('destroy removes the frame from the page, and every listener', async () => {
    const { globals, frames, listeners } = page(served)
    runInNewContext(await asset('v1.js'), globals)
    runInNewContext('embed = Invigil.createEmbed(options)', Object.assign(globals, { options: withoutBase }))
    expect(listeners()).toBe(4)
    runInNewContext('embed.destroy(); embed.destroy()', globals)
    expect(listeners()).toBe(0)
    expect(frames[0]?.removed).toBe(true)
  })

  test.each(['#nowhere', null, 7])('an invalid container is refused: %s', async container => {
    const { globals } = page(served)
    runInNewContext(await asset('v1.js'), globals)
    Object.assign(globals, { options: { ...withoutBase, container } })
    expect(() => runInNewContext('Invigil.createEmbed(options)', globals)).toThrow(/^container/)
  })
})
