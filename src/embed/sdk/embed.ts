import { emitter, type On } from './events.ts'
import { openFrame } from './frame.ts'
import { baseOf, checkOptions, type EmbedOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { scheduleRefreshes } from './schedule.ts'
import { endOf, firstSet } from './token-set.ts'

/** An embedded frame with automatic token refresh. */
export type Embed<Frame> = {
  readonly frame: Frame
  on: On
  /** Removes the frame, its timers and listeners. No event follows. */
  destroy(): void
}

/**
 * Adds a frame to the page, passes the tokens to it and refreshes them. See `EmbedOptions`.
 * @param scriptUrl the URL of this script, if known
 * @throws TypeError that names an invalid option
 */
export function startEmbed<Container, Frame>(
  platform: Platform<Container, Frame>,
  options: EmbedOptions<Container>,
  scriptUrl: string | undefined,
): Embed<Frame> {
  const first = checkOptions(options)
  const { claims } = first
  const base = baseOf(options.baseUrl, scriptUrl)
  const { on, emit, silence } = emitter(platform)
  const { container, onTokenRefresh, title = 'Exam proctoring' } = options
  let isOver = false

  const frame = openFrame(
    platform,
    container,
    { base, title, ...claims },
    {
      tokens() {
        if (isOver) return undefined
        const { elementToken, stsToken, absoluteExpiresAt } = schedule.current()
        const left = endOf(schedule.current()) - platform.now()
        return { elementToken, stsToken, expiresIn: Math.max(0, Math.floor(left / 1000)), absoluteExpiresAt }
      },
      ready: () => emit('ready', undefined),
      refused: error => emit('error', error),
    },
  )
  const schedule = scheduleRefreshes(platform, firstSet(first, platform), claims, {
    onTokenRefresh,
    refreshed() {
      frame.update()
      emit('tokenRefreshed', undefined)
    },
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
