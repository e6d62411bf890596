// The live connection of a page while something else happens: a refresh, or the next message.

import type { BrowserContext, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeInBrowser } from './support/browser.ts'
import { livePages } from './support/live.ts'
import { makeRunning } from './support/scene.ts'
import { until } from './support/until.ts'

const long = { timeout: 90_000 }

describeInBrowser('a live connection', newContext => {
  test.concurrent('that comes back after a refresh sends the next token once', long, async () => {
    const sent: string[] = []
    const sockets: WebSocketRoute[] = []
    let isDown = false
    const prepare = (context: BrowserContext) =>
      context.routeWebSocket('**/connection/websocket', socket => {
        if (isDown) return void socket.close({ code: 1011 })
        sockets.push(socket)
        const server = socket.connectToServer()
        socket.onMessage(message => {
          for (const [, token] of String(message).matchAll(/"token":"([^"]+)"/g)) sent.push(String(token))
          server.send(message)
        })
      })
    await using pages = await livePages(await makeRunning(), newContext, { prepare, expiresIn: 20 })
    const { frame, happened, page } = await pages.openLearner()
    await frame.getByLabel('Message to your proctor').waitFor()
    isDown = true
    for (const socket of sockets) await socket.close({ code: 1011 })
    await until(async () => (await happened()).includes('tokenRefreshed'))
    isDown = false
    await until(() => sent.length === 2)
    await page.waitForTimeout(5_000) // the service asks for the next token after a second
    expect(new Set(sent).size).toBe(2)
    expect(sent).toHaveLength(2)
  })

  test.concurrent('whose token expires before the next one comes connects with that one', long, async () => {
    const sent: string[] = []
    const sockets: WebSocketRoute[] = []
    const refused = Promise.withResolvers<void>()
    let isRefusing = false
    const prepare = async (context: BrowserContext) => {
      await context.routeWebSocket('**/connection/websocket', socket => {
        sockets.push(socket)
        const server = isRefusing ? undefined : socket.connectToServer()
        socket.onMessage(message => {
          for (const [, token] of String(message).matchAll(/"token":"([^"]+)"/g)) sent.push(String(token))
          if (server) return server.send(message)
          const [connect = ''] = String(message).split('\n')
          const { id } = JSON.parse(connect)
          socket.send(JSON.stringify({ id, error: { code: 109, message: 'token expired' } }))
          isRefusing = false
          refused.resolve()
        })
      })
      // While the embedding page refreshes, the connection is lost, and the service refuses the token as expired.
      await context.route(
        '**/refresh',
        async route => {
          isRefusing = true
          for (const socket of sockets) await socket.close({ code: 1011 })
          await refused.promise
          await route.continue()
        },
        { times: 1 },
      )
    }
    await using pages = await livePages(await makeRunning(), newContext, { prepare, expiresIn: 20 })
    const { frame } = await pages.openLearner()
    await frame.getByLabel('Message to your proctor').waitFor()
    await until(() => new Set(sent).size === 2)
    expect(pages.learner.asked()).toBe(1)
  })

  test.concurrent('that sends a message keeps what is typed meanwhile', long, async () => {
    const held: (() => void)[] = []
    const prepare = (context: BrowserContext) =>
      context.routeWebSocket('**/connection/websocket', socket => {
        const server = socket.connectToServer()
        socket.onMessage(message => {
          if (String(message).includes('"publish"')) held.push(() => server.send(message))
          else server.send(message)
        })
      })
    await using pages = await livePages(await makeRunning(), newContext, { prepare })
    const { frame, page } = await pages.openLearner()
    const field = frame.getByLabel('Message to your proctor')
    await field.fill('First.')
    await field.press('Enter')
    await until(() => held.length === 1)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Second, being typed')
    held[0]?.()
    const form = frame.locator('form.writing:not([aria-disabled])')
    await frame.getByRole('log').getByText('First.').waitFor()
    await form.waitFor()
    expect(await field.inputValue()).toBe('Second, being typed')
  })
})
