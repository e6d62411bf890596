// A kill while files are completed leaves each file attached completely, or not at all.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fileOf, png, put } from '../../../support/files.ts'
import { killedSystem, unlessKilled } from '../../../support/killed-system.ts'

const system = killedSystem()

test.each([
  [1, 0],
  [4, 3],
  [8, 10],
  [12, 0],
])(
  'a kill %d completed files and %d ms later loses no completed file, and each can be completed',
  async (answers, ms) => {
    const { examSid, learners } = await system.exam(12)
    const files: { sid: string; sessionSid: string; completedDate?: unknown }[] = []
    for (const { sessionSid } of learners) {
      const created = await system.call('POST', system.path('/files'), { body: fileOf({ sessionSid }) })
      expect((await put(created.text('uploadUrl'), png)).status).toBe(200)
      files.push({ sid: created.text('sid'), sessionSid })
    }
    const complete = (sid: string) => system.call('POST', system.path(`/files/${sid}/complete`))
    let received = 0
    const enough = Promise.withResolvers<void>()
    const requests = Promise.all(
      files.map(async file => {
        const answer = await unlessKilled(complete(file.sid))
        if (answer?.status !== 200) return
        file.completedDate = answer.body['completedDate']
        received += 1
        if (received === answers) enough.resolve()
      }),
    )
    await Promise.race([enough.promise, requests])
    await sleep(ms)
    await system.killAndStart()
    await requests
    for (const { sid, sessionSid, completedDate } of files) {
      const before = (await system.call('GET', system.path(`/files/${sid}`))).body
      if (completedDate) expect(before['completedDate']).toBe(completedDate)
      const session = () => system.call('GET', system.path(`/exams/${examSid}/sessions/${sessionSid}`))
      expect((await session()).body['photos']).toHaveLength(before['completedDate'] === null ? 0 : 1)
      const again = await complete(sid)
      expect(again.status, again.raw).toBe(200)
      expect((await session()).body['photos']).toMatchObject([{ sid }])
      const content = await fetch(again.text('downloadUrl'))
      expect(new Uint8Array(await content.arrayBuffer())).toEqual(png)
    }
  },
  120_000,
)
