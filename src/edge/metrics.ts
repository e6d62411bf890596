// `GET /metrics`: the metrics of all Workers in the text format of Prometheus
// (https://prometheus.io/docs/instrumenting/exposition_formats/). For a system on one machine, where each Worker is one
// isolate. Cloudflare runs many isolates of a Worker; there, the metrics are in Workers Analytics Engine.

import { isEqualSecret } from '../shared/crypto/equal.ts'
import type { Service } from '../shared/env.ts'
import { bucketBounds, type MetricName, metrics, type Series } from '../shared/metrics/definitions.ts'
import { registry } from '../shared/metrics/registry.ts'
import { metricsPath } from '../shared/metrics/serve.ts'
import { Problem } from '../shared/problems/problem.ts'

type Bindings = {
  METRICS_TOKEN?: string
  PROCTORING: Service
  STS: Service
  PLATFORM: Service
  REALTIME: Service
}

/** Serves the metrics to a caller with the token. @throws Problem `not_found` if no token is configured */
export async function serveMetrics(authorization: string | undefined, env: Bindings): Promise<Response> {
  requireToken(authorization, env.METRICS_TOKEN)
  const { PROCTORING: proctoring, STS: sts, PLATFORM: platform, REALTIME: realtime } = env
  const workers = { proctoring, sts, platform, realtime }
  const collected = await Promise.all(
    Object.entries(workers).map(async ([worker, service]) => {
      const series = await readSeries(service)
      return [up(worker, series !== undefined), ...(series ?? [])]
    }),
  )
  const text = toText([up('edge', true), ...registry.snapshot(), ...collected.flat()])
  return new Response(text, {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
  })
}

function requireToken(authorization: string | undefined, token: string | undefined): void {
  if (!token) throw new Problem('not_found', 'This path does not exist.')
  const [, sent] = /^Bearer (.+)$/i.exec(authorization ?? '') ?? []
  if (sent !== undefined && isEqualSecret(sent, token)) return
  throw new Problem(sent === undefined ? 'credential_required' : 'credential_invalid', undefined, {
    headers: { 'www-authenticate': 'Bearer' },
  })
}

const up = (worker: string, isUp: boolean): Series => ({
  ...{ name: 'invigil_worker_up', labels: [worker], value: isUp ? 1 : 0 },
})

const timeoutMs = 2000

/** The series of a Worker; undefined if it does not respond. */
async function readSeries(service: Service): Promise<Series[] | undefined> {
  try {
    const response = await service.fetch(`http://worker${metricsPath}`, {
      signal: AbortSignal.timeout(timeoutMs),
    })
    return response.ok ? ((await response.json()) as Series[]) : undefined
  } catch {
    return undefined
  }
}

/** Writes each metric with its description and its series. */
export function toText(all: readonly Series[]): string {
  const byName = Map.groupBy(all, ({ name }) => name)
  return names
    .filter(name => byName.has(name))
    .map(name => {
      const { type, help } = metrics[name]
      const lines = (byName.get(name) ?? []).flatMap(series => linesOf(series))
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('\n')}\n`
    })
    .join('')
}

const names = Object.keys(metrics) as MetricName[]

function linesOf({ name, labels, value, buckets }: Series): string[] {
  const pairs = metrics[name].labels.map((label, at) => `${label}="${escapeLabel(labels[at] ?? '')}"`)
  if (!buckets) return [`${name}${inBraces(pairs)} ${value}`]
  let count = 0
  const lines = buckets.map((inBucket, at) => {
    count += inBucket
    return `${name}_bucket${inBraces([...pairs, `le="${bucketBounds[at] ?? '+Inf'}"`])} ${count}`
  })
  return [...lines, `${name}_sum${inBraces(pairs)} ${value}`, `${name}_count${inBraces(pairs)} ${count}`]
}

const inBraces = (pairs: readonly string[]) => (pairs.length > 0 ? `{${pairs.join(',')}}` : '')

const escapeLabel = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
