import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { makeWorld } from '../../support/world.ts'

test('a backend can create and read a user, issue and refresh a token, and verify its element token', async () => {
  const { admin, path, installSid, stack } = await makeWorld()

  const created = await admin('POST', path('/users'), {
    body: { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@school.example' },
  })
  expect(created.status).toBe(201)
  const userSid = created.text('sid')

  const profile = await admin('GET', path(`/users/${userSid}/profile`))
  expect(profile.status).toBe(200)
  expect(profile.body).toEqual(created.body)
  expect(profile.roundTrips).toBe(1)

  const issued = await admin('POST', path('/sts/tokens'), {
    body: { tokenType: 'element', elementType: 'exam-session', targetUserSid: userSid },
  })
  expect(issued.status).toBe(201)
  expect(issued.roundTrips).toBeLessThanOrEqual(2)

  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', stack.baseUrl))
  const { payload, protectedHeader } = await jwtVerify(issued.text('elementToken'), keys, {
    audience: installSid,
    issuer: stack.baseUrl,
    typ: 'element+jwt',
  })
  expect(protectedHeader.alg).toBe('RS256')
  expect(payload).toMatchObject({
    sub: userSid,
    jti: issued.text('sid'),
    elementType: 'exam-session',
    resource: '*',
  })
  expect(payload.exp).toBeLessThanOrEqual(Date.parse(issued.text('expiresAt')) / 1000)

  const refreshed = await admin('POST', path(`/sts/tokens/${issued.text('sid')}/refresh`), { body: {} })
  expect(refreshed.status).toBe(200)
  expect(refreshed.roundTrips).toBeLessThanOrEqual(2)
  expect(refreshed.text('previousSid')).toBe(issued.text('sid'))
  expect(refreshed.text('absoluteExpiresAt')).toBe(issued.text('absoluteExpiresAt'))
})
