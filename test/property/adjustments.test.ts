// The table `adjustment`, which triggers maintain, always matches the tables that it is derived from.
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { batch, type Database, type Statement } from '../../db/client.ts'
import {
  adjustment,
  assignment,
  assignmentEnrollment,
  assignmentSection,
} from '../../db/schema/assignment.ts'
import { enrollmentSection, section } from '../../db/schema/catalog.ts'
import { examConfiguration } from '../../db/schema/exam.ts'
import { newSid, type SidOf } from '../../db/sid.ts'
import { makeCourse } from '../support/catalog.ts'
import { rounds } from '../support/rounds.ts'
import { sidOf } from '../support/tokens.ts'
import { makeWorld } from '../support/world.ts'

const [learners, sections, exams] = [3, 3, 2]
const steps = rounds({ quick: 25, all: 40 })
const runs = rounds({ quick: 1, all: 10 })

/** A step, encoded in small numbers; they select from the rows that exist when it runs. */
const step = fc.record({
  what: fc.constantFrom(
    ...(['accommodate', 'give', 'takeBack', 'assign', 'unassign', 'untarget', 'unsection'] as const),
    ...(['join', 'leave', 'join', 'dropSection'] as const),
  ),
  learner: fc.nat(learners - 1),
  section: fc.nat(sections - 1),
  exam: fc.nat(exams - 1),
  /** Few instants, so that many rows have the same. */
  made: fc.nat(2).map(hours => new Date(Date.UTC(2026, 0, 1, hours))),
  also: fc.boolean(),
  which: fc.nat(20),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function makePlace() {
  const world = await makeWorld()
  const course = await makeCourse(world)
  const many = async (count: number, make: () => Promise<string>) => {
    const made: string[] = []
    for (let at = 0; at < count; at += 1) made.push(await make())
    return made
  }
  const [of, to] = [await many(exams, () => course.exam()), await many(learners, () => course.enroll())]
  return {
    db: world.stack.db,
    installSid: sidOf('AI', world.installSid),
    courseSid: sidOf('CU', course.sid),
    exams: of.map(sid => ({ sid: sidOf('EX', sid) })),
    enrollments: to.map(sid => ({ sid: sidOf('EN', sid) })),
    sections: Array.from({ length: sections }, () => ({ sid: newSid('SE') })),
  }
}
type Place = Awaited<ReturnType<typeof makePlace>>

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

/** The current rows of the tables. */
async function facts({ db, ...place }: Place) {
  const of = place.exams.map(({ sid }) => sid)
  const enrollments = place.enrollments.map(({ sid }) => sid)
  const [configurations, assignments] = await Promise.all([
    db.select().from(examConfiguration).where(inArray(examConfiguration.examSid, of)),
    db.select().from(assignment).where(inArray(assignment.examSid, of)),
  ])
  const sids = assignments.map(({ sid }) => sid)
  const [own, ofSections, members, kept] = await Promise.all([
    db.select().from(assignmentEnrollment).where(inArray(assignmentEnrollment.assignmentSid, sids)),
    db.select().from(assignmentSection).where(inArray(assignmentSection.assignmentSid, sids)),
    db.select().from(enrollmentSection).where(inArray(enrollmentSection.enrollmentSid, enrollments)),
    db.select().from(adjustment).where(inArray(adjustment.enrollmentSid, enrollments)),
  ])
  return { configurations, assignments, own, ofSections, members, kept }
}
type Facts = Awaited<ReturnType<typeof facts>>

/** The newest of the rows: the latest, and of equal times the one with the greatest sid. */
const newest = <S extends string>(rows: { sid: S; createdDate: Date }[]): S | null =>
  rows.toSorted((a, b) => Number(b.createdDate) - Number(a.createdDate) || (a.sid < b.sid ? 1 : -1))[0]
    ?.sid ?? null

function expected({ installSid, exams: of, enrollments }: Place, now: Facts) {
  const pairs = enrollments.flatMap(({ sid: enrollmentSid }) =>
    of.map(({ sid: examSid }) => ({ enrollmentSid, examSid })),
  )
  return pairs.flatMap(({ enrollmentSid, examSid }) => {
    const isOfPair = (row: { enrollmentSid: string | null; examSid: string }) =>
      row.enrollmentSid === enrollmentSid && row.examSid === examSid
    const theirs = now.members.filter(row => row.enrollmentSid === enrollmentSid).map(row => row.sectionSid)
    const ofExam = now.assignments.filter(row => row.examSid === examSid)
    const isOwn = ({ sid }: { sid: string }) =>
      now.own.some(row => row.assignmentSid === sid && row.enrollmentSid === enrollmentSid)
    const isOfSection = ({ sid }: { sid: string }) =>
      now.ofSections.some(row => row.assignmentSid === sid && theirs.includes(row.sectionSid))
    const said = {
      accommodationSid: newest(now.configurations.filter(isOfPair)),
      assignmentSid: newest(ofExam.filter(isOwn)),
      sectionAssignmentSid: newest(ofExam.filter(isOfSection)),
    }
    const isSaid = Object.values(said).some(sid => sid !== null)
    return isSaid ? [{ installSid, enrollmentSid, examSid, ...said }] : []
  })
}

/** The statements of each kind of step; none if there is no row for it. */
const statements = {
  accommodate: ({ db, installSid }, { examSid, enrollmentSid, made, also }) => {
    const values = { examSid, installSid, type: 'accommodation', approved: true } as const
    const to = { enrollmentSid: also ? enrollmentSid : null, createdDate: made }
    return [db.insert(examConfiguration).values({ ...values, ...to, sid: newSid('EC') })]
  },
  give: ({ db }, { enrollmentSid, also, configuration }) => [
    db
      .update(examConfiguration)
      .set({ enrollmentSid: also ? enrollmentSid : null })
      .where(eq(examConfiguration.sid, configuration)),
  ],
  takeBack: ({ db }, { configuration }) => [
    db.delete(examConfiguration).where(eq(examConfiguration.sid, configuration)),
  ],
  assign: ({ db }, { examSid, enrollmentSid, sectionSid, made, also }) => {
    const assignmentSid = newSid('EA')
    return [
      db.insert(assignment).values({ sid: assignmentSid, examSid, createdDate: made }),
      db.insert(assignmentEnrollment).values({ assignmentSid, enrollmentSid }),
      ...(also ? [db.insert(assignmentSection).values({ assignmentSid, sectionSid })] : []),
    ]
  },
  unassign: ({ db }, { assigned }) => [db.delete(assignment).where(eq(assignment.sid, assigned))],
  untarget: ({ db }, { target }) => [
    db.delete(assignmentEnrollment).where(eq(assignmentEnrollment.assignmentSid, target)),
  ],
  unsection: ({ db }, { targetOfSection }) => [
    db.delete(assignmentSection).where(eq(assignmentSection.assignmentSid, targetOfSection)),
  ],
  join: ({ db }, { enrollmentSid, sectionSid }) => [
    db.insert(enrollmentSection).values({ enrollmentSid, sectionSid }).onConflictDoNothing(),
  ],
  leave: ({ db }, { enrollmentSid, sectionSid }) => [
    db
      .delete(enrollmentSection)
      .where(
        and(eq(enrollmentSection.enrollmentSid, enrollmentSid), eq(enrollmentSection.sectionSid, sectionSid)),
      ),
  ],
  dropSection: (place, { sectionSid }) => [
    place.db.delete(section).where(eq(section.sid, sectionSid)),
    newSection(place, sectionSid),
  ],
} satisfies Record<string, (place: Place, chosen: Chosen) => Statement[]>

type Chosen = ReturnType<typeof choose>

/** The row of a step; an unknown sid if there is none. */
const choose = (place: Place, now: Facts, { learner, exam, which, made, also, ...step }: Step) => ({
  ...{ made, also },
  enrollmentSid: at(place.enrollments, learner)?.sid ?? newSid('EN'),
  sectionSid: at(place.sections, step.section)?.sid ?? newSid('SE'),
  examSid: at(place.exams, exam)?.sid ?? newSid('EX'),
  configuration:
    at(
      now.configurations.filter(({ type }) => type === 'accommodation'),
      which,
    )?.sid ?? newSid('EC'),
  assigned: at(now.assignments, which)?.sid ?? newSid('EA'),
  target: at(now.own, which)?.assignmentSid ?? newSid('EA'),
  targetOfSection: at(now.ofSections, which)?.assignmentSid ?? newSid('EA'),
})

const newSection = ({ db, installSid, courseSid }: Place, sid: SidOf<'SE'>) =>
  db.insert(section).values({ sid, installSid, courseSid, title: 'Section' })

const inWords = (row: object) => JSON.stringify(Object.entries(row).toSorted())

const send = (db: Database, statements: Statement[]) => batch(db, { statements })

test(`adjustments match the newest rows after each of ${runs * steps} random steps`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps }), async taken => {
      const place = await makePlace()
      await send(
        place.db,
        place.sections.map(({ sid }) => newSection(place, sid)),
      )
      let now = await facts(place)
      for (const each of taken) {
        await send(place.db, statements[each.what](place, choose(place, now, each)))
        now = await facts(place)
        expect(new Set(now.kept.map(inWords))).toEqual(new Set(expected(place, now).map(inWords)))
      }
    }),
    { numRuns: runs },
  )
}, 300_000)
