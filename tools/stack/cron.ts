// `POST /__local/cron`: the scheduled work on request, for tests and for trying out what time does.

import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { fieldErrorsOf, invalid } from '../../src/shared/problems/field-errors.ts'
import { Problem } from '../../src/shared/problems/problem.ts'
import { Instant } from '../../src/shared/values/instant.ts'
import { type RunScheduled, scheduledWorkers } from './runtime.ts'

/** `at`: the time that the work takes for the current one. */
const CronRun = z.strictObject({
  worker: z.enum(scheduledWorkers),
  at: Instant.refine(at => at.getUTCFullYear() < 2150, 'Expected a year before 2150.').default(
    () => new Date(),
  ),
})

const maxLength = 1000

/**
 * Runs the scheduled work that the body names, and responds with 200 when it has ended. The body must be sent as JSON: a
 * page of another origin cannot do that without the permission of this server.
 */
export async function runOnRequest(request: Request, run: RunScheduled): Promise<Response> {
  try {
    const { worker, at } = await parse(request)
    await run(worker, at)
    return Response.json({ worker, at })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { status, headers, body } = error.toResponse(randomUUID())
    return new Response(body, { status, headers })
  }
}

/** @throws Problem `unsupported_media_type`, `malformed_json`, `invalid_request` */
async function parse(request: Request): Promise<z.output<typeof CronRun>> {
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? ''))
    throw new Problem('unsupported_media_type', 'Send the body as application/json.')
  const text = await request.text()
  const { success, data, error } = CronRun.safeParse(text.length > maxLength ? undefined : jsonOf(text))
  if (!success) throw invalid(...fieldErrorsOf(error))
  return data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json')
  }
}
