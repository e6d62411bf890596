import { addJobSeries } from './jobs.ts'
import { registry } from './registry.ts'

/** The path at which the edge reads the metrics of a Worker. The edge does not route to it. */
export const metricsPath = '/internal/metrics'

/** The metrics of this isolate, for the edge; 404 where none are collected. */
export function metricsResponse(worker: string, bindings: { METRICS_TOKEN?: unknown }): Response {
  if (!bindings.METRICS_TOKEN) return new Response(null, { status: 404 })
  addJobSeries(worker, registry)
  return Response.json(registry.snapshot())
}
