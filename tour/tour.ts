// All steps of one exam, from provisioning by an LMS to the refusal of a revoked token.

import { createClient, sid } from '../src/client/index.ts'
import { provisionExam } from './provision.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { readReports } from './reports.ts'
import { expect, expectRefusal, type Reporter } from './steps.ts'
import { issueTokens, takeExam } from './take-exam.ts'
import { type Demo, type Exam, install, type Lms, type Step, session } from './types.ts'

type Fetch = (url: URL, init: RequestInit) => Promise<Response>

/** Runs all steps against a running system, with new records. @throws StepFailed */
export async function runTour(demo: Demo, { step, onResponse }: Reporter, fetch?: Fetch): Promise<void> {
  const clientOf = (token: string) =>
    createClient({
      ...{ baseUrl: demo.baseUrl, installSid: demo.installSid, token, onResponse },
      headers: { connection: 'close' }, // the local runtime closes idle connections
      ...(fetch && { fetch }),
    })
  const lms = clientOf(demo.apiCredential)
  const receiver = await startReceiver()
  try {
    const webhook = await step('A backend subscribes to every change.', () =>
      lms.post('/api/webhooks', {
        body: { url: receiver.url, secret: receiver.secret, events: ['database.event'] },
      }),
    )
    const exam = await provisionExam(lms, step)
    const pages = await issueTokens({ demo, lms, step, clientOf }, exam)
    const eventSid = await takeExam({ demo, lms, step, clientOf }, exam, pages)
    await readReports(lms, step, { ...exam, eventSid, proctorSid: sid('PA', demo.proctorSid) })
    await checkDeliveries(receiver, step, exam)
    await step("The backend revokes the learner's token.", () =>
      lms.delete(`${install}/sts/tokens/{tokenSid}`, { params: { tokenSid: pages.tokenSid } }),
    )
    await step('The next request of her page is refused.', () =>
      expectRefusal(401, 'credential_invalid', pages.learner.get(session, { params: exam })),
    )
    await unsubscribe(lms, step, webhook.id)
  } finally {
    receiver.close()
  }
}

async function checkDeliveries(receiver: Receiver, step: Step, { sessionSid }: Exam): Promise<void> {
  await step('The backend has received the event of the session with a valid signature.', async () => {
    const { metadata } = await receiver.event(
      ({ topic, payload }) => topic === 'proctoring.exam_session' && payload['sid'] === sessionSid,
    )
    expect(Math.abs(Date.now() - metadata.timestamp) < 600_000, 'an event of the last minutes')
  })
  await step('The same delivery with one changed character is refused.', async () => {
    const code = await receiver.verifyTampered()
    expect(code === 'no_matching_signature', `no_matching_signature, not ${code}`)
  })
}

const unsubscribe = (lms: Lms, step: Step, webhookSid: `WH${string}`) =>
  step('The backend deletes the subscription.', () =>
    lms.delete('/api/webhooks/{webhookSid}', { params: { webhookSid } }),
  )
