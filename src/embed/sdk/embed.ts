import { appearanceOf, textsOf } from './appearance.ts'
import { emitter } from './events.ts'
import { openFrame } from './frame.ts'
import { baseOf, checkOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { scheduleRefreshes } from './schedule.ts'
import { endOf, firstSet } from './token-set.ts'
import type { EmbedOf, OptionsFor } from './types.ts'

/**
 * Adds a frame to the page, passes the tokens to it and refreshes them. See `OptionsFor`.
 * @param scriptUrl the URL of this script, if known
 * @throws TypeError that names an invalid option
 */
export function startEmbed<Container, Frame>(
  platform: Platform<Container, Frame>,
  options: OptionsFor<Container>,
  scriptUrl: string | undefined,
): EmbedOf<Frame> {
  const first = checkOptions(options)
  const { elementType, installSid } = first.claims
  // A script of the page can have added properties to all objects.
  const base = baseOf(Object.hasOwn(options, 'baseUrl') ? options.baseUrl : undefined, scriptUrl)
  const appearance = appearanceOf(platform, options)
  const texts = textsOf(appearance)
  const { on, emit, silence } = emitter(platform)
  const { container, onTokenRefresh, title = texts.title } = options
  let isOver = false

  const frame = openFrame(
    platform,
    container,
    {
      ...{ base, elementType, title, unreachable: texts.unreachable },
      query: { install: installSid, ...appearance },
    },
    {
      tokens() {
        if (isOver) return undefined
        const { elementToken, stsToken, absoluteExpiresAt } = schedule.current()
        const left = endOf(schedule.current()) - platform.now()
        return { elementToken, stsToken, expiresIn: Math.max(0, Math.floor(left / 1000)), absoluteExpiresAt }
      },
      ready: () => emit('ready', undefined),
      resized: height => emit('resize', { height }),
      failed: error => emit('error', error),
      refused: () => schedule.refused(),
    },
  )
  const schedule = scheduleRefreshes(platform, firstSet(first, platform), first.claims, {
    onTokenRefresh,
    refreshed() {
      frame.update()
      emit('tokenRefreshed', undefined)
    },
    failed: error => emit('error', error),
    ended() {
      isOver = true
      frame.update()
      emit('tokenExpired', undefined)
    },
  })

  return {
    frame: frame.element,
    on,
    destroy() {
      silence()
      schedule.stop()
      frame.remove()
    },
  }
}
