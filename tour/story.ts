// The whole story of one exam, from the LMS that brings it in to the token that is refused.

import { createClient, sid } from '../src/client/index.ts'
import { bringIn } from './bring-in.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { readReports } from './reports.ts'
import { type Demo, type Exam, install, type Lms, type Step, session } from './scene.ts'
import { expect, expectRefusal, type Narrator } from './steps.ts'
import { issueTokens, takeExam } from './take-exam.ts'

type Fetch = (url: URL, init: RequestInit) => Promise<Response>

/** Tells the story against a running system, with people and things of its own. @throws StepFailed */
export async function tellStory(demo: Demo, { step, onAnswer }: Narrator, fetch?: Fetch): Promise<void> {
  const clientOf = (token: string) =>
    createClient({
      ...{ baseUrl: demo.baseUrl, installSid: demo.installSid, token, onAnswer },
      headers: { connection: 'close' }, // the local runtime closes a connection that idles
      ...(fetch && { fetch }),
    })
  const lms = clientOf(demo.apiCredential)
  const receiver = await startReceiver()
  try {
    const webhook = await step('A backend asks to be told of every change.', () =>
      lms.post('/api/webhooks', {
        body: { url: receiver.url, secret: receiver.secret, events: ['database.event'] },
      }),
    )
    const exam = await bringIn(lms, step)
    const pages = await issueTokens({ demo, lms, step, clientOf }, exam)
    const eventSid = await takeExam({ demo, lms, step, clientOf }, exam, pages)
    await readReports(lms, step, { ...exam, eventSid, proctorSid: sid('PA', demo.proctorSid) })
    await hearOfIt(receiver, step, exam)
    await step("The backend revokes the learner's token.", () =>
      lms.delete(`${install}/sts/tokens/{tokenSid}`, { params: { tokenSid: pages.tokenSid } }),
    )
    await step('From then on her page is refused.', () =>
      expectRefusal(401, 'credential_invalid', pages.learner.get(session, { params: exam })),
    )
    await stopListening(lms, step, webhook.id)
  } finally {
    receiver.close()
  }
}

async function hearOfIt(receiver: Receiver, step: Step, { sessionSid }: Exam): Promise<void> {
  await step('The backend was told of the session, and the signature is right.', async () => {
    const { metadata } = await receiver.event(
      ({ topic, payload }) => topic === 'proctoring.exam_session' && payload['sid'] === sessionSid,
    )
    expect(Math.abs(Date.now() - metadata.timestamp) < 600_000, 'an event of the last minutes')
  })
  await step('The same delivery with one character changed is refused.', async () => {
    const code = await receiver.refusalOfTampered()
    expect(code === 'no_matching_signature', `no_matching_signature, not ${code}`)
  })
}

const stopListening = (lms: Lms, step: Step, webhookSid: `WH${string}`) =>
  step('The backend asks to be told no more.', () =>
    lms.delete('/api/webhooks/{webhookSid}', { params: { webhookSid } }),
  )
