// A naive reference of the roster import: what the rows mean, one after the other.

export type RoleName = 'learner' | 'proctor' | 'instructor'
export type MemberRole = 'learner' | 'instructor'
/** `end`: the first day after it, in days from today. */
type Ending = { end: number | null }
export type RoleRow = Ending & { id: string; user: string; role: RoleName; gone: boolean }
export type MemberRow = Ending & { class: string; user: string; role: MemberRole; gone: boolean }

/** A bundle; an absent file is undefined. The values of maps: whether the row deletes. */
export type Import = {
  isBulk: boolean
  isFull: boolean
  users: Map<string, boolean> | undefined
  roles: RoleRow[] | undefined
  classes: Map<string, boolean> | undefined
  members: MemberRow[] | undefined
}

/** `isAway`: left because the last role was over, and has not returned. */
type Person = {
  role: RoleName
  enabled: boolean
  roles: Map<string, Ending & { role: RoleName }>
  isAway: boolean
}
type Member = Ending & { class: string; user: string; role: MemberRole }
/** `withdrawnAt`: the number of imports until then; 0 if it never was. */
type Enrollment = { course: string; user: string; role: MemberRole; active: boolean; withdrawnAt: number }

export type School = {
  /** The number of imports. */
  time: number
  people: Map<string, Person>
  /** The ids of people who were merged, each with the person who has their records. */
  former: Map<string, string>
  classes: Set<string>
  members: Member[]
  enrollments: Enrollment[]
}

export const emptySchool = (): School => ({
  time: 0,
  people: new Map(),
  former: new Map(),
  classes: new Set(),
  members: [],
  enrollments: [],
})

/** The person whom an id describes. */
export const personOf = ({ former }: School, id: string) => former.get(id) ?? id

export const courseOf = (id: string) => (id === 'class-3' ? 'course-2' : 'course-1')
const rank = ['learner', 'proctor', 'instructor']
const highest = <R extends RoleName>(roles: R[]): R | undefined =>
  roles.toSorted((a, b) => rank.indexOf(b) - rank.indexOf(a))[0]
const isOver = ({ end }: Ending) => end !== null && end <= 0

/** One day passes: all that has an end is nearer to it. */
export function passDay({ people, members }: School): void {
  const endings = [...members, ...[...people.values()].flatMap(({ roles }) => [...roles.values()])]
  for (const ending of endings) if (ending.end !== null) ending.end -= 1
}

/** Applies an import. */
export function applyImport(school: School, given: Import): void {
  school.time += 1
  const wasActive = new Set(school.enrollments.filter(({ active }) => active))
  const lost = new Set<string>()
  applyClasses(school, given, lost)
  const people = applyPeople(school, given)
  applyMembers(school, given, people, lost)
  for (const enrollment of school.enrollments) {
    const { course, user } = enrollment
    if (!(lost.has(`${course} ${user}`) && enrollment.active)) continue
    const role = highest(membersOf(school, course, user).map(member => member.role))
    if (role === undefined) enrollment.active = false
    else enrollment.role = role
  }
  for (const enrollment of wasActive) if (!enrollment.active) enrollment.withdrawnAt = school.time
}

const membersOf = ({ members }: School, course: string, user: string) =>
  members.filter(member => courseOf(member.class) === course && member.user === user)

function remove(school: School, isRemoved: (member: Member) => boolean, lost: Set<string>): void {
  for (const member of school.members.filter(isRemoved)) lost.add(`${courseOf(member.class)} ${member.user}`)
  school.members = school.members.filter(member => !isRemoved(member))
}

function applyClasses(school: School, { classes, isBulk, isFull }: Import, lost: Set<string>): void {
  if (classes === undefined) return
  for (const [id, gone] of classes) if (!gone) school.classes.add(id)
  const deleted = [...school.classes].filter(id => classes.get(id) ?? (isBulk && isFull))
  for (const id of deleted) school.classes.delete(id)
  remove(school, member => deleted.includes(member.class), lost)
}

const listsAll = ({ users, isBulk }: Import) => isBulk && users !== undefined

/** The roles after the import of each user whose roles it lists, or of whom one is over. */
function rolesAfter({ people }: School, given: Import): Map<string, Person['roles']> {
  const isAll = listsAll(given)
  const rolesOf = new Map<string, Person['roles']>()
  const changing = [...people].filter(([, { roles: stored }]) => !isAll && [...stored.values()].some(isOver))
  const rowsByUser = Map.groupBy(given.roles ?? [], row => row.user)
  for (const user of new Set([...rowsByUser.keys(), ...changing.map(([id]) => id)])) {
    const rows = rowsByUser.get(user) ?? []
    const all = new Map(isAll ? [] : people.get(user)?.roles)
    // One who left has no role, and stays so.
    const isNew = isAll || !people.has(user)
    if (isNew && all.size === 0 && rows.every(row => row.gone)) continue
    for (const { id, gone, ...role } of rows)
      if (gone) all.delete(id)
      else all.set(id, role)
    rolesOf.set(user, new Map([...all].filter(([, each]) => !isOver(each))))
  }
  return rolesOf
}

/** `refused`: those of users.csv whose row is an error. */
type People = { leavers: string[]; refused: string[] }

function applyPeople(school: School, given: Import): People {
  const { people, former } = school
  const { users = new Map<string, boolean>() } = given
  const rolesOf = rolesAfter(school, given)
  const isAll = listsAll(given)
  const named = [...new Set([...users.keys(), ...(isAll ? [] : rolesOf.keys())])]
  const isLeaving = (id: string) => users.get(id) === true || rolesOf.get(id)?.size === 0
  const roleless = named.filter(id => isAll && !isLeaving(id) && !rolesOf.has(id))
  const isStayingAway = (id: string) => isAway(school, id) && !rolesOf.has(id)
  const isRefused = (id: string) => isLeaving(id) || roleless.includes(id) || isStayingAway(id)
  // The row of a former id changes nobody.
  for (const id of named.filter(each => !(isRefused(each) || former.has(each))))
    upsert(people, id, { derived: rolesOf.get(id), isListed: users.has(id) })
  const isComplete = isAll && given.isFull && roleless.length === 0
  const staying = [...users.keys()].filter(id => !isLeaving(id)).map(id => personOf(school, id))
  const unlisted = isComplete ? [...people.keys()].filter(id => !(users.has(id) || staying.includes(id))) : []
  const leavers = [...named.filter(isLeaving), ...unlisted]
  for (const [id, person] of people)
    if (leavers.includes(id))
      people.set(id, {
        ...person,
        ...{ enabled: false, roles: new Map() },
        isAway: named.includes(id) && rolesOf.get(id)?.size === 0 && !users.get(id),
      })
  for (const enrollment of school.enrollments) enrollment.active &&= !leavers.includes(enrollment.user)
  return { leavers, refused: roleless }
}

const isAway = ({ people, enrollments }: School, id: string) =>
  people.get(id)?.isAway === true && !enrollments.some(({ user, active }) => active && user === id)

type Listed = { derived: Person['roles'] | undefined; isListed: boolean }

function upsert(people: School['people'], id: string, { derived, isListed }: Listed): void {
  const person = people.get(id)
  if (!(person || isListed)) return
  const role = derived && highest([...derived.values()].map(each => each.role))
  people.set(id, {
    role: role ?? person?.role ?? 'learner',
    enabled: isListed || person?.enabled === true,
    roles: derived ?? person?.roles ?? new Map(),
    isAway: false,
  })
}

function applyMembers(school: School, given: Import, { leavers, refused }: People, lost: Set<string>): void {
  const { users, isBulk, isFull } = given
  const rows = given.members?.map(row => ({ ...row, user: personOf(school, row.user) }))
  const exists = (row: MemberRow) =>
    school.classes.has(row.class) &&
    (school.people.has(row.user) || (users?.has(row.user) && !refused.includes(row.user)))
  const isEnding = (row: MemberRow) => row.gone || isOver(row)
  const isComplete = isBulk && isFull && rows?.every(row => isEnding(row) || exists(row))
  const valid = (rows ?? []).filter(row => exists(row) && school.people.has(row.user))
  const isSame = (a: Member, b: Member) => a.class === b.class && a.user === b.user
  const here = valid.filter(row => !(isEnding(row) || leavers.includes(row.user)))
  // Rows of one who is away change nothing.
  const idle = here.filter(({ user }) => isAway(school, user))
  const staying = here.filter(row => !idle.includes(row))
  const isStaying = (member: Member) => staying.some(row => isSame(row, member))
  const isOfWithdrawn = (member: Member) =>
    school.enrollments.some(
      ({ course, user, active }) => !active && course === courseOf(member.class) && user === member.user,
    )
  // One who returns has the memberships that are listed from then on.
  const isReturning = (member: Member) =>
    isOfWithdrawn(member) &&
    staying.some(row => courseOf(row.class) === courseOf(member.class) && row.user === member.user)
  remove(
    school,
    member =>
      !isStaying(member) &&
      (isOver(member) ||
        (isComplete && !idle.some(row => isSame(row, member))) ||
        isReturning(member) ||
        valid.some(row => isSame(row, member) && !idle.includes(row))),
    lost,
  )
  const before = school.members
  const pairs = new Map(staying.map(row => [`${courseOf(row.class)} ${row.user}`, row]))
  school.members = [
    ...before.filter(member => !isStaying(member)),
    ...new Map(
      staying.map(row => [`${row.class} ${row.user}`, best(staying.filter(each => isSame(each, row)))]),
    ).values(),
  ]
  for (const row of pairs.values()) {
    const course = courseOf(row.class)
    const found = school.enrollments.find(each => each.course === course && each.user === row.user)
    const role = highest(membersOf(school, course, row.user).map(member => member.role)) ?? 'learner'
    if (found) Object.assign(found, { active: true, role })
    else school.enrollments.push({ course, user: row.user, role, active: true, withdrawnAt: 0 })
  }
}

/** Of several rows, that of an instructor, and of these the one that lasts the longest. */
function best(rows: Member[]): Member {
  const [first] = rows.toSorted(
    (a, b) =>
      rank.indexOf(b.role) - rank.indexOf(a.role) ||
      (b.end ?? Number.POSITIVE_INFINITY) - (a.end ?? Number.POSITIVE_INFINITY) ||
      0,
  )
  if (first === undefined) throw new Error('No row.')
  return { class: first.class, user: first.user, role: first.role, end: first.end }
}
