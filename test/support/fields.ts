// Proves the rows of docs/reference/fields.md: a scenario executes operations and reads the record before and after each.

import { expect, test } from 'vitest'
import type { RecordFields } from '../../tools/docs/reference/fields/fields-of.ts'
import { records } from '../../tools/docs/reference/fields/records.ts'
import type { Answer } from './client.ts'
import type { World } from './world.ts'

export type Row = Record<string, unknown>

/** An operation, the record before (undefined if there was none) and after it, and the values that it is to set. */
type Step = { setter: string; before: Row | undefined; after: Row; expected: Row }

export type Noted = {
  /** Reads the record; undefined while it does not exist. */
  read(): Promise<Row | undefined>
  act(): Promise<unknown>
  /** The values of the fields that the operation sets. */
  expected: Row
}
/** Executes the operation between two reads of the record. */
export type Note = (setter: string, step: Noted) => Promise<void>

/** The values that no request names. */
const common: Row = {
  sid: expect.stringMatching(/^[A-Z]{2}[a-f0-9]{32}$/),
  createdDate: expect.stringMatching(/^2\d{3}-.+Z$/),
  editDate: expect.stringMatching(/^2\d{3}-.+Z$/),
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether the operation changed the field to the expected value. */
function isProof({ before, after, expected }: Step, field: string): boolean {
  const value = after[field]
  if (value === null || value === undefined) return false
  if (before && isSame(before[field], value)) return false
  try {
    expect(value).toEqual({ ...common, ...expected }[field])
    return true
  } catch {
    return false
  }
}

/** Tests each row of the table of the record: the scenario executes every operation that sets a field. */
export function prove(name: string, scenario: (note: Note) => Promise<void>): void {
  const { fields } = records[name] as RecordFields
  test(`each field of ${name} gets its value from the operations that the page of fields names`, async () => {
    const steps: Step[] = []
    const failures: string[] = []
    await scenario(async (setter, { read, act, expected }) => {
      const before = await read()
      try {
        await act()
      } catch (error) {
        failures.push(`${setter}: ${error}`)
        return
      }
      const after = await read()
      if (!after) throw new Error(`There is no record after ${setter}.`)
      steps.push({ setter, before, after, expected })
    })
    const unproved = Object.entries(fields).flatMap(([field, setters]) =>
      setters.flatMap(setter => {
        const own = steps.filter(step => step.setter === setter)
        if (own.some(step => isProof(step, field))) return []
        const values = own.map(({ before, after }) => [before?.[field] ?? null, after[field] ?? null])
        return `${field} from ${setter}: ${JSON.stringify(values)}`
      }),
    )
    expect([...failures, ...unproved]).toEqual([])
  })
}

/** The body of a response that must be granted. */
export function bodyOf(answer: Answer): Row {
  expect([200, 201], answer.raw).toContain(answer.status)
  return answer.body
}

/** Creates and changes a record that has a path of its own, or is only in a list. */
export async function createAndChange(
  { admin, path }: World,
  note: Note,
  {
    place,
    list,
    create: [created, body, alsoCreated = {}],
    update: [updated, changes, alsoUpdated = {}],
  }: {
    place: string
    /** The query of the list that has the record, if it has no path of its own. */
    list?: string
    create: [setter: string, body: Row, also?: Row]
    update: [setter: string, changes: Row, also?: Row]
  },
): Promise<{ sid: string; read(): Promise<Row | undefined> }> {
  let sid = ''
  const read = async () => {
    if (!sid) return undefined
    if (list === undefined) return bodyOf(await admin('GET', path(`${place}/${sid}`)))
    const listed = await admin('GET', path(`${place}?limit=1000&${list}`))
    return listed.list('results').find(record => record['sid'] === sid)
  }
  await note(created, {
    read,
    expected: { ...body, ...alsoCreated },
    act: async () => {
      sid = String(bodyOf(await admin('POST', path(place), { body }))['sid'])
    },
  })
  await note(updated, {
    read,
    expected: { ...changes, ...alsoUpdated },
    act: async () => bodyOf(await admin('PUT', path(`${place}/${sid}`), { body: changes })),
  })
  return { sid, read }
}
