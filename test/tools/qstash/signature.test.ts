import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import type { Received } from './sink.ts'
import { makeQstash } from './world.ts'

const signatureOf = ({ headers }: Received) => String(headers['upstash-signature'])

test('the official receiver accepts every attempt, and each has its own signature', async () => {
  const { client, sink, receiver, advance } = await makeQstash()
  sink.answer('/sign', () => ({ status: 500 }))
  const url = sink.at('/sign')
  await client.publishJSON({ url, body: { żółw: 1 }, retries: 2, retryDelay: '1000' })
  await advance(5000)
  const attempts = sink.received('/sign')
  expect(attempts).toHaveLength(3)
  for (const attempt of attempts)
    expect(
      await receiver.verify({ signature: signatureOf(attempt), body: attempt.body.toString(), url }),
    ).toBe(true)
  expect(new Set(attempts.map(attempt => decodeJwt(signatureOf(attempt)).jti)).size).toBe(3)
})

test('the claims are those of the service, with the time of the server', async () => {
  const { client, sink, clock } = await makeQstash()
  await client.publish({ url: sink.at('/claims'), body: 'x' })
  const [attempt] = await sink.until('/claims', 1)
  const signature = attempt ? signatureOf(attempt) : ''
  const iat = Math.floor(clock.now() / 1000)
  expect(decodeProtectedHeader(signature)).toEqual({ alg: 'HS256', typ: 'JWT' })
  expect(decodeJwt(signature)).toEqual({
    ...{ iss: 'Upstash', sub: sink.at('/claims'), iat, nbf: 0, exp: iat + 300 },
    jti: expect.stringMatching(/^jwt_/),
    body: 'LXEWQrcmsEQBYnyp-6wy9chTD7GQPMTbAiWHF5IaSIE=', // printf x | openssl dgst -sha256 -binary | basenc --base64url
  })
})

test('a signature is valid only for its body and its URL', async () => {
  const { client, sink, receiver } = await makeQstash()
  await client.publish({ url: sink.at('/bound'), body: 'body' })
  const [attempt] = await sink.until('/bound', 1)
  const signature = attempt ? signatureOf(attempt) : ''
  await expect(receiver.verify({ signature, body: 'other' })).rejects.toThrow('body hash')
  await expect(receiver.verify({ signature, body: 'body', url: sink.at('/other') })).rejects.toThrow(
    'subject',
  )
})
