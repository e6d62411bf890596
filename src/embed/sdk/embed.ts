import { emitter, type On } from './events.ts'
import { openFrame } from './frame.ts'
import { baseOf, checkOptions, type EmbedOptions } from './options.ts'
import type { Platform } from './platform.ts'
import { keepFresh } from './schedule.ts'
import { endOf, firstSet } from './token-set.ts'

/** An embedded frame whose tokens are kept fresh. */
export type Embed<Frame> = {
  readonly frame: Frame
  on: On
  /** Removes the frame and stops everything; no event follows. */
  destroy(): void
}

/**
 * Puts a frame into the page, hands it the tokens and keeps them fresh: see `EmbedOptions`.
 * @param scriptUrl where this script was served, if known
 * @throws TypeError that says which option is wrong
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
  const schedule = keepFresh(platform, firstSet(first, platform), claims, {
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
