// The whole system as a process that a test kills: on a real Postgres, with the controls of its QStash, which calls the
// relay by way of RELAY_PROXY. It sends the address of its QStash, and runs the scheduled job on a message.
import { startStack } from '../../tools/stack/stack.ts'
import { divertRequests, isRelay } from './webhook-faults.ts'

const { PORT, STATE_DIR = '', RELAY_PROXY, WEBHOOK_RETRY_BASE_MS } = process.env

divertRequests(url => (isRelay(url) ? new URL(url.pathname, RELAY_PROXY) : url))
const stack = await startStack({
  port: Number(PORT),
  stateDir: STATE_DIR,
  database: { kind: 'postgres' },
  passwordCostLog2: 10,
  webhookRetryBaseMs: Number(WEBHOOK_RETRY_BASE_MS),
  qstash: { controls: true },
})
const { url, token } = stack.qstash
process.on('message', () => void stack.sweep().then(() => process.send?.('swept')))
// Its test has ended.
process.once('disconnect', () => void stack.close())
process.send?.({ url, token })
