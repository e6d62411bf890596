// A naive reference of the merge of a person of a roster into another one.

import type { School } from './roster-model.ts'

/** Gives the records of one person to another one. An id of the first describes the second from then on. */
export function applyMerge(school: School, from: string, into: string): void {
  school.people.delete(from)
  for (const [id, person] of school.former) if (person === from) school.former.set(id, into)
  school.former.set(from, into)
  mergeMembers(school, from, into)
  mergeEnrollments(school, from, into)
}

/** Of two memberships of a class, that of the second remains. */
function mergeMembers(school: School, from: string, into: string): void {
  const isMember = (id: string) => school.members.some(member => member.class === id && member.user === into)
  school.members = school.members
    .filter(member => member.user !== from || !isMember(member.class))
    .map(member => (member.user === from ? { ...member, user: into } : member))
}

/** Of two enrollments in a course, the role is that of the second, unless that was withdrawn earlier. */
function mergeEnrollments(school: School, from: string, into: string): void {
  for (const moved of school.enrollments.filter(({ user }) => user === from)) {
    const kept = school.enrollments.find(({ course, user }) => course === moved.course && user === into)
    if (!kept) {
      moved.user = into
      continue
    }
    if (!kept.active && (moved.active || moved.withdrawnAt > kept.withdrawnAt)) kept.role = moved.role
    kept.active ||= moved.active
    kept.withdrawnAt = Math.max(kept.withdrawnAt, moved.withdrawnAt)
  }
  school.enrollments = school.enrollments.filter(({ user }) => user !== from)
}
