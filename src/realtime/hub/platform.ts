import { callWorker } from '../../shared/call-worker.ts'
import type { ObjectEnv } from '../env.ts'

/** More than the time of its longest statement, so that only a call that hangs ends here. */
const maxCallMs = 40_000

/** Posts a body as JSON to the platform. @throws Error if it does not respond with success in time */
export const callPlatform = (
  { platform }: Pick<ObjectEnv, 'platform'>,
  path: string,
  body: unknown,
  withinMs = maxCallMs,
): Promise<Response> => callWorker(platform, `http://platform${path}`, body, withinMs)
