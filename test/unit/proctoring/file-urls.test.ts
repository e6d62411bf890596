import { expect, test } from 'vitest'
import { newSid } from '../../../db/sid.ts'
import { openUrl, signUrl } from '../../../src/proctoring/files/signed-url.ts'
import { dispositionOf } from '../../../src/proctoring/files/transfer/download.ts'
import { sealWith } from '../../../src/shared/crypto/seal.ts'

const baseUrl = 'https://api.example'
const [first, second] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)]
const signing = { sealed: sealWith([first]), baseUrl }
const sid = newSid('FI')
const expires = 1_800_000_000_000
const upload = { method: 'PUT', contentType: 'image/png', size: 3, expires } as const

const paramsOf = (url: string) => {
  const [fileSid = '', signature = ''] = new URL(url).pathname.split('/').slice(3)
  return { fileSid, signature }
}
const sealedUrl = async () => paramsOf(await signUrl(signing, sid, upload))

test('a URL opens with what it permits until it expires', async () => {
  const params = await sealedUrl()
  expect(await openUrl(signing, params, 'PUT', expires - 1)).toEqual({ sid, permission: upload })
  expect(await openUrl(signing, params, 'PUT', expires)).toBeUndefined()
})

test('a URL opens neither for another method nor for another file', async () => {
  const params = await sealedUrl()
  expect(await openUrl(signing, params, 'GET', 0)).toBeUndefined()
  expect(await openUrl(signing, { ...params, fileSid: newSid('FI') }, 'PUT', 0)).toBeUndefined()
})

test('no altered character of a signature opens', async () => {
  const { fileSid, signature } = await sealedUrl()
  for (let at = 0; at < signature.length; at += 7) {
    const other = signature[at] === 'x' ? 'y' : 'x'
    const altered = `${signature.slice(0, at)}${other}${signature.slice(at + 1)}`
    expect(await openUrl(signing, { fileSid, signature: altered }, 'PUT', 0), altered).toBeUndefined()
  }
})

test('a sealed text of another purpose is no signature', async () => {
  const signature = await signing.sealed.seal({ purpose: 'probe', sid: 'database' }, JSON.stringify(upload))
  expect(await openUrl(signing, { fileSid: sid, signature }, 'PUT', 0)).toBeUndefined()
})

test('a URL opens during the rotation of the sealing key, and not after it', async () => {
  const params = await sealedUrl()
  expect(await openUrl({ sealed: sealWith([second, first]) }, params, 'PUT', 0)).toBeDefined()
  expect(await openUrl({ sealed: sealWith([second]) }, params, 'PUT', 0)).toBeUndefined()
})

test.each([
  ['run.bat', 'text/plain', `filename="run.bat.txt"; filename*=UTF-8''run.bat.txt`],
  ['Photo.JPEG', 'image/jpeg', `filename="Photo.JPEG"; filename*=UTF-8''Photo.JPEG`],
  [
    'a"; x=%41\r\n',
    'image/png',
    `filename="a__ x__41__.png"; filename*=UTF-8''a%22%3B%20x%3D%2541%0D%0A.png`,
  ],
  ["it's (1)*.pdf", 'application/pdf', `filename="it_s _1__.pdf"; filename*=UTF-8''it%27s%20%281%29%2A.pdf`],
])('%j of %s is saved under a quoted name with an extension of its type', (name, contentType, names) => {
  expect(dispositionOf({ name, contentType })).toBe(`attachment; ${names}`)
})
