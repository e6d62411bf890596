// Asks the system, over one connection that is kept, and makes sure of what it answers.

import * as z from 'zod'

const timeoutMs = 120_000

export type Asked = { text: string; ms: number }
export type Ask = (path: string) => Promise<Asked>

/** Who asks with this secret, until `stop`. The time is until the last byte; any status but 200 throws. */
export const askerOf =
  (baseUrl: string, secret: string, stop: AbortSignal): Ask =>
  async path => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
    const startedAt = performance.now()
    const response = await fetch(new URL(path, baseUrl), { headers: { token: secret }, signal })
    const text = await response.text()
    const ms = performance.now() - startedAt
    if (response.status !== 200) throw new Error(`GET ${path} answered ${response.status}: ${text}`)
    return { text, ms }
  }

const Row = z.record(z.string(), z.unknown())
export type Row = z.output<typeof Row>

const Page = z.object({ total: z.number(), count: z.number(), offset: z.number(), results: z.array(Row) })
export type Page = z.output<typeof Page>

/** The page that was asked for by `path`. @throws Error when it is none, or has not the rows that it should have */
export function readPage(text: string, path: string): Page {
  const page = Page.parse(JSON.parse(text))
  const { searchParams } = new URL(path, 'http://any')
  const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
  const expected = Math.max(0, Math.min(limit, page.total - offset))
  if (page.offset !== offset || page.count !== expected || page.results.length !== expected)
    throw new Error(
      `GET ${path} answered ${page.results.length} of ${page.total} rows from ${page.offset} on, not ${expected}.`,
    )
  return page
}

export const askPage = async (ask: Ask, path: string): Promise<Page> => readPage((await ask(path)).text, path)

const volumes = z.array(z.object({ volume: z.number() }))
const Volume = z.object({ dayOfWeek: volumes.length(7), perHour: volumes.length(24), perDay: volumes })

/** How many appointments the report of appointment volume counts. */
export const readVolume = (text: string): number =>
  Volume.parse(JSON.parse(text)).perHour.reduce((sum, { volume }) => sum + volume, 0)

/** A member of a row that must be text. */
export function textOf(row: Row, member: string): string {
  const value = row[member]
  if (typeof value !== 'string') throw new Error(`${member} is no text in ${JSON.stringify(row)}`)
  return value
}

/** So many of the items, evenly apart; all when there are no more. */
export const spread = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count
    ? [...items]
    : items.filter(
        (_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length),
      )
