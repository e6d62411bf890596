import { describe, expect, test } from 'vitest'
import { resolveReferences } from '../../../src/proctoring/roster/references.ts'
import { bundle } from '../../support/one-roster.ts'
import { readRoster, school, today } from '../../support/roster.ts'

describe('references', () => {
  const nothing = {
    academicSessions: new Set(''),
    courses: new Set(''),
    classes: new Set(''),
    users: new Set(''),
  }
  const danglingIn = (zip: Uint8Array, imported = nothing, mode: 'delta' | 'full' = 'delta') => {
    const { errors, roster } = resolveReferences(readRoster(zip, today), imported, mode)
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

  const classOfNine = { courseSourcedId: 'course-9', termSourcedIds: '' }

  test('to courses and classes that the bundle deletes are errors', () => {
    const deleted = { status: 'tobedeleted' }
    const zip = bundle({
      courses: [deleted],
      classes: [{ termSourcedIds: '' }],
      users: [{}],
      enrollments: [{}],
    })
    expect(danglingIn(zip).errors).toEqual([
      'classes.csv:2 courseSourcedId unresolved_reference',
      'enrollments.csv:2 classSourcedId unresolved_reference',
    ])
    const classes = bundle({
      courses: [{}],
      classes: [{ ...deleted, termSourcedIds: '' }],
      users: [{}],
      enrollments: [{}],
    })
    expect(danglingIn(classes).errors).toEqual(['enrollments.csv:2 classSourcedId unresolved_reference'])
  })

  test('to terms that the bundle deletes are errors', () => {
    const zip = bundle({
      ...school,
      academicSessions: [{ sourcedId: 'year', status: 'tobedeleted' }, {}],
      classes: ['year', 'session-2', 'session-2,year'].map(termSourcedIds => ({ termSourcedIds })),
      courses: [{}, { schoolYearSourcedId: 'year' }],
      enrollments: [],
    })
    expect(danglingIn(zip).errors).toEqual([
      'courses.csv:3 schoolYearSourcedId unresolved_reference',
      'classes.csv:2 termSourcedIds unresolved_reference',
      'classes.csv:4 termSourcedIds unresolved_reference',
    ])
  })

  test.each([
    ['full', ['classes.csv:2 termSourcedIds unresolved_reference']],
    ['delta', []],
  ] as const)(
    'to an imported term that academicSessions.csv does not list, in mode %s: %j',
    (mode, errors) => {
      const zip = bundle({ ...school, classes: [{ termSourcedIds: 'session-9' }], enrollments: [] })
      const imported = { ...nothing, academicSessions: new Set(['session-9']) }
      expect(danglingIn(zip, imported, mode).errors).toEqual(errors)
    },
  )

  test('to users who leave are resolved', () => {
    const zip = bundle({ ...school, users: [{}, { status: 'tobedeleted' }] })
    expect(danglingIn(zip).errors).toEqual([])
  })

  test.each([
    ['full', ['classes.csv:2 courseSourcedId unresolved_reference']],
    ['delta', []],
  ] as const)('to an imported course that courses.csv does not list, in mode %s: %j', (mode, errors) => {
    const zip = bundle({ ...school, classes: [classOfNine], enrollments: [] })
    const imported = { ...nothing, courses: new Set(['course-9']) }
    expect(danglingIn(zip, imported, mode).errors).toEqual(errors)
  })

  test('to an imported course are resolved if courses.csv has an error, and so deletes nothing', () => {
    const courses = [{}, { title: '' }]
    const zip = bundle({ ...school, courses, classes: [classOfNine], enrollments: [] })
    const imported = { ...nothing, courses: new Set(['course-9']) }
    expect(danglingIn(zip, imported, 'full').errors).toEqual([])
  })
})
