// The system check. The onboarding link starts it on the server, and this page runs it.

import type { Frame } from '../shared/frame.ts'
import type { Session } from '../shared/records.ts'
import { timeOf } from '../shared/times.ts'
import { button, element, section } from '../shared/view.ts'

type Finding = { what: string; works: boolean; advice: string }

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
      const faults = found.filter(({ works }) => !works).length
      say(
        faults === 0
          ? 'The system check found everything in order.'
          : `The system check found ${faults} to mend.`,
      )
    })

  return {
    isOffered: ({ status, sessionInfo }) =>
      embed.actions.includes('sp:ReadOnboarding') && status === 'Scheduled' && !sessionInfo.running,
    element({ systemCheckStartDate }) {
      const label = systemCheckStartDate === null ? 'Start the system check' : 'Check the system again'
      const last =
        systemCheckStartDate === null
          ? 'Not made yet. It asks for your camera and microphone, and records nothing.'
          : element('span', {}, 'First made ', timeOf(systemCheckStartDate), '.')
      return section(
        element('h3', {}, 'System check'),
        element('p', {}, last),
        findings,
        button(label, async () => void (await check()), { 'data-control': 'check' }),
      )
    },
  }
}

const entry = ({ what, works, advice }: Finding) =>
  element(
    'li',
    { class: 'finding' },
    element('span', { class: `badge ${works ? 'good' : 'bad'}` }, works ? 'Works' : 'To mend'),
    element('span', {}, works ? what : `${what}: ${advice}`),
  )

async function findAll(): Promise<Finding[]> {
  // One after the other, because browsers show one permission prompt at a time.
  const camera = await opens({ video: true })
  const microphone = await opens({ audio: true })
  const devices: Partial<MediaDevices> = navigator.mediaDevices ?? {}
  const allow = 'Allow it in your browser, and see that it is plugged in.'
  return [
    { what: 'Camera', works: camera, advice: allow },
    { what: 'Microphone', works: microphone, advice: allow },
    {
      what: 'Screen sharing',
      works: devices.getDisplayMedia !== undefined,
      advice: 'Use a current browser on a computer.',
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
