import { describe, expect, test } from 'vitest'
import { bundle } from '../../support/one-roster.ts'
import { errorsOf, readRoster, today, userLine, usersFile, usersHeader } from '../../support/roster.ts'

describe('a row that cannot be imported is reported, and the others are read', () => {
  test.each([
    ['users', { givenName: ' ' }, 'givenName required'],
    ['courses', { sourcedId: '', title: 'Algebra' }, 'sourcedId required'],
    ['users', { enabledUser: 'yes' }, 'enabledUser invalid_value'],
    ['users', { email: 'ada at school' }, 'email invalid_format'],
    ['users', { email: `${'a'.repeat(64)}@${'b.'.repeat(100)}example` }, 'email too_big'],
    ['users', { phone: '5'.repeat(41) }, 'phone too_big'],
    ['users', { sms: '5'.repeat(41) }, 'sms too_big'],
    ['users', { familyName: 'a'.repeat(101) }, 'familyName too_big'],
    ['users', { username: 'a'.repeat(101) }, 'username too_big'],
    ['users', { givenName: 'A\0da' }, 'givenName invalid_value'],
    ['users', { role: 'wizard' }, 'role invalid_value'],
    ['users', { role: 'constructor' }, 'role invalid_value'],
    ['academicSessions', { startDate: '15/08/2026' }, 'startDate invalid_format'],
    ['academicSessions', { endDate: '2027-02-29' }, 'endDate invalid_format'],
    ['academicSessions', { startDate: '0026-08-15' }, 'startDate invalid_value'],
    ['academicSessions', { startDate: '2026-12-21' }, 'endDate invalid_value'],
    ['academicSessions', { type: 'fortnight' }, 'type invalid_value'],
    ['courses', { title: 'a'.repeat(201) }, 'title too_big'],
    ['courses', { sourcedId: 'a'.repeat(256), title: 'Algebra' }, 'sourcedId too_big'],
    ['classes', { courseSourcedId: '' }, 'courseSourcedId required'],
    ['classes', { classType: 'party' }, 'classType invalid_value'],
    ['classes', { termSourcedIds: `a,${'b'.repeat(256)}` }, 'termSourcedIds too_big'],
    ['enrollments', { userSourcedId: '' }, 'userSourcedId required'],
    ['enrollments', { role: 'wizard' }, 'role invalid_value'],
    ['enrollments', { primary: '1' }, 'primary invalid_value'],
  ] as const)('%s %j: %s', (table, row, error) => {
    const zip = bundle({ [table]: [{}, row, {}] })
    expect(errorsOf(zip)).toEqual([`${table}.csv:3 ${error}`])
    expect(readRoster(zip, today)[table]).toHaveLength(2)
  })

  test('an invalid row of roles.csv leaves its user without a role', () => {
    const zip = bundle({ users: [{}], roles: [{ roleType: 'main' }] }, { version: '1.2' })
    expect(errorsOf(zip)).toEqual(['roles.csv:2 roleType invalid_value', 'users.csv:2 role required'])
  })

  test('of two rows with one sourcedId the second is the error, even if the first is not imported', () => {
    const users = [{ sourcedId: 'a', role: 'guardian' }, {}, { sourcedId: 'a' }]
    const { users: read, errors } = readRoster(bundle({ users }), today)
    expect(read.map(({ sourcedId }) => sourcedId)).toEqual(['user-2'])
    expect(errors.listed).toEqual([
      {
        file: 'users.csv',
        line: 4,
        column: 'sourcedId',
        code: 'duplicate',
        message: 'Duplicate sourcedId, first used on line 2.',
      },
    ])
  })

  test('a row with more or fewer fields than the header is refused', () => {
    const zip = usersFile(`${userLine('a')},`, userLine('b').slice(0, -1), userLine('c'))
    expect(errorsOf(zip)).toEqual(['users.csv:2 field_count', 'users.csv:3 field_count'])
    expect(readRoster(zip, today).users).toHaveLength(1)
  })

  test('of many errors the first 1,000 are listed and all are counted, by file', () => {
    const users = Array.from({ length: 1500 }, () => ({ givenName: '' }))
    const { errors } = readRoster(bundle({ users, courses: [{ title: '' }] }), today)
    expect(errors.listed).toHaveLength(1000)
    expect(errors.listed.at(-1)?.line).toBe(1001)
    expect(errors).toMatchObject({ total: 1501, perFile: { 'users.csv': 1500, 'courses.csv': 1 } })
  })
})

describe('a CSV file', () => {
  test('can quote commas, quotes and line breaks, and a record is on the line where it starts', () => {
    const given = '"Ada ""the first""\r\nCountess,\nof Lovelace"'
    const zip = usersFile(userLine('a', { given }), userLine('b'), 'c', userLine('d'))
    expect(readRoster(zip, today).users.map(({ line, givenName }) => [line, givenName])).toEqual([
      [2, 'Ada "the first"\r\nCountess,\nof Lovelace'],
      [5, 'Ada'],
      [7, 'Ada'],
    ])
    expect(errorsOf(zip)).toEqual(['users.csv:6 field_count'])
  })

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR and CRLF', '\r\r\n'],
  ])('can end its lines with %s, start with a BOM and contain blank lines', (_, end) => {
    const lines = [
      `\uFEFF${usersHeader}`,
      userLine('a', { given: 'Zoë' }),
      '',
      ','.repeat(17),
      userLine('b'),
      '',
    ]
    const { users, errors } = readRoster(
      bundle({ users: [] }, { files: { 'users.csv': lines.join(end) } }),
      today,
    )
    expect(users.map(({ line, givenName }) => [line, givenName])).toEqual([
      [2, 'Zoë'],
      [5, 'Ada'],
    ])
    expect(errors.total).toBe(0)
  })

  test.each([
    ['a required column', [usersHeader, userLine('a'), userLine('b')]],
    ['another column', [`,${usersHeader},`, `,${userLine('a')},`, `,${userLine('b')},`]],
    ['a quoted column', [`${usersHeader},"x"`, `${userLine('a')},"x"`, `${userLine('b')},"x"`]],
  ])('is refused with lines that end with CR alone, after %s: it would be one header', (_, lines) => {
    const file = lines.join('\r')
    const { users, errors } = readRoster(bundle({ users: [] }, { files: { 'users.csv': file } }), today)
    expect(users).toEqual([])
    expect(errors.listed).toEqual([
      {
        ...{ file: 'users.csv', line: 1, code: 'malformed_csv' },
        message: 'Expected lines that end with LF or CRLF, not with CR alone.',
      },
    ])
  })

  test('can have CR in a quoted name of its header', () => {
    const files = { 'courses.csv': '"other\rname",sourcedId,title\nx,a,A' }
    expect(readRoster(bundle({ courses: [] }, { files }), today).courses).toHaveLength(1)
  })

  test('can mix both line ends, also after a quoted last field', () => {
    const courses = 'sourcedId,title\r\na,"A"\r\nb,"B"\nc,C\r\nd,D'
    const roster = readRoster(bundle({ courses: [] }, { files: { 'courses.csv': courses } }), today)
    expect(roster.courses.map(({ line, title }) => [line, title])).toEqual([
      [2, 'A'],
      [3, 'B'],
      [4, 'C'],
      [5, 'D'],
    ])
  })

  test('can have its columns in any order, with additional ones, and without the optional ones', () => {
    const courses = 'metadata.color,title,constructor,sourcedId\nred, Algebra ,x, c1\n'
    const roster = readRoster(bundle({ courses: [] }, { files: { 'courses.csv': courses } }), today)
    expect(roster.courses).toEqual([{ line: 2, sourcedId: 'c1', status: 'active', title: 'Algebra' }])
    expect(roster.errors.total).toBe(0)
  })

  test('without a required column, or with a duplicate column, is refused', () => {
    const files = {
      'courses.csv': 'sourcedId,Title\nc1,Algebra\n',
      'classes.csv': 'sourcedId,title,courseSourcedId,title\nk1,a,c1,b\n',
      'enrollments.csv': '',
    }
    const zip = bundle({ courses: [], classes: [], enrollments: [] }, { files })
    expect(errorsOf(zip).sort()).toEqual([
      'classes.csv:1 title duplicate_column',
      'courses.csv:1 title missing_column',
      'enrollments.csv:1 classSourcedId missing_column',
      'enrollments.csv:1 role missing_column',
      'enrollments.csv:1 sourcedId missing_column',
      'enrollments.csv:1 userSourcedId missing_column',
    ])
    expect(readRoster(zip, today)).toMatchObject({ courses: [], classes: [], enrollments: [] })
  })

  test.each([
    [';', '";"'],
    ['\t', 'tabs'],
    ['|', '"|"'],
  ])('with columns that are separated by %j is refused with that separator', (separator, named) => {
    const messages = (columns: string[]) => {
      const files = { 'courses.csv': `${columns.join(separator)}\n` }
      return readRoster(bundle({ courses: [] }, { files }), today).errors.listed.map(({ message }) => message)
    }
    const message = `Required column. The columns are separated by ${named}, not by commas.`
    expect(messages(['sourcedId', 'title'])).toEqual([message, message])
    expect(messages(['sourcedId', 'Title,title'])).toEqual(['Required column.'])
    if (separator === ';')
      expect(messages(['"sourcedId"', '"title"'])).toContain(
        'Expected a comma or the end of the line after a quoted field, not ";".',
      )
  })

  test('that is not UTF-8 is one error, and the other files are read', () => {
    const latin1 = Uint8Array.from([...'sourcedId,title\nc1,Caf\xe9\n'], letter => letter.charCodeAt(0))
    const zip = bundle({ courses: [], users: [{}] }, { files: { 'courses.csv': latin1 } })
    expect(errorsOf(zip)).toEqual(['courses.csv:1 not_utf8'])
    expect(readRoster(zip, today)).toMatchObject({ courses: [], users: [{ sourcedId: 'user-1' }] })
  })

  test.each([
    ['is not closed', '"Ada'],
    ['goes on after it is closed', '"Ada"x'],
  ])(
    'with a quote that %s is one error on the line of its record, and none of its rows is read',
    (_, given) => {
      const zip = usersFile(userLine('a'), userLine('b', { given }), userLine('c'))
      expect(errorsOf(zip)).toEqual(['users.csv:3 malformed_csv'])
      expect(readRoster(zip, today).users).toEqual([])
    },
  )
})
