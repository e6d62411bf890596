import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { Hono, type HonoRequest } from 'hono'
import { guardsOf } from '../../src/shared/http/security-headers.ts'
import { isLoopbackOrigin } from '../../src/shared/values/client-address.ts'
import { runOnRequest } from './cron.ts'
import { mailCatcher } from './mail.ts'
import type { RunScheduled } from './runtime.ts'

type LocalServices = {
  port: number
  /** Serves `POST /__local/cron` from now on. */
  serveCron(run: RunScheduled): void
  close(): Promise<void>
}

/**
 * Replaces the mail service, on a loopback port: `POST /mail` stores a mail, `GET /__local/mail` lists the mails.
 * `POST /__local/cron` runs the scheduled work of a Worker, and exists only for the programs of this machine.
 * @param mailList whether any client or none may read the list. By default the browser and the programs of this machine
 */
export async function startLocalServices(stateDir: string, mailList?: boolean): Promise<LocalServices> {
  const mail = mailCatcher(stateDir)
  let runScheduled: RunScheduled | undefined
  const app = new Hono()
    .get('/__local/mail', async context =>
      (mailList ?? isFromThisMachine(context.req))
        ? context.json(await mail.list(), 200, { ...guardsOf(context.req.url), 'cache-control': 'no-store' })
        : context.notFound(),
    )
    .post('/__local/cron', context => {
      if (!(runScheduled && isFromThisMachine(context.req))) return context.notFound()
      return runOnRequest(context.req.raw, runScheduled)
    })
    .post('/mail', async context => {
      await mail.deliver(await context.req.json(), context.req.header('idempotency-key'))
      return context.body(null, 202)
    })
  const { promise, resolve } = Promise.withResolvers<AddressInfo>()
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, resolve)
  const { port } = await promise
  return {
    port,
    serveCron: run => {
      runScheduled = run
    },
    close: () =>
      new Promise((done, failed) => {
        server.close(error => (error ? failed(error) : done()))
        if ('closeAllConnections' in server) server.closeAllConnections()
      }),
  }
}

/** No proxy has forwarded the request, and no page of another name that resolves to this machine has sent it. */
const isFromThisMachine = (request: HonoRequest): boolean =>
  isLoopbackOrigin(request.url) && !request.header('x-forwarded-for') && !request.header('forwarded')
