import { useQuery } from '@tanstack/react-query'
import { read } from '../api/client.ts'
import { useInstallSid } from '../api/installs.ts'

/** Returns the name of a proctor type of the install by its code; the code itself of one that is unknown or retired. */
export function useProctorTypeName(): (code: string) => string {
  const installSid = useInstallSid()
  const types = useQuery({
    ...read('/v1/installs/{installSid}/proctorTypes', { params: { installSid }, query: { limit: 1000 } }),
    staleTime: 60_000,
  })
  return code => types.data?.results.find(type => type.code === code)?.name ?? code
}

/** The name of a proctor type, or a dash without one. */
export function ProctorType({ code }: { code: string | null }) {
  const nameOf = useProctorTypeName()
  return code === null ? <span className="quiet">–</span> : nameOf(code)
}
