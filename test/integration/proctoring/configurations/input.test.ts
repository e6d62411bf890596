// Invalid members of A7 and A8 are named, and nothing changes. Limits: the last accepted and the first refused value.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  changingNothing,
  type ExamWorld,
  entry,
  everything,
  flags,
  type Members,
  makeExam,
  texts,
  windows,
} from '../../../support/configurations.ts'
import { badPaths, problemOf } from '../../../support/problem.ts'
import { rotating } from '../../../support/rounds.ts'

let exam: ExamWorld
let sid: string
beforeAll(async () => {
  exam = await makeExam(everything)
  sid = (await exam.accommodate(everything)).text('sid')
})

const operations = {
  A7: (body: Members) =>
    exam.admin('POST', exam.at(), { body: { enrollmentSid: exam.enrollmentSid, ...body } }),
  'A7 as a copy': (body: Members) =>
    exam.admin('POST', exam.at(), { body: { referenceExamConfigurationSid: sid, ...body } }),
  A8: (body: Members) => exam.admin('PUT', exam.at(sid), { body }),
}

const each = (fields: string[], ...values: unknown[]): [path: string, value: unknown][] =>
  fields.flatMap(field => values.map((value): [string, unknown] => [field, value]))
/** The same cases; each next field gets the next `count` values in `npm test`. */
const some = (count: number, fields: string[], ...values: unknown[]): [path: string, value: unknown][] =>
  fields.flatMap((field, at) => each([field], ...rotating(values, at, count)))
const entries = (member: string, ...values: unknown[]): [path: string, value: unknown][] =>
  each([`instructorAsProctor.1.${member}`], ...values)

const long = 'x'.repeat(100_000)
const wrong: [path: string, value: unknown][] = [
  ...some(2, texts, 5, ['a'], 'a\u0000b', 'a\ud800b', long),
  ...each(flags, 'true', 1),
  ...some(2, windows, 5, '', 'tomorrow', '2027-03-01', '2027-03-01T08:00:00', '2027-03-01T08:00:00+02:00'),
  ...some(1, windows, '2027-02-30T08:00:00Z', '2027-03-01T25:00:00Z', '2027-03-01T08:00:60Z'),
  ...each(['duration'], 0, -5, 1.5, 10_081, 1e12, '90', true),
  ...each(['attempts'], 0, -1, 2.5, 1001, 1e12, '3'),
  ...each(['url'], 'example', '/relative', '', 'https://user:secret@x.example/', 'https://user@x.example/'),
  ...each(['url'], `https://x.example/${'x'.repeat(2000)}`),
  ...each(['password', 'virtualCalculatorType'], ''),
  ...each(['enrollmentSid'], 5, 'x'),
  ...each(['proctorTypes', 'instructorAsProctor'], 'live', {}, null),
  ...each(['proctorTypes.1'], '', 5, null, 'a\u0000b', 'a\ud800b', 'x'.repeat(101)),
  ...each(['proctorTypes'], Array(51).fill('live')),
  ...each(['instructorAsProctor'], Array(501).fill({})),
  ...each(['instructorAsProctor.1'], 5, null, []),
  ...entries('location', 5, '', 'a\u0000b', 'x'.repeat(501)),
  ...entries('startTime', 5, '2027-03-01', '2027-03-01T08:00:00+02:00'),
  ...entries('endTime', 5, '2027-03-01', '2027-03-01T08:00:00+02:00'),
  ...entries('capacity', -1, 1.5, 100_001, '8'),
  ...entries('seats', 1),
  ...each(['nickname', 'examSid', '__proto'], 1),
]

/** Returns a member with the value at the path; lists have a valid first item. */
function member(path: string, value: unknown): Members {
  const [name = '', place, inner] = path.split('.')
  if (place === undefined) return { [name]: value }
  const good = name === 'proctorTypes' ? 'live' : entry
  return { [name]: [good, inner === undefined ? value : { ...entry, [inner]: value }] }
}

const brief = (value: unknown) => JSON.stringify(value).slice(0, 30)

describe.each(Object.entries(operations).map(([name, operation], at) => ({ name, operation, at })))(
  '$name',
  ({ name, operation, at }) => {
    const known = wrong.filter(([path]) => name === 'A7' || path !== 'enrollmentSid')
    // A third for each of the three operations, which have these members in common.
    const cases = rotating(known, at, Math.ceil(known.length / 3))

    test.each(cases.map(([path, value]): [string, string, unknown] => [path, brief(value), value]))(
      'refuses %s of %s with 400, names it and changes nothing',
      async (path, _, value) => {
        const answer = await changingNothing(exam, () => operation({ duration: 7, ...member(path, value) }))
        expect(new Set(badPaths(answer))).toEqual(new Set([path]))
      },
    )

    test('names all errors at once', async () => {
      const body = { duration: 0, attempts: 'x', permittedNotes: 1, nickname: 2 }
      const paths = badPaths(await changingNothing(exam, () => operation(body)))
      expect(paths.toSorted()).toEqual(['attempts', 'duration', 'nickname', 'permittedNotes'])
    })
  },
)

describe.each([
  ['A7', 'POST', () => exam.at()],
  ['A8', 'PUT', () => exam.at(sid)],
] as const)('%s', (_, method, path) => {
  test.each(['{', '[]', 'null', '"duration"', '', '{"duration":1e999}'])(
    'refuses the body %j with 400',
    async body => {
      problemOf(await changingNothing(exam, () => exam.admin(method, path(), { body })), 400)
    },
  )

  test('refuses a body that is not declared as JSON with 415', async () => {
    const options = { body: '{}', headers: { 'content-type': 'text/plain' } }
    problemOf(await changingNothing(exam, () => exam.admin(method, path(), options)), 415)
  })

  test('refuses an unknown query parameter with 400 and names it', async () => {
    const body = { enrollmentSid: exam.enrollmentSid }
    const answer = await changingNothing(exam, () => exam.admin(method, `${path()}?dryRun=true`, { body }))
    expect(badPaths(answer)).toEqual(['dryRun'])
  })
})

const notes = texts.filter(name => /Notes$/.test(name) && !name.startsWith('permitted'))
const informations = texts.filter(name => name.endsWith('Information'))
const limits: [field: string, last: unknown][] = [
  ...each(['duration'], 1, 10_080),
  ...each(['attempts'], 1, 1000),
  ...each(notes, 'x'.repeat(10_000), ''),
  ...each([...informations, 'requiredSoftware', 'permittedOtherItems'], 'é'.repeat(2000)),
  ...each(['password', 'virtualCalculatorType'], 'x', 'é'.repeat(100)),
  ...each(['url'], `https://x.example/${'x'.repeat(1982)}`),
  ...each(['proctorTypes'], Array(50).fill('x'.repeat(100))),
  ...each(windows, '1970-01-01T00:00:00.000Z', '2099-12-31T23:59:59.999Z'),
]

const kept = {
  A7: async (members: Members) => (await exam.accommodate(members)).body,
  A8: async (members: Members) => (await exam.replace(sid, members)).body,
}

test.each(
  limits.map(([field, value], at): [string, string, unknown, number] => [field, brief(value), value, at]),
)('%s of %s still goes, and comes back as it was', async (field, _, value, at) => {
  for (const keep of rotating(Object.values(kept), at, 1))
    expect((await keep({ [field]: value }))[field]).toEqual(value)
})

test.each([
  ...notes.map((name): [string, number] => [name, 10_000]),
  ...[...informations, 'requiredSoftware', 'permittedOtherItems'].map((name): [string, number] => [
    name,
    2000,
  ]),
  ...['password', 'virtualCalculatorType'].map((name): [string, number] => [name, 100]),
])('%s of more than %i characters is refused', async (field, most) => {
  expect(badPaths(await operations.A8({ [field]: 'x'.repeat(most + 1) }))).toEqual([field])
})

test('500 entries of instructorAsProctor with the longest location and capacity are accepted', async () => {
  const most = { ...entry, location: 'x'.repeat(500), capacity: 100_000 }
  const replaced = await exam.replace(sid, { instructorAsProctor: Array(500).fill(most) })
  expect(replaced.list('instructorAsProctor')).toHaveLength(500)
  expect(replaced.list('instructorAsProctor')[499]).toMatchObject(most)
  expect(replaced.roundTrips).toBeLessThanOrEqual(2)
})

test('a date-time without milliseconds is returned with them', async () => {
  const { body } = await exam.accommodate({ examOpenDate: '2027-03-01T08:00:00Z' })
  expect(body).toHaveProperty('examOpenDate', '2027-03-01T08:00:00.000Z')
})

describe('attachments', () => {
  const good = { attachmentUrl: 'https://files.example/a.pdf', attachmentAwsTitle: 'A' }
  const bad: [path: string, value: unknown][] = [
    ...each(['attachments'], null, {}, 'x', Array(101).fill(good)),
    ...each(['attachments.1'], null, 5, []),
    ...each(
      ['attachments.1.attachmentUrl'],
      5,
      'x',
      '',
      's3://',
      'ftp://files.example/a.pdf',
      'javascript:alert(1)',
      `https://x.example/${'x'.repeat(2000)}`,
    ),
    ...each(['attachments.1.attachmentAwsTitle'], 5, '', ' \u00a0', 'a\u0000b', 'x'.repeat(501)),
    ...each(['attachments.1.size'], 1),
  ]

  test.each(bad)('%s of %j is refused by A8 with 400, named, and nothing changes', async (path, value) => {
    const [, place, inner] = path.split('.')
    const attachments =
      place === undefined ? value : [good, inner === undefined ? value : { ...good, [inner]: value }]
    const answer = await changingNothing(exam, () => operations.A8({ duration: 7, attachments }))
    expect(badPaths(answer)).toEqual([path])
  })

  test('100 are accepted', async () => {
    const most = { ...good, attachmentAwsTitle: 'x'.repeat(500) }
    const { body } = await exam.replace(sid, { attachments: Array(100).fill(most) })
    expect(body).toHaveProperty('attachments', Array(100).fill(most))
  })
})
