/** Runs the scheduled work of a Worker of the system. @throws Error if it fails */
export async function runCron(baseUrl: string, worker: 'platform' | 'proctoring'): Promise<void> {
  const response = await fetch(new URL('/__local/cron', baseUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ worker }),
  })
  if (!response.ok)
    throw new Error(`The cron of ${worker} returned ${response.status}: ${await response.text()}`)
}
