import type { ObjectEnv } from '../env.ts'

/** Posts a body as JSON to the platform. @throws Error if it does not respond with success */
export async function callPlatform(
  { platform }: Pick<ObjectEnv, 'platform'>,
  path: string,
  body: unknown,
): Promise<Response> {
  const response = await platform.fetch(`http://platform${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`The platform responded to ${path} with ${response.status}.`)
  return response
}
