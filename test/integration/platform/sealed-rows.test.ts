// A sealed text is bound to its row: a writer of the database cannot move it to another row to have it opened.

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { examConfiguration } from '../../../db/schema/exam.ts'
import { makeExam } from '../../support/configurations.ts'
import { sidOf } from '../../support/tokens.ts'

test('the passwords of two configurations that are swapped in the database do not open', async () => {
  const exam = await makeExam({ password: 'of everyone' })
  const accommodation = (await exam.accommodate({ password: 'of one' })).text('sid')
  const { db } = exam.stack
  const sids = [exam.primarySid, accommodation].map(sid => sidOf('EC', sid))
  const texts: (string | null | undefined)[] = []
  for (const sid of sids) {
    const [row] = await db.select().from(examConfiguration).where(eq(examConfiguration.sid, sid))
    texts.push(row?.password)
  }
  const read = (sid: string) =>
    exam.admin('GET', exam.path(`/courses/${exam.courseSid}/exams/${exam.examSid}/configurations/${sid}`))
  for (const sid of sids) expect((await read(sid)).status).toBe(200)
  for (const [index, sid] of sids.entries())
    await db
      .update(examConfiguration)
      .set({ password: texts[1 - index] ?? null })
      .where(eq(examConfiguration.sid, sid))
  for (const sid of sids) expect(await read(sid)).toMatchObject({ status: 500, body: { code: 'internal' } })
})
