import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { busiestOf, installsQuery } from '../api/installs.ts'
import { Loaded } from '../components/parts.tsx'

/** Leads to the first install, or to where the first one is created. */
export function Start() {
  const installs = useQuery(installsQuery)
  return (
    <Loaded query={installs}>
      {({ results }) => {
        const first = busiestOf(results)
        return first ? (
          <Navigate to="/installs/$install" params={{ install: first.sid }} replace />
        ) : (
          <Navigate to="/installs" replace />
        )
      }}
    </Loaded>
  )
}
