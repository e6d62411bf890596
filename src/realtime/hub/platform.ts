import type { ObjectEnv } from '../env.ts'

/** More than the time of its longest statement, so that only a call that hangs ends here. */
const maxCallMs = 40_000

/** Posts a body as JSON to the platform. @throws Error if it does not respond with success within 40 s */
export async function callPlatform(
  { platform }: Pick<ObjectEnv, 'platform'>,
  path: string,
  body: unknown,
): Promise<Response> {
  const response = await platform.fetch(`http://platform${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(maxCallMs),
  })
  if (!response.ok) throw new Error(`The platform responded to ${path} with ${response.status}.`)
  return response
}
