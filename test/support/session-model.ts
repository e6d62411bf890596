import fc from 'fast-check'
import type { Stack } from '../../tools/stack/stack.ts'
import { type Course, make, makeCourse } from './catalog.ts'
import type { Answer, Call } from './client.ts'
import { isOther, type OtherAction, sendOther } from './session-model-more.ts'
import { capacity, newestKey, newestSessions, watch } from './session-model-rows.ts'
import type { Exam, Model, Pair } from './session-model-types.ts'
import { requestOf, type SessionTransition, transitionNames } from './session-steps.ts'
import { allow, makeWorld } from './world.ts'

/** One operation of one of several clients on one of the sessions. */
export type Operation = {
  client: number
  pair: number
  action: SessionTransition | OtherAction | 'next' | 'read'
  /** Whether the appointment is near enough to be started at once. */
  startable: boolean
  /** The index of the slot, if the exam has some; the third is none. */
  slot: number
  /** Whether the operation uses an earlier session of the learner, if there is one. */
  stale: boolean
  /** Whether the action is replaced by one that the last response allowed, and which of those. */
  sensible: boolean
  choice: number
}

export const clients = 8
const learners = 5

const weights: [Operation['action'], number][] = [
  ...([
    ['schedule', 6],
    ['start', 5],
    ['end', 4],
    ['approve', 4],
    ['reschedule', 3],
  ] as const),
  ...([
    ['next', 3],
    ['cancel', 3],
    ['void', 1],
    ['pass', 3],
    ['report', 1],
    ['suspect', 1],
    ['deny', 2],
    ['read', 1],
  ] as const),
  ...([
    ['incident', 2],
    ['settle', 2],
    ['photo', 1],
    ['configure', 1],
    ['sweep', 1],
  ] as const),
].map(([action, weight]) => [action, weight])

export const operations: fc.Arbitrary<Operation> = fc.record({
  client: fc.nat(clients - 1),
  pair: fc.nat(4 * learners - 1),
  action: fc.oneof(...weights.map(([action, weight]) => ({ arbitrary: fc.constant(action), weight }))),
  startable: fc.integer({ min: 0, max: 4 }).map(drawn => drawn > 0),
  slot: fc.nat(2),
  stale: fc.integer({ min: 0, max: 9 }).map(drawn => drawn === 0),
  sensible: fc.integer({ min: 0, max: 9 }).map(drawn => drawn < 7),
  choice: fc.nat(11),
})

export type Result = { operation: Operation; sessionSid: string; answer: Answer }

const slot = { capacity, startTime: null, endTime: null }
const examsOf = [
  { configuration: { duration: 60 } },
  { requireApproval: true, configuration: { duration: 60, attempts: 2 } },
  { configuration: { duration: 60, proctorTypes: ['record-and-review'] } },
  {
    requireApproval: true,
    configuration: { proctorTypes: ['record-and-review'], instructorAsProctor: [slot, slot] },
  },
]

async function addExam(course: Course, members: (typeof examsOf)[number]): Promise<Exam> {
  const { world } = course
  const sid = await course.exam(members)
  const listed = await world.admin('GET', world.path(course.at(`/exams/${sid}/configurations`)))
  const [primary] = listed.list('results')
  const read = await world.admin(
    'GET',
    world.path(course.at(`/exams/${sid}/configurations/${primary?.['sid']}`)),
  )
  const slots = read.list('instructorAsProctor').map(entry => String(entry['sid']))
  const { attempts = null } = { attempts: null, ...members.configuration }
  const { instructorAsProctor: slotValues = [], ...configuration } = {
    instructorAsProctor: undefined,
    ...members.configuration,
  }
  const configurationSid = String(primary?.['sid'])
  return { sid, courseSid: course.sid, configurationSid, configuration, attempts, slots, slotValues }
}

/** Four kinds of exams, each with five learners: twenty sessions at the start that the clients know. */
export async function makeModel(stack: Stack): Promise<Model> {
  const world = await makeWorld(stack)
  const course = await makeCourse(world)
  const exams = await Promise.all(examsOf.map(members => addExam(course, members)))
  // Each exam has learners of its own, because the appointments of one learner cannot overlap.
  const enrolled = await Promise.all(
    exams.map(() => Promise.all(Array.from({ length: learners }, () => course.enroll()))),
  )
  const pairs = exams.flatMap((exam, at) =>
    (enrolled[at] ?? []).map((enrollmentSid): Pair => ({ exam, enrollmentSid, sessions: [], allowed: [] })),
  )
  const type = await make(world, '/eventTypes', { name: 'Phone', opensIncident: true })
  const model = { world, exams, pairs, calls: [], eventTypeSid: type.text('sid') }
  await refreshAll(model)
  const credentials = Array.from({ length: clients }, () => world.credential(allow(['sp:*'], ['*'])))
  return { ...model, calls: await Promise.all(credentials) }
}

/** Reads the learner's newest session. */
async function refresh({ world }: Pick<Model, 'world'>, pair: Pair) {
  const { exam, enrollmentSid } = pair
  const path = world.path(`/enrollments/${enrollmentSid}/exams/${exam.sid}/sessions?sortOrder=DESC&limit=1`)
  const [newest] = (await world.admin('GET', path)).list('results')
  learn(pair, String(newest?.['sid']))
}

/** Reads the newest sessions of all learners. */
async function refreshAll(model: Model) {
  const newest = await newestSessions(model)
  for (const pair of model.pairs)
    learn(pair, String(newest.get(newestKey(pair.enrollmentSid, pair.exam.sid))))
}

function learn(pair: Pair, sid: string) {
  if (pair.sessions.includes(sid)) return
  pair.sessions.push(sid)
  pair.allowed = ['schedule']
}

/** Reads the allowed actions of the learner's session from a response. */
function readAllowedActions(pair: Pair, { body }: Answer) {
  const { allowedActions } = { allowedActions: body['allowedActions'], ...Object(body['sessionInfo']) }
  if (Array.isArray(allowedActions)) pair.allowed = allowedActions
}

const reviews = ['pass', 'pass', 'report', 'suspect'] as const
const seldom = new Set(['cancel', 'void', 'reschedule', 'resolve events'])

/** The next action of a client that uses the last response. */
function sensibleAction({ allowed }: Pair, choice: number): Operation['action'] {
  const often = allowed.filter(action => !seldom.has(action))
  const actions = often.length === 0 || choice === 0 ? allowed : often
  const action = actions[choice % actions.length]
  if (action === undefined || (action === 'review' && choice > 7)) return 'next'
  if (action === 'review') return reviews[choice % reviews.length] ?? 'pass'
  return transitionNames.find(name => name === action) ?? 'cancel'
}

let appointments = 0

/** A unique appointment, so that every step can be distinguished from others. */
function appointment({ startable, slot: at }: Operation, { slots }: Exam) {
  appointments += 1
  const appointmentDate = new Date(
    Date.now() + (startable ? 5 : 60) * 60_000 + (appointments % 30_000),
  ).toISOString()
  const instructorProctorSid = slots[at]
  return { appointmentDate, ...(instructorProctorSid !== undefined && { instructorProctorSid }) }
}

async function perform(model: Model, drawn: Operation): Promise<Result> {
  const pair = model.pairs[drawn.pair]
  const call = model.calls[drawn.client]?.call
  if (!(pair && call)) throw new Error('There is no such pair or client.')
  const isFree = isOther(drawn.action)
  const operation =
    drawn.sensible && !isFree ? { ...drawn, action: sensibleAction(pair, drawn.choice) } : drawn
  const sessionSid = (drawn.stale ? pair.sessions.at(-2) : undefined) ?? pair.sessions.at(-1) ?? ''
  const answer = await send(model, pair, operation, sessionSid, call)
  if (sessionSid === pair.sessions.at(-1)) readAllowedActions(pair, answer)
  const { action } = operation
  const isCancelled = action === 'cancel' || action === 'void'
  if ((isCancelled && answer.status === 200) || answer.status === 201) await refresh(model, pair)
  if (action === 'sweep') await refreshAll(model)
  return { operation, sessionSid, answer }
}

function send(
  { world, eventTypeSid }: Model,
  pair: Pair,
  operation: Operation,
  sessionSid: string,
  call: Call,
) {
  const { path } = world
  const place = path(`/exams/${pair.exam.sid}/sessions`)
  const { action, choice } = operation
  if (isOther(action)) return sendOther(action, { world, pair, call, sessionSid, choice, eventTypeSid })
  if (action === 'next') return call('POST', place, { body: { enrollmentSid: pair.enrollmentSid } })
  if (action === 'read') return call('GET', `${place}/${sessionSid}`)
  const { method, rest, body } = requestOf(action)
  const sent = body?.['appointmentDate'] === undefined ? body : appointment(operation, pair.exam)
  return call(method, `${place}/${sessionSid}${rest}`, sent ? { body: sent } : {})
}

/** Each client sends its operations one after the other, all clients at once; meanwhile a watcher reads the table. */
export async function performAll(model: Model, operations: Operation[]): Promise<Result[]> {
  let done = false
  const watching = (async () => {
    while (!done) {
      await watch(model)
      await new Promise(resolve => setTimeout(resolve, 300))
    }
  })()
  const results = await Promise.all(
    model.calls.map(async (_, client) => {
      const answers: Result[] = []
      for (const given of operations) if (given.client === client) answers.push(await perform(model, given))
      return answers
    }),
  ).finally(() => {
    done = true
  })
  await watching
  return results.flat()
}
