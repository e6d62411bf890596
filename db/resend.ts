// Resends requests to the database if it is certain that nothing was committed.
// Sources: PostgreSQL, appendix A (error codes) and sections 13.2.3 and 13.3.4; the Node.js manual, "Common system
// errors".

/** The transaction was rolled back. */
const rolledBack = {
  '40001': 'serialization_failure',
  '40P01': 'deadlock_detected',
}

/** No session was started, so no statement was executed. */
const notStarted = {
  '08001': 'sqlclient_unable_to_establish_sqlconnection',
  '08004': 'sqlserver_rejected_establishment_of_sqlconnection',
  '53300': 'too_many_connections',
  '57P03': 'cannot_connect_now',
}

/**
 * Requests with other codes are not resent. Either the same error would follow (classes 22, 23, 42), or it is unknown
 * whether the transaction was committed, as with 40003 (statement_completion_unknown), 08006 (connection_failure) and
 * 57P01 (admin_shutdown).
 */
const resendable: ReadonlySet<string> = new Set(Object.keys({ ...rolledBack, ...notStarted }))

const maxResends = 3
const firstDelayMs = 25

/**
 * Sends a request to the database. Resends it at most 3 times, and only if it is certain that nothing was committed. A
 * request whose response is lost, late or incomplete is not resent. This includes a `select`, because it may call a
 * function that writes.
 */
export async function withResends(send: () => Promise<Response>): Promise<Response> {
  for (let resends = 0; ; resends += 1) {
    const { isResendable, result } = await send().then(responded, failed)
    if (!isResendable || resends === maxResends) return result()
    await delay(resends)
  }
}

/**
 * Waits with full jitter, at most 25, 100 and 400 ms, so that deadlocked transactions are not resent at the same time.
 */
const delay = (resends: number) =>
  new Promise<void>(resolve => setTimeout(resolve, Math.random() * firstDelayMs * 4 ** resends))

type Attempt = { isResendable: boolean; result(): Response }

/** Neon responds to errors of the database with status 400 and the fields of the error. */
async function responded(response: Response): Promise<Attempt> {
  if (response.status !== 400) return { isResendable: false, result: () => response }
  const text = await response.text()
  return {
    isResendable: resendable.has(codeIn(text) ?? ''),
    result: () => new Response(text, { status: response.status, headers: response.headers }),
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

/** Only a refused connection proves that nothing was sent. Node reports it; workerd does not. */
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
