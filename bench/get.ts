// Sends GET requests over a kept connection and checks the responses.

import * as z from 'zod'

const timeoutMs = 120_000

export type TimedText = { text: string; ms: number }
export type Get = (path: string) => Promise<TimedText>

/**
 * Returns a function that sends a GET with this secret, until `stop`. `ms` is the time until the last byte.
 * @throws Error unless the status is 200
 */
export const getterFor =
  (baseUrl: string, secret: string, stop: AbortSignal): Get =>
  async path => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)])
    const startedAt = performance.now()
    const response = await fetch(new URL(path, baseUrl), { headers: { token: secret }, signal })
    const text = await response.text()
    const ms = performance.now() - startedAt
    if (response.status !== 200) throw new Error(`GET ${path} returned ${response.status}: ${text}`)
    return { text, ms }
  }

const Row = z.record(z.string(), z.unknown())
export type Row = z.output<typeof Row>

const Page = z.object({ total: z.number(), count: z.number(), offset: z.number(), results: z.array(Row) })
export type Page = z.output<typeof Page>

/** Parses the page of `path`. @throws Error if it is not a page, or has not the expected rows */
export function readPage(text: string, path: string): Page {
  const page = Page.parse(JSON.parse(text))
  const { searchParams } = new URL(path, 'http://any')
  const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
  const expected = Math.max(0, Math.min(limit, page.total - offset))
  if (page.offset !== offset || page.count !== expected || page.results.length !== expected)
    throw new Error(
      `GET ${path} returned ${page.results.length} of ${page.total} rows from ${page.offset}, not ${expected}.`,
    )
  return page
}

export const getPage = async (get: Get, path: string): Promise<Page> => readPage((await get(path)).text, path)

const volumes = z.array(z.object({ volume: z.number() }))
const Volume = z.object({ dayOfWeek: volumes.length(7), perHour: volumes.length(24), perDay: volumes })

/** Returns the number of appointments in the report of appointment volume. */
export const readVolume = (text: string): number =>
  Volume.parse(JSON.parse(text)).perHour.reduce((sum, { volume }) => sum + volume, 0)

/** Returns a member of a row. @throws Error unless it is a string */
export function textOf(row: Row, member: string): string {
  const value = row[member]
  if (typeof value !== 'string') throw new Error(`${member} is not a string in ${JSON.stringify(row)}`)
  return value
}

/** Returns `count` of the items at even distances, or all if there are fewer. */
export const spread = <T>(items: readonly T[], count: number): T[] =>
  items.length <= count
    ? [...items]
    : items.filter(
        (_, at) => Math.floor((at * count) / items.length) !== Math.floor(((at - 1) * count) / items.length),
      )
