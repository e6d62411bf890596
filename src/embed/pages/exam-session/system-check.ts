// The system check. The onboarding link starts it on the server, and this page runs it.

import type { Frame } from '../shared/frame.ts'
import type { Session } from '../shared/records.ts'
import { timeOf } from '../shared/times.ts'
import { button, element, section } from '../shared/view.ts'
import { numberOf, t } from '../text/texts.ts'

type Finding = { name: 'camera' | 'microphone' | 'screen'; what: string; works: boolean; remedy: string }

type SystemCheck = {
  isOffered(session: Session): boolean
  element(session: Session): HTMLElement
}

/** @param started called when the session has changed */
export function systemCheck(
  { api, embed, attempt, say }: Frame,
  path: string,
  started: () => Promise<void>,
): SystemCheck {
  const findings = element('ul', { class: 'findings' })

  const check = () =>
    attempt(async () => {
      const { url } = await api.read<{ url: string }>(`${path}/onboard`)
      // The link is a secret that works once, so it is used here and never displayed.
      await api.write(`onboarding/${url.slice(url.lastIndexOf('/') + 1)}`)
      await started()
      const found = await findAll()
      findings.replaceChildren(...found.map(entry))
      const failures = found.filter(({ works }) => !works).length
      if (embed.actions.includes('sp:RecordSystemCheck')) await record(found, failures === 0)
      say(failures === 0 ? t.check.passed : t.check.failed(numberOf(failures)))
    })

  const record = (found: readonly Finding[], passed: boolean) =>
    api.write(`${path}/systemCheck`, () => ({
      passed,
      details: Object.fromEntries(found.map(({ name, works }) => [name, works])),
      platformVersion: navigator.userAgent.slice(0, 500),
      locale: navigator.language,
    }))

  return {
    isOffered: ({ status, sessionInfo }) =>
      embed.actions.includes('sp:ReadOnboarding') && status === 'Scheduled' && !sessionInfo.running,
    element({ systemCheckStartDate }) {
      const label = systemCheckStartDate === null ? t.check.start : t.check.again
      const last =
        systemCheckStartDate === null
          ? t.check.never
          : element('span', {}, t.check.first, timeOf(systemCheckStartDate))
      return section(
        element('h3', {}, t.check.title),
        element('p', {}, last),
        findings,
        button(label, async () => void (await check()), { 'data-control': 'check' }),
      )
    },
  }
}

const entry = ({ what, works, remedy }: Finding) =>
  element(
    'li',
    { class: 'finding' },
    element('span', { class: `badge ${works ? 'good' : 'bad'}` }, works ? t.check.works : t.check.problem),
    element('span', {}, works ? what : t.check.finding(what, remedy)),
  )

async function findAll(): Promise<Finding[]> {
  // One after the other, because browsers show one permission prompt at a time.
  const camera = await opens({ video: true })
  const microphone = await opens({ audio: true })
  const devices: Partial<MediaDevices> = navigator.mediaDevices ?? {}
  const allow = t.check.allow
  return [
    { name: 'camera', what: t.check.camera, works: camera, remedy: allow },
    { name: 'microphone', what: t.check.microphone, works: microphone, remedy: allow },
    {
      name: 'screen',
      what: t.check.screen,
      works: devices.getDisplayMedia !== undefined,
      remedy: t.check.browser,
    },
  ]
}

/** Returns whether the device can be opened, and closes it again. */
async function opens(wanted: MediaStreamConstraints): Promise<boolean> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(wanted)
    for (const track of stream.getTracks()) track.stop()
    return true
  } catch {
    return false // permission refused, device missing, or blocked in this frame
  }
}
