import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { cpuMillisecondsOf, leastCpuMillisecondsOf } from '../../support/cpu.ts'
import { bundle, bundleFiles, csv, manifest, zipOf } from '../../support/one-roster.ts'
import { errorsOf, readRoster, refusal, refusalOf, school, today } from '../../support/roster.ts'

describe('the manifest', () => {
  const modesOf = (zip: Uint8Array) => readRoster(zip, today).modes

  test('declares for each file whether it is complete, a delta, or absent', () => {
    const files = {
      'manifest.csv': manifest('1.2', name => ({ courses: 'bulk', users: 'delta' })[name] ?? 'absent'),
    }
    const users = [{ status: 'active' }]
    const zip = bundle(
      { courses: [{}], users, roles: [], orgs: [] },
      { files: { ...files, 'roles.csv': undefined } },
    )
    expect(errorsOf(zip)).toEqual([])
    expect(modesOf(zip)).toEqual({
      'academicSessions.csv': 'absent',
      'courses.csv': 'bulk',
      'classes.csv': 'absent',
      'users.csv': 'delta',
      'roles.csv': 'absent',
      'enrollments.csv': 'absent',
    })
  })

  test('can be absent: then every file is bulk', () => {
    const zip = bundle({ courses: [{}] }, { files: { 'manifest.csv': undefined } })
    const { version, modes, errors, courses } = readRoster(zip, today)
    expect([version, errors.total, courses.length]).toEqual([undefined, 0, 1])
    expect(modes).toMatchObject({ 'courses.csv': 'bulk', 'users.csv': 'absent' })
  })

  test('that contradicts the files is reported, and the file is not read', () => {
    const files = {
      'manifest.csv': csv(
        ['propertyName', 'value'],
        [
          { propertyName: 'oneroster.version', value: '2.0' },
          { propertyName: 'file.courses', value: 'absent' },
          { propertyName: 'file.users', value: 'bulk' },
          { propertyName: 'file.classes', value: 'Delta' },
          { propertyName: 'file.users', value: 'delta' },
        ],
      ),
    }
    const zip = bundle({ courses: [{}], classes: [{}], enrollments: [{}] }, { files })
    expect(errorsOf(zip)).toEqual([
      'manifest.csv:6 propertyName duplicate',
      'manifest.csv:2 value invalid_value',
      'manifest.csv:3 value invalid_value',
      'manifest.csv:5 value invalid_value',
      'manifest.csv:4 value invalid_value',
      // enrollments.csv exists, but is not named.
      'manifest.csv:1 value invalid_value',
    ])
    const { modes, courses, classes, enrollments } = readRoster(zip, today)
    expect(new Set(Object.values(modes))).toEqual(new Set(['absent']))
    expect([courses, classes, enrollments]).toEqual([[], [], []])
  })
})

describe('the zip', () => {
  const encode = (text: string) => new TextEncoder().encode(text)

  /** The zip with the bytes at `offset` of the file's central directory entry replaced. */
  function patched(zip: Uint8Array, name: string, offset: number, bytes: number[]) {
    const copy = zip.slice()
    const at = Buffer.from(copy).lastIndexOf(encode(name)) - 46
    expect([...copy.subarray(at, at + 4)]).toEqual([0x50, 0x4b, 1, 2])
    copy.set(bytes, at + offset)
    return copy
  }

  test.each(['export/', 'a/b/', 'export\\'])(
    'can have its files in the folder %s, next to the metadata of macOS',
    folder => {
      const litter = { '__MACOSX/export/._users.csv': 'x', '.DS_Store': 'x', 'readme.txt': 'x' }
      const files = Object.entries(bundleFiles(school)).map(([name, text]) => [`${folder}${name}`, text])
      const roster = readRoster(zipOf({ ...Object.fromEntries(files), ...litter }), today)
      expect(roster.errors.total).toBe(0)
      expect(roster.users).toHaveLength(2)
    },
  )

  test('has its files in one folder, and each once', () => {
    const { 'users.csv': users = '', ...rest } = bundleFiles(school)
    expect(refusalOf(zipOf({ ...rest, 'old/users.csv': users }))).toEqual(refusal('body', 'many_folders'))
    const twice = zipOf({ ...rest, 'users.csv': users, 'old/users.csv': users })
    expect(refusalOf(twice)).toEqual(refusal('users.csv', 'duplicate_file'))
  })

  test.each([
    ['no bytes', new Uint8Array()],
    ['text', encode('sourcedId,title\n'.repeat(10))],
    ['a zip that was cut short', bundle(school).slice(0, -30)],
  ])('of %s is refused', (_, bytes) => {
    expect(refusalOf(bytes)).toEqual(refusal('body', 'not_a_zip'))
  })

  test('without a file of OneRoster is refused', () => {
    expect(refusalOf(zipOf({ 'readme.txt': 'Hello' }))).toEqual(refusal('body', 'no_roster'))
    expect(refusalOf(zipOf({}))).toEqual(refusal('body', 'no_roster'))
  })

  test('with a damaged directory, or a file at another offset, is refused', () => {
    const zip = bundle(school)
    expect(refusalOf(patched(zip, 'manifest.csv', 0, [0]))).toEqual(refusal('body', 'corrupt'))
    expect(refusalOf(patched(zip, 'users.csv', 42, [1]))).toEqual(refusal('users.csv', 'corrupt'))
    expect(refusalOf(patched(zip, 'users.csv', 42, [255, 255, 255, 127]))).toEqual(
      refusal('users.csv', 'corrupt'),
    )
  })

  test('with a file that does not match its checksum is refused', () => {
    expect(refusalOf(patched(bundle(school), 'users.csv', 16, [1, 2, 3, 4]))).toEqual(
      refusal('users.csv', 'corrupt'),
    )
    const zip = bundle(school)
    const start = Buffer.from(zip).indexOf(encode('users.csv')) + 'users.csv'.length
    zip.fill(0xff, start, start + 20)
    expect(refusalOf(zip)).toEqual(refusal('users.csv', 'corrupt'))
  })

  test('with an encrypted file, or another compression than deflate, is refused', () => {
    const zip = bundle(school)
    expect(refusalOf(patched(zip, 'users.csv', 8, [1]))).toEqual(refusal('users.csv', 'encrypted'))
    expect(refusalOf(patched(zip, 'users.csv', 10, [93]))).toEqual(
      refusal('users.csv', 'unsupported_compression'),
    )
  })

  test('that unpacks to more than 20 MiB is refused before it is unpacked', () => {
    const half = new Uint8Array(10 * 1024 * 1024 + 1)
    const bomb = zipOf({ 'users.csv': half, 'classes.csv': half })
    expect(bomb.length).toBeLessThan(100_000)
    expect(refusalOf(bomb)).toEqual(refusal('body', 'too_big'))
    const other = bundle(school, { files: { 'demographics.csv': half, 'results.csv': half } })
    expect(readRoster(other, today).errors.total).toBe(0)
  })

  test('that declares a too small size is unpacked no further than declared', () => {
    const bomb = zipOf({ 'users.csv': new Uint8Array(128 * 1024 * 1024) })
    const lying = patched(bomb, 'users.csv', 24, [0, 1, 0, 0])
    const inWhole = cpuMillisecondsOf(() => unzipSync(bomb))
    const refused = () => expect(refusalOf(lying)).toEqual(refusal('users.csv', 'corrupt'))
    expect(leastCpuMillisecondsOf(refused, inWhole / 2)).toBeLessThan(inWhole / 2)
  })

  test('of more than 100 files is refused', () => {
    const files = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`${index}.txt`, '']))
    expect(refusalOf(zipOf(files))).toEqual(refusal('body', 'too_many_files'))
  })
})
