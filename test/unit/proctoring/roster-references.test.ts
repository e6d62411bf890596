import { describe, expect, test } from 'vitest'
import { readBundle } from '../../../src/proctoring/roster/bundle.ts'
import { resolveReferences } from '../../../src/proctoring/roster/references.ts'
import { bundle } from '../../support/one-roster.ts'
import { school, today } from '../../support/roster.ts'

describe('references', () => {
  const nothing = {
    academicSessions: new Set(''),
    courses: new Set(''),
    classes: new Set(''),
    users: new Set(''),
  }
  const danglingIn = (zip: Uint8Array, imported = nothing) => {
    const { errors, roster } = resolveReferences(readBundle(zip, today), imported)
    return {
      errors: errors.listed.map(({ file, line, column, code }) => `${file}:${line} ${column} ${code}`),
      kept: [roster.courses, roster.classes, roster.users, roster.enrollments].map(rows => rows.length),
    }
  }

  test('within the bundle are resolved', () => {
    expect(danglingIn(bundle(school))).toEqual({ errors: [], kept: [1, 1, 2, 2] })
  })

  test('to earlier imports are resolved', () => {
    const imported = {
      academicSessions: new Set(['session-1']),
      courses: new Set(['course-1']),
      classes: new Set(['class-1']),
      users: new Set(['user-1']),
    }
    const classes = [{ sourcedId: 'class-2' }]
    expect(danglingIn(bundle({ classes, enrollments: [{}] }, { mode: 'delta' }), imported)).toEqual({
      errors: [],
      kept: [0, 1, 0, 1],
    })
  })

  test('to missing records are errors, and so are references to rows with such an error', () => {
    const zip = bundle({
      ...school,
      courses: [{ schoolYearSourcedId: 'never' }, {}],
      classes: [
        {},
        { courseSourcedId: 'course-2', termSourcedIds: 'year,never' },
        { courseSourcedId: 'course-2', termSourcedIds: '' },
      ],
      enrollments: [
        {},
        { classSourcedId: 'class-3' },
        { classSourcedId: 'class-3', userSourcedId: 'nobody' },
      ],
    })
    const error = 'unresolved_reference'
    expect(danglingIn(zip)).toEqual({
      errors: [
        `courses.csv:2 schoolYearSourcedId ${error}`,
        `classes.csv:2 courseSourcedId ${error}`,
        `classes.csv:2 termSourcedIds ${error}`,
        `classes.csv:3 termSourcedIds ${error}`,
        `enrollments.csv:2 classSourcedId ${error}`,
        `enrollments.csv:4 userSourcedId ${error}`,
      ],
      kept: [1, 1, 2, 1],
    })
  })

  test('of a row that deletes are not followed', () => {
    const enrollments = [{ status: 'tobedeleted' }]
    expect(danglingIn(bundle({ enrollments }, { mode: 'delta' }))).toEqual({ errors: [], kept: [0, 0, 0, 1] })
  })
})
