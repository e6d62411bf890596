// The family of a token: its root and all that were refreshed from it, with what happened to each.

import { useQuery } from '@tanstack/react-query'
import { type ItemOf, sid } from '../../../../client/index.ts'
import { read } from '../../api/client.ts'
import { useInstallSid } from '../../api/installs.ts'
import { Copyable } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Badge, Empty, Facts, Loaded, ShortSid, type Tone } from '../../components/parts.tsx'
import { type Column, Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { texts } from './texts.ts'

const path = '/v1/installs/{installSid}/sts/audit'
type TokenEvent = ItemOf<typeof path>

const tones: Partial<Record<TokenEvent['event'], Tone>> = { issued: 'good', refreshed: 'live' }

const columns: readonly Column<TokenEvent>[] = [
  { key: 'time', label: texts.time, render: ({ createdDate }) => <Time at={createdDate} format="seconds" /> },
  {
    key: 'event',
    label: texts.event,
    render: ({ event }) => <Badge tone={tones[event] ?? 'bad'}>{texts.events[event]}</Badge>,
  },
  { key: 'token', label: texts.token, render: ({ tokenSid }) => <ShortSid sid={tokenSid} /> },
  { key: 'actor', label: texts.actor, render: ({ actorSid }) => <ShortSid sid={actorSid} /> },
]

/** The most events of a family: a token is refreshed at most every few minutes, for eight hours. */
const limit = 1000

export function TokenFamily({ root, onClose }: { root: string; onClose(): void }) {
  const installSid = useInstallSid()
  const events = useQuery(
    read(path, {
      params: { installSid },
      query: { rootSid: sid('TA', root), limit, sortKeys: 'createdDate' },
    }),
  )
  return (
    <Dialog title={texts.family} onClose={onClose} isWide>
      <div className="stack">
        <p className="quiet">{texts.familyText}</p>
        <Facts rows={[[texts.rootToken, <Copyable key="root" text={root} label={texts.rootToken} />]]} />
        <Loaded query={events}>
          {({ results }) =>
            results.length === 0 ? (
              <Empty>{texts.noEvents}</Empty>
            ) : (
              <Table label={texts.family} columns={columns} rows={results} keyOf={row => row.sid} />
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
