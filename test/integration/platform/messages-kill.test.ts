// A kill at any time loses no mail about an appointment, and sends none twice.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Mail } from '../../../tools/stack/mail.ts'
import { killedSystem, unlessKilled } from '../../support/killed-system.ts'
import { soon } from '../../support/sessions.ts'

const system = killedSystem()
const learnersOfExam = 20

/** Runs the cron that sends mails, at a time at which the leases of a killed sender are over. */
const sendDue = async () => {
  const at = soon(60)
  const answer = await system.call('POST', '/__local/cron', { body: { worker: 'platform', at } })
  expect(answer.status, answer.raw).toBe(200)
}

/** The number of caught mails to each address. */
async function caught(): Promise<Map<string, number>> {
  const mails: Mail[] = JSON.parse((await system.call('GET', '/__local/mail')).raw)
  const counts = new Map<string, number>()
  for (const { to } of mails) counts.set(to, (counts.get(to) ?? 0) + 1)
  return counts
}

test.each([
  [1, 0],
  [5, 20],
  [12, 5],
  [20, 0],
  [20, 150],
])(
  'a kill %d confirmed appointments and %d ms later: each appointment has exactly one mail',
  async (answers, ms) => {
    const settings = { notifications: { enabled: true, reminders: false } }
    await system.call('PUT', system.path('/settings'), { body: settings })
    const { examSid, learners } = await system.exam(learnersOfExam)
    const at = ({ sessionSid }: (typeof learners)[number]) =>
      system.path(`/exams/${examSid}/sessions/${sessionSid}`)
    let received = 0
    const enough = Promise.withResolvers<void>()
    const requests = Promise.all(
      learners.map(async learner => {
        const body = { appointmentDate: soon(24 * 60) }
        const answer = await unlessKilled(system.call('POST', at(learner), { body }))
        if (answer?.status !== 200) return
        received += 1
        if (received === answers) enough.resolve()
      }),
    )
    await Promise.race([enough.promise, requests])
    await sleep(ms)
    await system.killAndStart()
    await requests
    await sendDue()
    await sendDue()
    const mails = await caught()
    let booked = 0
    for (const learner of learners) {
      const isBooked = (await system.call('GET', at(learner))).body['appointmentDate'] !== null
      booked += Number(isBooked)
      expect([learner.email, mails.get(learner.email) ?? 0]).toEqual([learner.email, isBooked ? 1 : 0])
    }
    expect(booked).toBeGreaterThanOrEqual(received)
  },
  120_000,
)
