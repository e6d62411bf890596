// The names of people whose records have only ids.

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sid } from '../../../client/index.ts'
import { read } from '../api/client.ts'
import { useInstallSid } from '../api/installs.ts'
import { nameOf, profileQuery } from '../api/people.ts'
import { ShortSid } from './parts.tsx'

/** Milliseconds: rows that only pass by while a list scrolls are not read. */
const restPause = 120

/** Whether the element has been shown for a moment. */
function useRested(): boolean {
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), restPause)
    return () => clearTimeout(timer)
  }, [])
  return isRested
}

/** The name of a person; the id until it is known, and if the person has none any more. */
export function PersonName({ person }: { person: string }) {
  const enabled = useRested()
  const { data } = useQuery({ ...profileQuery(useInstallSid(), person), enabled })
  const name = data && nameOf(data)
  return name ? <span title={data.email}>{name}</span> : <ShortSid sid={person} />
}

/** The name of a person as a link to the page of the person. */
export function NamedPersonLink({ person }: { person: string }) {
  return (
    <Link to="/installs/$install/users/$user" params={{ install: useInstallSid(), user: person }}>
      <PersonName person={person} />
    </Link>
  )
}

type EnrolledProps = { courseSid: `CU${string}`; enrollmentSid: string }

/** The name of the person of an enrollment. */
export function EnrolledName({ courseSid, enrollmentSid }: EnrolledProps) {
  const params = { installSid: useInstallSid(), courseSid, enrollmentSid: sid('EN', enrollmentSid) }
  const { data } = useQuery({
    ...read('/v1/installs/{installSid}/courses/{courseSid}/enrollments/{enrollmentSid}', { params }),
    staleTime: 60_000,
  })
  return data ? <PersonName person={data.userSid} /> : <ShortSid sid={enrollmentSid} />
}
