import type { Definition } from './message.ts'
import { partsOf } from './settings.ts'

/** What a filter looks at: a pending message, a dead letter or a line of the log. */
type Filtered = {
  definition: Definition
  /** In ms since the epoch. */
  at: number
  responseStatus?: number | undefined
  state?: string
}

export type Filter = (item: Filtered) => boolean

/** The values that an item has under the names of query parameters. */
const fields: Record<string, (item: Filtered) => (string | undefined)[]> = {
  messageId: item => [item.definition.id],
  messageIds: item => [item.definition.id],
  url: item => [item.definition.url],
  host: item => [new URL(item.definition.url).host],
  path: item => [new URL(item.definition.url).pathname],
  queueName: item => [item.definition.queue],
  label: item => item.definition.labels,
  callerIp: item => [item.definition.callerIp],
  flowControlKey: item => [item.definition.flow?.key],
  responseStatus: item => [item.responseStatus?.toString()],
  state: item => statesOf(item.state),
  // There are no URL groups and schedules here, so nothing comes from one.
  topicName: () => [],
  scheduleId: () => [],
}

/** The client's filter says IN_PROGRESS for what is not at its end, and the documents spell CANCELLED in two ways. */
function statesOf(state: string | undefined): (string | undefined)[] {
  if (state === 'CANCELED') return [state, 'CANCELLED']
  return state === 'ACTIVE' || state === 'RETRY' || state === 'ERROR' ? [state, 'IN_PROGRESS'] : [state]
}

/**
 * The filter that query parameters describe: any of the values of a parameter, and all of the parameters. Values are
 * repeated or joined by commas; a URL may have commas of its own, so it is looked for whole as well.
 */
export function readFilter(query: URLSearchParams): Filter {
  const tests: Filter[] = []
  for (const [name, read] of Object.entries(fields)) {
    const wanted = valuesOf(query, name)
    if (wanted) tests.push(item => read(item).some(value => value !== undefined && wanted.has(value)))
  }
  const from = numberIn(query, 'fromDate')
  const to = numberIn(query, 'toDate')
  if (from !== undefined) tests.push(({ at }) => at >= from)
  if (to !== undefined) tests.push(({ at }) => at <= to)
  return item => tests.every(test => test(item))
}

/** The values of a parameter, if it is there at all: one that is empty matches nothing rather than everything. */
export function valuesOf(query: URLSearchParams, name: string): Set<string> | undefined {
  const values = [...query.getAll(name), ...query.getAll(`${name}[]`)]
  return values.length === 0 ? undefined : new Set(values.flatMap(value => [value, ...partsOf(value)]))
}

function numberIn(query: URLSearchParams, name: string): number | undefined {
  const value = Number(query.get(name) ?? Number.NaN)
  return Number.isFinite(value) ? value : undefined
}

const pageSize = { standard: 100, largest: 1000 }

/** How many items a page or a bulk action may have, and after which number it begins. */
export function readPage(query: URLSearchParams): { count: number; cursor: number | undefined } {
  const count = numberIn(query, 'count') ?? pageSize.standard
  const cursor = query.get('cursor')
  return {
    count: Math.min(Math.max(1, Math.trunc(count)), pageSize.largest),
    cursor: cursor !== null && /^\d+$/.test(cursor) ? Number(cursor) : undefined,
  }
}
