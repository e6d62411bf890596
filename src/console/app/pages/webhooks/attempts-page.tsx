import { AttemptList } from './attempt-list.tsx'
import { WebhooksFrame } from './frame.tsx'

/** The attempts of all endpoints. */
export function AttemptsPage() {
  return (
    <WebhooksFrame>
      <AttemptList />
    </WebhooksFrame>
  )
}
