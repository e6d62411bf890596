import { registry } from './registry.ts'

/** The path at which the edge reads the metrics of a Worker. The edge does not route to it. */
export const metricsPath = '/internal/metrics'

/** The metrics of this isolate, for the edge; 404 where none are collected. */
export const metricsResponse = (bindings: { METRICS_TOKEN?: unknown }): Response =>
  bindings.METRICS_TOKEN ? Response.json(registry.snapshot()) : new Response(null, { status: 404 })
