// The proctor types of an install, instead of those with which every install starts.

import type { SidOf } from '../../db/sid.ts'
import type { Row } from './batch.ts'
import { type Context, type ProctorType, proctorTypes } from './context.ts'

type Kind = { name: string; live: boolean; review: 'none' | 'required'; roomScan: boolean }

const kinds: Record<ProctorType, Kind> = {
  automated: { name: 'Automated', live: false, review: 'none', roomScan: false },
  'record-and-review': { name: 'Record and review', live: false, review: 'required', roomScan: true },
  live: { name: 'Live', live: true, review: 'required', roomScan: false },
  'in-person': { name: 'In person', live: true, review: 'none', roomScan: false },
  instructor: { name: 'By the instructor', live: true, review: 'none', roomScan: false },
}

/** The sid follows from the install, so that it takes no random number. */
export const proctorTypeSid = (installSid: SidOf<'AI'>, code: ProctorType): SidOf<'TS'> =>
  `TS${installSid.slice(2, -1)}${proctorTypes.indexOf(code)}`

/** What a session of the type requires. */
export const requirementsOf = (code: ProctorType) => ({
  reviewRequired: kinds[code].review === 'required',
  mandatoryRoomScanVideo: kinds[code].roomScan,
})

export function proctorTypesOf({ installSid, now }: Context): Row<'proctorType'>[] {
  const createdDate = new Date(now - 900 * 86_400_000)
  return proctorTypes.map(code => ({
    ...{ sid: proctorTypeSid(installSid, code), installSid, code, ...kinds[code] },
    ...{ createdDate, editDate: createdDate },
  }))
}
