// The arguments of the commands: their options, `--help`, and one line for a mistake.

import { parseArgs } from 'node:util'

type Option = {
  type: 'string' | 'boolean'
  description: string
  /** The value in the help, such as `<file>`. */
  value?: string
  default?: string
}
type Options = Readonly<Record<string, Option>>

/** A command, as its help describes it. */
export type Command<O extends Options = Options> = {
  /** The command line without arguments: `npm run keys`. */
  name: string
  description: string
  options?: O
  /** The names of the other arguments: `<name>` is required, `[name]` is not. */
  positionals?: readonly string[]
}

type Value<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O extends { default: string }
    ? string
    : string | undefined

/** The options and the other arguments. An option without a default is undefined, or false, if it is not given. */
export type Arguments<O extends Options> = {
  values: { [Name in keyof O]: Value<O[Name]> }
  positionals: string[]
}

/** The arguments, or what to print instead: the help, or an error in one line. */
type Parsed<O extends Options> = { arguments: Arguments<O> } | { help: string } | { error: string }

/** Parses the arguments of a command, which also has the option `--help`. */
export function parseArguments<O extends Options>(command: Command<O>, args: readonly string[]): Parsed<O> {
  if (args.includes('--help')) return { help: helpOf(command) }
  const { options = {}, positionals: expected = [] } = command
  const error = (text: string) => ({
    error: `${text}. \`${withArguments(command, '--help')}\` prints the usage.`,
  })
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: parsedOptions(options),
      allowPositionals: true,
    })
    const [excess] = positionals.slice(expected.length)
    if (excess !== undefined) return error(`Unexpected argument '${excess}'`)
    const missing = expected.slice(positionals.length).find(name => name.startsWith('<'))
    if (missing !== undefined) return error(`Missing argument ${missing}`)
    return { arguments: { values, positionals } as Arguments<O> }
  } catch (fault) {
    // The messages of Node have several sentences: the first one names the mistake.
    return error((fault instanceof Error ? fault.message : String(fault)).split(/\.?\s*\n|\. /)[0] ?? '')
  }
}

/** Node refuses `default: undefined`. */
const parsedOptions = (options: Options) =>
  Object.fromEntries(
    Object.entries(options).map(
      ([name, { type, default: fallback = type === 'boolean' ? false : undefined }]) => [
        name,
        fallback === undefined ? { type } : { type, default: fallback },
      ],
    ),
  )

/**
 * The arguments of this process. `--help` prints the help and ends the process with code 0. A mistake prints one line and
 * ends it with code 2.
 */
export function readArguments<O extends Options = Record<never, Option>>(
  command: Command<O>,
  args: readonly string[] = process.argv.slice(2),
): Arguments<O> {
  const parsed = parseArguments(command, args)
  if ('arguments' in parsed) return parsed.arguments
  if ('help' in parsed) {
    console.log(parsed.help)
    process.exit(0)
  }
  console.error(parsed.error)
  process.exit(2)
}

const withArguments = ({ name }: Pick<Command, 'name'>, args: string) =>
  // npm passes on only what follows `--`.
  [name, ...(name.startsWith('npm ') && !name.includes(' -- ') ? ['--'] : []), args].join(' ')

function helpOf(command: Command): string {
  const { name, description, options = {}, positionals = [] } = command
  const hasOptions = Object.keys(options).length > 0
  const args = [...positionals, ...(hasOptions ? ['[options]'] : [])].join(' ')
  const rows = [
    ...Object.entries(options).map(([option, { value, description: text, default: fallback }]) => [
      [`--${option}`, value].filter(Boolean).join(' '),
      fallback === undefined ? text : `${text} The default is ${fallback}.`,
    ]),
    ['--help', 'Prints this text.'],
  ]
  const width = Math.max(...rows.map(([option = '']) => option.length))
  const lines = rows.map(([option = '', text]) => `  ${option.padEnd(width)}  ${text}`)
  return [
    `Usage: ${args === '' ? name : withArguments(command, args)}`,
    '',
    description,
    '',
    'Options:',
    ...lines,
  ].join('\n')
}
