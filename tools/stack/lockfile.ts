import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Lock = { close(): Promise<void> }

/**
 * Locks a state directory for this process, because PGlite does not detect a second process, which would corrupt it. The
 * lock is a socket on which only a living process accepts connections, so a killed process leaves no lock.
 * @throws Error when a living process has locked the directory
 */
export async function lockDirectory(directory: string): Promise<Lock> {
  mkdirSync(directory, { recursive: true })
  const path = lockPath(directory)
  const server = createServer(socket => socket.end()).unref()
  if (!(await listens(server, path))) {
    if (await isInUse(path)) throw new Error(`Another process uses ${directory}; stop it or set STATE_DIR.`)
    rmSync(path, { force: true })
    if (!(await listens(server, path))) throw new Error(`Cannot lock ${directory} with ${path}.`)
  }
  const removeSocket = () => rmSync(path, { force: true })
  process.once('exit', removeSocket)
  return {
    close: () => {
      process.off('exit', removeSocket)
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/**
 * The socket of a directory. It is not in the directory, because the path of a socket has at most about 100 characters.
 */
function lockPath(directory: string): string {
  const name = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 16)
  return join(tmpdir(), `invigil-${name}.sock`)
}

const listens = (server: Server, path: string): Promise<boolean> =>
  new Promise(resolve => {
    server.once('error', () => resolve(false))
    server.listen(path, () => resolve(true))
  })

const isInUse = (path: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
