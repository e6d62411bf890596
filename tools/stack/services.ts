import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { mailCatcher } from './mail.ts'

type LocalServices = { port: number; close(): Promise<void> }

/** Replaces external services on a loopback port: `POST /mail` stores a mail, `GET /__local/mail` lists the mails. */
export async function startLocalServices(stateDir: string): Promise<LocalServices> {
  const mail = mailCatcher(stateDir)
  const app = new Hono()
    .get('/__local/mail', async context => context.json(await mail.list()))
    .post('/mail', async context => {
      await mail.deliver(await context.req.json())
      return context.body(null, 202)
    })
  const { promise, resolve } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, resolve)
  const { port } = await promise
  return {
    port,
    close: () =>
      new Promise((done, failed) => {
        server.close(error => (error ? failed(error) : done()))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}
