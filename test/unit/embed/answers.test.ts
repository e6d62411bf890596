// The SDK accepts the responses of the API unchanged.

import { describe, expect, test } from 'vitest'
import { startEmbed } from '../../../src/embed/sdk/embed.ts'
import { backend, elementToken, host, hour, issuedAt, options, second } from '../../support/embed-host.ts'
import { embedWorld } from '../../support/embed-world.ts'

/** The response of B1, with members that the SDK does not use. */
const issued = {
  sid: `TA${'d'.repeat(32)}`,
  tokenType: 'element',
  elementToken: elementToken(),
  stsToken: 'invigil_sts_0',
  expiresIn: 900,
  expiresAt: new Date(issuedAt + 900 * second).toISOString(),
  absoluteExpiresAt: new Date(issuedAt + 8 * hour).toISOString(),
}

/** Options that leave the tokens to `token`. */
const withoutTokens = {
  elementToken: undefined,
  stsToken: undefined,
  tokenExpiresIn: undefined,
  tokenAbsoluteExpiresAt: undefined,
}

describe('every time is accepted as a number, an ISO 8601 string or a Date', () => {
  const end = issuedAt + 8 * hour
  const instants = [end, new Date(end).toISOString(), '2026-01-01T10:00:00+02:00', new Date(end)]

  test.each(instants)('tokenAbsoluteExpiresAt: %s', instant => {
    const { embed } = host(embedWorld(), { tokenAbsoluteExpiresAt: instant })
    expect(embed.frame.posted[0]?.message).toMatchObject({ type: 'tokens', absoluteExpiresAt: end })
  })

  test.each(instants)('absoluteExpiresAt of a refresh: %s', async instant => {
    const world = embedWorld()
    const onTokenRefresh = () => ({ stsToken: 'invigil_sts_1', expiresIn: 900, absoluteExpiresAt: instant })
    const { embed, tab, times } = host(world, { onTokenRefresh })
    await world.pass(800 * second)
    expect(times('tokenRefreshed')).toHaveLength(1)
    expect(embed.frame.posted.at(-1)?.message).toMatchObject({
      stsToken: 'invigil_sts_1',
      absoluteExpiresAt: end,
    })
    expect(tab.warnings).toEqual([])
  })
})

describe('the response of the API is accepted', () => {
  test('of B1 as the option token, of B2 by onTokenRefresh: the embed runs until the absolute end', async () => {
    const world = embedWorld()
    const { refresh } = backend(world)
    const onTokenRefresh = async () => ({ ...issued, elementToken: null, ...(await refresh()) })
    const { embed, tab, times } = host(world, { ...withoutTokens, token: issued, onTokenRefresh })
    expect(embed.frame.posted[0]?.message).toMatchObject({
      elementToken: issued.elementToken,
      stsToken: 'invigil_sts_0',
      expiresIn: 900,
      absoluteExpiresAt: issuedAt + 8 * hour,
    })
    await world.pass(9 * hour)
    expect(times('tokenRefreshed').length).toBeGreaterThan(30) // 12 minutes each
    const [end = 0] = times('tokenExpired')
    expect(end).toBeGreaterThan(8 * hour - second)
    expect(tab.warnings).toEqual([])
  })

  test.each([
    [
      'together with another option',
      { token: issued, stsToken: 'invigil_sts_0' },
      /^token must be given without/,
    ],
    ['as a text', { token: 'eyJ' }, /^token must be/],
    ['as null', { token: null }, /^token must be/],
    ['that is a problem', { token: { status: 403, code: 'action_not_allowed' } }, /^token\.elementToken/],
    [
      'without an absolute end',
      { token: { ...issued, absoluteExpiresAt: null } },
      /^token\.absoluteExpiresAt/,
    ],
    ['with a lifetime as a text', { token: { ...issued, expiresIn: '900' } }, /^token\.expiresIn/],
  ])('a token %s is refused with a TypeError that names it', (_, more, message) => {
    const start = () =>
      startEmbed(embedWorld().tab().platform, options({ ...withoutTokens, ...more } as never), undefined)
    expect(start).toThrow(TypeError)
    expect(start).toThrow(message)
    expect(start).not.toThrow(/invigil_sts/)
  })

  test.each(['soon', '2026-01-01', Number.NaN, new Date('soon'), issuedAt / 1000, issuedAt - hour])(
    'a refresh whose absoluteExpiresAt is %s is refused with a warning, and never read as another time',
    async absoluteExpiresAt => {
      const world = embedWorld()
      const onTokenRefresh = () => ({ stsToken: 'invigil_sts_1', expiresIn: 900, absoluteExpiresAt })
      const { tab, times } = host(world, { onTokenRefresh })
      await world.pass(hour)
      expect(times('tokenRefreshed')).toEqual([])
      expect(times('tokenExpired')).toEqual([900 * second])
      expect(tab.warnings[0]).toContain('onTokenRefresh must resolve with absoluteExpiresAt')
    },
  )
})
