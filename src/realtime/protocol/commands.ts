// The commands of Centrifugo's client protocol (JSON, version 2).

import * as z from 'zod'

const channel = z.string().min(1)
const text = z.string().default('')
const offset = z.int().min(0)
const position = z.object({ offset: offset.default(0), epoch: text })

/** Unknown members are ignored. */
const bodies = {
  connect: z.object({ token: z.string() }),
  subscribe: z.object({
    channel,
    recover: z.boolean().default(false),
    epoch: text,
    offset: offset.default(0),
    join_leave: z.boolean().default(false),
  }),
  unsubscribe: z.object({ channel }),
  publish: z.object({ channel, data: z.json() }),
  history: z.object({
    channel,
    limit: z.int().default(0),
    since: position.nullish(),
    reverse: z.boolean().default(false),
  }),
  presence: z.object({ channel }),
  presence_stats: z.object({ channel }),
  refresh: z.object({ token: z.string() }),
  ping: z.object({}),
}

type CommandName = keyof typeof bodies
export type CommandBody<Name extends CommandName> = z.output<(typeof bodies)[Name]>
type Commands = { [Name in CommandName]: { id: number; name: Name; body: CommandBody<Name> } }

/** A command with a valid body. */
export type Command = Commands[CommandName]

/** A command that the server does not know, or cannot read. */
type Unusable = { id: number; name: 'unavailable' | 'malformed' }

/** A command, a pong, or a message without a reply. */
export type Parsed = Command | Unusable | { name: 'pong' | 'message' }

/** The longest frame and the longest command in it, in bytes. */
const maxFrame = 1024 * 1024
const maxCommand = 32 * 1024
/** Lines of a connection in a second, whatever they contain. No client sends this many. */
export const maxLines = 5000

const encoder = new TextEncoder()
const isLonger = (text: string, bytes: number): boolean =>
  text.length > bytes || (text.length * 3 > bytes && encoder.encode(text).length > bytes)

/** Parses the commands of a frame, one in a line. @returns the reason to close the connection if it is not valid */
export function parseFrame(frame: unknown): Parsed[] | 'tooLarge' | 'badRequest' {
  if (typeof frame !== 'string') return 'badRequest'
  if (isLonger(frame, maxFrame)) return 'tooLarge'
  const lines = frame.split('\n').filter(line => line.trim() !== '')
  if (lines.length > maxLines) return 'badRequest'
  if (lines.some(line => isLonger(line, maxCommand))) return 'tooLarge'
  const parsed = lines.map(parseCommand)
  return parsed.every(command => command !== undefined) ? parsed : 'badRequest'
}

const Envelope = z.looseObject({ id: z.int().min(0).default(0) })

/** @returns undefined if the text is no command at all */
function parseCommand(text: string): Parsed | undefined {
  const envelope = Envelope.safeParse(parseJson(text)).data
  if (!envelope) return undefined
  const { id } = envelope
  if (id === 0) {
    if ('send' in envelope) return { name: 'message' }
    return Object.keys(envelope).some(isCommandName) ? undefined : { name: 'pong' }
  }
  const name = Object.keys(envelope).find(isCommandName)
  if (!name) return { id, name: 'rpc' in envelope ? 'unavailable' : 'malformed' }
  const body = parseBody(name, envelope[name])
  return body ? ({ id, name, body } as Command) : { id, name: 'malformed' }
}

function parseBody(name: CommandName, body: unknown): object | undefined {
  try {
    return bodies[name].safeParse(body).data
  } catch {
    return undefined // Nested so deeply that the stack of the parser is exhausted.
  }
}

const isCommandName = (name: string): name is CommandName => Object.hasOwn(bodies, name)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
