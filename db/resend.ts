// Which requests to the database may be sent again: those of which nothing was committed, by the database's own word.
// Sources: PostgreSQL, appendix A (error codes) and sections 13.2.3 and 13.3.4; the Node.js manual, "Common system errors".

/** The transaction was undone as a whole. */
const undone = {
  '40001': 'serialization_failure',
  '40P01': 'deadlock_detected',
}

/** The session never began, so no statement did. */
const neverStarted = {
  '08001': 'sqlclient_unable_to_establish_sqlconnection',
  '08004': 'sqlserver_rejected_establishment_of_sqlconnection',
  '53300': 'too_many_connections',
  '57P03': 'cannot_connect_now',
}

/**
 * All other codes stay as they are: they are refusals that come again (22, 23, 42), or leave open what was committed, such
 * as 40003 (statement_completion_unknown), 08006 (connection_failure) and 57P01 (admin_shutdown).
 */
const resendable: ReadonlySet<string> = new Set(Object.keys({ ...undone, ...neverStarted }))

const resendsAtMost = 3
const firstDelayMs = 25

/**
 * Sends a request to the database, and up to 3 times more while it is certain that nothing of it was committed. An answer
 * that is lost, late or broken off is not asked for again, not even of a `select`: it may call a function that writes.
 */
export async function withResends(send: () => Promise<Response>): Promise<Response> {
  for (let resends = 0; ; resends += 1) {
    const { isResendable, result } = await send().then(answered, failed)
    if (!isResendable || resends === resendsAtMost) return result()
    await delay(resends)
  }
}

/** Of those who waited for each other, at most one comes again at a time: full jitter, 25 ms to 400 ms. */
const delay = (resends: number) =>
  new Promise<void>(resolve => setTimeout(resolve, Math.random() * firstDelayMs * 4 ** resends))

type Attempt = { isResendable: boolean; result(): Response }

/** Neon answers what the database refused with status 400 and the error's fields. */
async function answered(answer: Response): Promise<Attempt> {
  if (answer.status !== 400) return { isResendable: false, result: () => answer }
  const text = await answer.text()
  return {
    isResendable: resendable.has(codeIn(text) ?? ''),
    result: () => new Response(text, { status: answer.status, headers: answer.headers }),
  }
}

function codeIn(text: string): string | undefined {
  try {
    const { code } = JSON.parse(text)
    return typeof code === 'string' ? code : undefined
  } catch {
    return undefined
  }
}

/** Only a refused connection is certain to have carried nothing; Node says so, workerd does not. */
function failed(error: unknown): Attempt {
  return {
    isResendable: systemErrorOf(error) === 'ECONNREFUSED',
    result: () => {
      throw error
    },
  }
}

function systemErrorOf(error: unknown): unknown {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause ? cause.code : undefined
}
