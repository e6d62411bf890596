/** Codes of Node and of Postgres (appendix A), with what they mean for the person who set the URL. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'no server listens there',
  ECONNRESET: 'the server closed the connection',
  ENOTFOUND: 'this host does not exist',
  EAI_AGAIN: 'the name of the host cannot be resolved',
  ETIMEDOUT: 'the server does not respond',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  '28P01': 'the password or the user is wrong',
  '28000': 'the server does not accept this user from this address',
  '3D000': 'this database does not exist',
  '42501': 'this user must not create tables there',
  '53100': 'its disk is full',
  '53300': 'it accepts no more connections',
  '57P03': 'it is starting or shutting down',
}

/** The error of a failed connection as one line. It contains no user and no password. */
export function connectionFault(error: unknown, url: string): Error {
  const { hostname, port, pathname } = new URL(url)
  const place = `${hostname}:${port || 5432}${pathname}`
  const [first] = error instanceof AggregateError ? error.errors : [error] // one for each address of the host
  const code = first instanceof Error && 'code' in first ? String(first.code) : ''
  const reason = reasons[code] ?? (first instanceof Error ? first.message.split('\n')[0] : 'unknown error')
  return new Error(`The database of DATABASE_URL (${place}) cannot be used: ${reason}.`, { cause: error })
}
