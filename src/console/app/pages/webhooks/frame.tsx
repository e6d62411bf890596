// The frame of the pages about webhooks: their title and the links between them.

import type { ReactNode } from 'react'
import { ApplicationChooser } from '../../components/application.tsx'
import { Page } from '../../components/parts.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useUrlState } from '../../components/url-state.ts'
import { texts } from './texts.ts'

export function WebhooksFrame({ actions, children }: { actions?: ReactNode; children: ReactNode }) {
  const { application } = useUrlState().state
  const search = { application }
  return (
    <Page title={texts.title} intro={texts.intro} actions={actions}>
      <ApplicationChooser />
      <Tabs
        label={texts.title}
        tabs={[
          { to: '/webhooks', label: texts.endpoints, search },
          { to: '/deliveries', label: texts.attempts, search },
          { to: '/dead-letters', label: texts.deadLetters, search },
        ]}
      />
      {children}
    </Page>
  )
}
